import { Download, FileUp } from 'lucide-react'
import { useState } from 'react'
import { DropZone } from 'react-aria-components/DropZone'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { useTranslation } from 'react-i18next'
import { useDesk } from '../../../state/desk.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RadioGroup } from '../../../ui/radio-group.tsx'
import { bulkFields, bulkKinds } from '../list/bulk-fields.ts'
import { KeptNotice } from './kept-notice.tsx'
import { keepCsv, type KeptFile } from '../keep-csv.ts'
import type { Bulk } from '../use-bulk.ts'
import type { BulkPile } from '../use-bulk-pile.ts'
import { linesOf } from '../../../state/pile-store.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { PileAnswer } from '../../scan/pile-answer.tsx'
import { PileTrouble } from '../../scan/pile-trouble.tsx'

/** Asks what the list is for and where it comes from: a file, or boxes scanned or pasted. */
export function SourcePanel({ bulk, pile }: { readonly bulk: Bulk; readonly pile: BulkPile }) {
  const { t } = useTranslation()
  const { bridge } = useDesk()
  const [kept, setKept] = useState<KeptFile>()
  const { kind } = bulk.rules
  const take = (files: readonly File[]): void => {
    const [file] = files
    if (file !== undefined) void bulk.open(file.name, file)
  }
  const template = async (): Promise<void> => {
    const fields = bulkFields[kind]
    const rows = [fields.map(({ title }) => title), fields.map(({ example }) => example)]
    setKept(await keepCsv(bridge, `template-${kind}.csv`, rows))
  }
  return (
    <Panel title={t('bulk.source.title')}>
      <div className="@container grid gap-4">
        <RadioGroup
          label={t('bulk.source.kind')}
          choices={bulkKinds.map((id) => ({ id, name: t(`bulk.kinds.${id}`), note: t(`bulk.kinds.${id}Note`) }))}
          value={kind}
          onChange={bulk.setKind}
        />
        {bulk.refusal === undefined ? undefined : (
          <Notice tone="bad" title={t('bulk.refused.title', { name: bulk.refusal.name })}>
            {t(`bulk.refused.${bulk.refusal.problem}`, { line: bulk.refusal.line ?? 0 })}
          </Notice>
        )}
        <div className="grid gap-4 @min-[44rem]:grid-cols-2">
          <DropZone
            getDropOperation={() => 'copy'}
            onDrop={({ items }) => {
              void Promise.all(items.flatMap((item) => (item.kind === 'file' ? [item.getFile()] : []))).then(take)
            }}
            className="grid content-center justify-items-center gap-3 rounded-large border-2 border-dashed border-edge bg-sunken px-5 py-6 text-center data-drop-target:border-accent data-drop-target:bg-accent-tint"
          >
            <FileUp aria-hidden size="1.75rem" className="text-soft" />
            <p className="text-soft">{t('bulk.source.drop')}</p>
            <div className="flex flex-wrap justify-center gap-2">
              <FileTrigger
                acceptedFileTypes={['.csv', '.txt', '.tsv', 'text/csv', 'text/plain']}
                onSelect={(files) => {
                  take(Array.from(files ?? []))
                }}
              >
                <Button variant={bulk.list === undefined ? 'primary' : 'plain'} size="large">
                  {t('bulk.source.choose')}
                </Button>
              </FileTrigger>
              <Button variant="quiet" onPress={() => void template()}>
                <Download aria-hidden size="1rem" />
                {t('bulk.source.template')}
              </Button>
            </div>
          </DropZone>
          <PileField
            pile={pile}
            onTake={(text) => {
              void bulk.open(t('bulk.source.pileName'), new Blob([text]), pile.store)
            }}
          />
        </div>
        <KeptNotice kept={kept} />
      </div>
    </Panel>
  )
}

/** A field for many boxes, by scanner, keyboard or paste. Each scan is confirmed by a sound and a message. */
function PileField({ pile, onTake }: { readonly pile: BulkPile; readonly onTake: (text: string) => void }) {
  const { t } = useTranslation()
  const { store, scans, text, trouble } = pile
  const count = linesOf(text).length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
      <PileAnswer scans={scans} />
      <PileTrouble trouble={trouble} />
      <TextField
        label={t('bulk.source.pile')}
        hint={t('bulk.source.pileHint')}
        rows={5}
        figures
        value={text}
        onChange={pile.type}
      />
      <div>
        <Button
          isDisabled={count === 0}
          onPress={() => {
            onTake(store.take())
          }}
        >
          {count === 0 ? t('bulk.source.takeNothing') : t('bulk.source.takePile', { count })}
        </Button>
      </div>
    </div>
  )
}
