import { Download, FileUp } from 'lucide-react'
import { memo, useEffect, useState } from 'react'
import { DropZone } from 'react-aria-components/DropZone'
import { Text } from 'react-aria-components/Text'
import { useStore } from 'zustand'
import {
  type DeviceIdentifier,
  identifierKey,
  readDeviceIdentifier,
} from '../../../../../shared/domain/device-identifier.ts'
import { t } from '../../../locale.ts'
import { useServices } from '../../../state/services.tsx'
import { addLine, linesOf } from '../../../state/scan-batch-store.ts'
import { Button } from '../../../ui/button.tsx'
import { FileButton } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RadioGroup } from '../../../ui/choices.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ScanBatchAnswer, ScanBatchTrouble, useScanBatchScans } from '../../scan/scan-batch-answer.tsx'
import type { Bulk } from '../bulk-store.ts'
import { type ExportedCsv, keepCsv, SavedFileNotice } from '../../maintenance/keep-csv.tsx'
import { bulkFields, type BulkKind, bulkKinds } from '../list/bulk-fields.ts'
import { DiscardQuestion } from './columns-panel.tsx'

interface SourcePanelProps extends Pick<Bulk, 'setKind' | 'open' | 'countLostToAnother' | 'refusal'> {
  readonly kind: BulkKind
  readonly hasList: boolean
  readonly scanBatch: BulkScanBatch
}

/** Memoized, because the list changes often, and this panel takes long to render. */
export const SourcePanel = memo(function SourcePanel(props: SourcePanelProps) {
  const { kind, setKind, open, countLostToAnother, refusal, hasList, scanBatch } = props
  const { bridge } = useServices()
  const [kept, setKept] = useState<ExportedCsv>()
  /** A question whether another list may replace this one. `replace` opens the other list. */
  const [question, setQuestion] = useState<{ readonly lost: number; readonly replace: () => void }>()
  const replaceBy = (replace: () => void): void => {
    const lost = countLostToAnother()
    if (lost === 0) replace()
    else setQuestion({ lost, replace })
  }
  const take = (file: File): void => replaceBy(() => void open(file.name, file))
  const template = async (): Promise<void> => {
    const fields = bulkFields[kind]
    const rows = [fields.map(({ names }) => names[0] ?? ''), fields.map(({ example }) => example)]
    setKept(await keepCsv(bridge, `template-${kind}.csv`, rows))
  }
  return (
    <Panel lands={!hasList} title={t('bulk.source.title')}>
      <div className="@container grid gap-4">
        <RadioGroup
          label={t('bulk.source.kind')}
          choices={bulkKinds.map((id) => ({ id, name: t(`bulk.kinds.${id}`), note: t(`bulk.kinds.${id}Note`) }))}
          value={kind}
          onChange={setKind}
        />
        {refusal === undefined ? undefined : (
          <Notice tone="bad" title={t('bulk.refused.title', { name: refusal.name })}>
            {t(`bulk.refused.${refusal.problem}`, { line: refusal.line ?? 0 })}
          </Notice>
        )}
        <div className="grid gap-4 @min-[44rem]:grid-cols-2">
          <DropZone
            aria-label={t('bulk.source.title')}
            getDropOperation={() => 'copy'}
            onDrop={({ items }) =>
              void items
                .find((item) => item.kind === 'file')
                ?.getFile()
                .then(take)
            }
            className="grid content-center justify-items-center gap-3 rounded-large border-2 border-dashed border-edge bg-sunken px-5 py-6 text-center data-drop-target:border-accent data-drop-target:bg-accent-tint"
          >
            <FileUp aria-hidden size="1.75rem" className="text-soft" />
            <Text slot="label" className="text-soft">
              {t('bulk.source.drop')}
            </Text>
            <div className="flex flex-wrap justify-center gap-2">
              <FileButton
                variant={hasList ? 'plain' : 'primary'}
                size="large"
                types={['.csv', '.txt', '.tsv', 'text/csv', 'text/plain']}
                onFile={take}
              >
                {t('bulk.source.choose')}
              </FileButton>
              <Button variant="quiet" onPress={() => void template()}>
                <Download aria-hidden size="1rem" />
                {t('bulk.source.template')}
              </Button>
            </div>
          </DropZone>
          <ScanBatchField
            scanBatch={scanBatch}
            onTake={() =>
              replaceBy(
                () => void open(t('bulk.source.scanBatchName'), new Blob([scanBatch.store.take()]), scanBatch.store),
              )
            }
          />
        </div>
        <SavedFileNotice kept={kept} />
        {question === undefined ? undefined : (
          <DiscardQuestion
            lost={question.lost}
            onClose={() => setQuestion(undefined)}
            onAction={() => {
              setQuestion(undefined)
              question.replace()
            }}
          />
        )}
      </div>
    </Panel>
  )
})

/** A field for many boxes, by scanner, keyboard or paste. A sound and a message confirm each scan. */
function ScanBatchField(props: { readonly scanBatch: BulkScanBatch; readonly onTake: () => void }) {
  const { scans, text, trouble, type } = props.scanBatch
  const count = linesOf(text).length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-2">
      <ScanBatchAnswer scans={scans} />
      <ScanBatchTrouble trouble={trouble} />
      <TextField
        label={t('bulk.source.scanBatch')}
        hint={t('bulk.source.scanBatchHint')}
        rows={5}
        figures
        value={text}
        onChange={type}
      />
      <div>
        <Button isDisabled={count === 0} onPress={props.onTake}>
          {count === 0 ? t('bulk.source.takeNothing') : t('bulk.source.takeScanBatch', { count })}
        </Button>
      </div>
    </div>
  )
}

/** A line with one of these characters has several cells. Such a line is read only when the batch becomes a list with columns. */
const delimiters = /[,;|\t]/

/** Finds the boxes in the lines of a batch. Each line is read once. A line whose box was passed to `know` is not read. */
export function createLineBoxes() {
  const keys = new Map<string, string | undefined>()
  const keyOf = (line: string): string | undefined => {
    if (!keys.has(line)) {
      const reading = readDeviceIdentifier(line)
      keys.set(line, reading.ok ? identifierKey(reading.identifier) : undefined)
    }
    return keys.get(line)
  }
  return {
    /** Whether one of the lines names this box, in any notation. */
    has: (lines: readonly string[], identifier: DeviceIdentifier): boolean => {
      const key = identifierKey(identifier)
      return lines.some((line) => keyOf(line) === key)
    },
    isBox: (line: string): boolean => keyOf(line) !== undefined,
    know: (line: string, identifier: DeviceIdentifier) => keys.set(line, identifierKey(identifier)),
  }
}

export type BulkScanBatch = ReturnType<typeof useBulkScanBatch>

/** Returns the scan batch of the bulk screen. The scan batch takes scans wherever the focus is on that screen. */
export function useBulkScanBatch() {
  const store = useServices().scanBatches.bulk
  const state = useStore(store)
  const [boxes] = useState(createLineBoxes)
  useEffect(() => void store.bring(), [store])
  const scans = useScanBatchScans({
    has: (identifier) => {
      const { text, taken } = store.getState()
      return boxes.has([...taken.values(), ...linesOf(text)], identifier)
    },
    add: (line, identifier) => {
      boxes.know(line, identifier)
      store.put(addLine(store.getState().text, line))
      return true
    },
    settled: store.settled,
  })
  return {
    ...state,
    store,
    scans,
    type: (text: string): void => {
      const isLineDone = text.endsWith('\n') && text.trimEnd() === store.getState().text.trimEnd()
      store.put(text)
      const last = linesOf(text).at(-1) ?? ''
      // A message says that a finished line is not a box. The text of the line stays in the field.
      if (isLineDone && !delimiters.test(last) && !boxes.isBox(last)) scans.put({ raw: last, asSerial: false })
    },
  }
}
