import { CircleAlert, CircleCheck, CirclePlus, Clock, Copy, type LucideIcon, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import type { Response } from '../../../../shared/bridge/contract.ts'
import { mostAtOnce } from '../../../../shared/bridge/hostname-channels.ts'
import { spellOut } from '../../../../shared/domain/label/label.ts'
import { t } from '../../locale.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { queuePath } from '../../routes.ts'
import { useSnapshot } from '../../state/services.tsx'
import { findSendingStop } from '../../state/snapshot-store.ts'
import { Button, IconButton, LinkButton } from '../../ui/button.tsx'
import { formatWhen, useNow } from '../../ui/format-time.ts'
import { clsx } from 'clsx'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Form } from '../../ui/form.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { Switch } from '../../ui/choices.tsx'
import { VirtualRows } from '../../ui/virtual-rows.tsx'
import { sayReadingProblem } from '../scan/box-text.ts'
import { ScanBatchAnswer, ScanBatchTrouble, useScanBatchScans } from '../scan/scan-batch-answer.tsx'
import { BoxRow, type KnownList } from './box-list.tsx'
import {
  countScanBatch,
  type JudgedLine,
  type ScanBatch,
  type ScanBatchCount,
  type ScanBatchLine,
  type ScanBatchVerdict,
  splitLines,
  useScanBatch,
} from './use-scan-batch.ts'

const looks: Readonly<Record<ScanBatchVerdict, { readonly icon: LucideIcon; readonly look: string }>> = {
  new: { icon: CirclePlus, look: 'bg-saved-tint text-saved' },
  uncompared: { icon: CirclePlus, look: 'bg-saved-tint text-saved' },
  listed: { icon: CircleCheck, look: 'bg-done-tint text-done' },
  'in-work': { icon: Clock, look: 'bg-waiting-tint text-waiting' },
  repeated: { icon: Copy, look: 'bg-dropped-tint text-dropped' },
  'not-understood': { icon: CircleAlert, look: 'bg-refused-tint text-refused' },
}

export function ScanBatchPanel({ hostname, known }: { readonly hostname: string; readonly known: KnownList }) {
  const scanBatch = useScanBatch(known)
  const [text, setText] = useState('')
  const [isFull, setFull] = useState(false)
  const [takenOut, setTakenOut] = useState<readonly ScanBatchLine[]>()
  const input = useRef<HTMLInputElement>(null)

  /** Adds lines to the batch. Returns the texts for which the batch has no room. */
  const add = (texts: readonly string[]): readonly string[] => {
    const left = scanBatch.add(texts)
    setFull(left.length > 0)
    setTakenOut(undefined)
    return left
  }
  const addTyped = (texts: readonly string[]): void => {
    if (texts.length > 0) setText(add(texts).join(', '))
  }
  const scans = useScanBatchScans({ ...scanBatch, add: (line) => add([line]).length === 0 })
  // The field takes the focus of a button that is gone, such as the one that removes a line.
  useEffect(() => {
    if (document.activeElement === document.body) input.current?.focus()
  })

  return (
    <Panel flush title={t('hostnames.scanBatch.title')} note={t('hostnames.scanBatch.note')}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 pb-4">
        <Form
          className="flex flex-wrap items-end gap-2"
          onSubmit={() => {
            addTyped(splitLines(text))
            input.current?.focus()
          }}
        >
          <div data-box-batch className="min-w-0 flex-1 basis-44">
            <TextField
              inputRef={input}
              label={t('hostnames.scanBatch.field')}
              placeholder={t('hostnames.scanBatch.hint')}
              figures
              large
              autoComplete="off"
              value={text}
              onChange={setText}
              onPaste={(event) => {
                const pasted = splitLines(event.clipboardData.getData('text'))
                if (pasted.length < 2) return
                event.preventDefault()
                addTyped(pasted)
              }}
            />
          </div>
          <Button type="submit" size="large" isDisabled={text.trim() === ''}>
            {t('hostnames.scanBatch.add')}
          </Button>
        </Form>
        <ScanBatchAnswer scans={scans} hasRows />
        <ScanBatchTrouble trouble={scanBatch.trouble} />
        <div aria-live="polite" className="grid gap-3 empty:hidden">
          {isFull ? (
            <Notice tone="warning" announce="off">
              {t('hostnames.scanBatch.full', { count: mostAtOnce })}
            </Notice>
          ) : undefined}
          {takenOut === undefined ? undefined : (
            <Notice
              tone="info"
              announce="off"
              actions={
                <Button
                  size="small"
                  onPress={() => {
                    scanBatch.replace(takenOut)
                    setTakenOut(undefined)
                  }}
                >
                  {t('hostnames.scanBatch.putBack')}
                </Button>
              }
            >
              {t('hostnames.scanBatch.takenOut', { count: takenOut.length })}
            </Notice>
          )}
        </div>
        <ScanBatchStatus count={countScanBatch(scanBatch.lines)} known={known} />
        <SaveScanBatch key={hostname} hostname={hostname} scanBatch={scanBatch} onSaved={scans.noteSaved} />
      </div>
      {scanBatch.lines.length === 0 ? undefined : (
        <ScanBatchLines
          scanBatch={scanBatch}
          onClear={() => {
            setTakenOut(scanBatch.lines.map(({ id, raw }) => ({ id, raw })))
            scanBatch.replace([])
            input.current?.focus()
          }}
        />
      )}
    </Panel>
  )
}

export function ScanBatchStatus({
  count: { boxes, listed, lacking, inWork, repeated, notUnderstood },
  known: { list, isCached },
}: {
  readonly count: ScanBatchCount
  readonly known: Pick<KnownList, 'list' | 'isCached'>
}) {
  const now = useNow()
  if (boxes + notUnderstood === 0) return undefined
  const asides = [
    inWork > 0 && t('hostnames.status.inWork', { count: inWork }),
    repeated > 0 && t('hostnames.status.repeated', { count: repeated }),
    notUnderstood > 0 && t('hostnames.status.notUnderstood', { count: notUnderstood }),
    isCached && list !== undefined && t('hostnames.status.kept', { when: formatWhen(list.at, now) }),
  ].filter((aside) => aside !== false)
  const isAll = boxes > 0 && listed === boxes
  const sayResult = (): string => {
    if (list === undefined) return t('hostnames.status.uncompared', { count: boxes })
    if (isAll) return t('hostnames.status.all', { count: boxes })
    if (lacking === 0) return t('hostnames.status.some', { listed, count: boxes })
    return t('hostnames.status.lacking', { listed, total: boxes, count: lacking })
  }
  return (
    <Notice tone={isAll ? 'good' : 'info'} title={sayResult()}>
      {asides.length === 0 ? undefined : asides.join(' ')}
    </Notice>
  )
}

/** Saves a job for each missing box. If the technician presses the button twice, the jobs are saved only once. */
function SaveScanBatch({
  hostname,
  scanBatch,
  onSaved,
}: {
  readonly hostname: string
  readonly scanBatch: ScanBatch
  readonly onSaved: () => void
}) {
  const add = useCall('hostname.add')
  const isStopped = useSnapshot(findSendingStop) !== undefined
  const [saved, setSaved] = useState<Response<'hostname.add'>>()
  /** Stays the same until the save is confirmed, so that a call whose answer was lost is repeated with the same id. */
  const draft = useRef<string>(undefined)
  const boxes = scanBatch.lines.flatMap(({ raw, reading, verdict }) =>
    reading.ok && (verdict === 'new' || verdict === 'uncompared')
      ? [{ identifier: reading.identifier, raw, model: '' }]
      : [],
  )
  const save = async (): Promise<void> => {
    draft.current ??= crypto.randomUUID()
    const reply = await add.run({ draftId: draft.current, hostname, boxes })
    if (!reply.ok) return
    draft.current = undefined
    setSaved(reply.value)
    onSaved()
    await scanBatch.lookForWork()
  }
  return (
    <>
      <ErrorNotice error={add.error} />
      {saved === undefined ? undefined : (
        <Notice
          tone={saved.left.length === 0 ? 'good' : 'warning'}
          title={t('hostnames.saved.title', { count: saved.ids.length })}
          actions={
            <LinkButton to={queuePath('all')} size="small">
              {t('hostnames.saved.open')}
            </LinkButton>
          }
        >
          {isStopped ? undefined : t('hostnames.saved.note')}
          {saved.left.length === 0 ? undefined : ` ${t('hostnames.saved.left', { count: saved.left.length })}`}
        </Notice>
      )}
      {boxes.length === 0 ? undefined : (
        <div>
          <Button variant="primary" size="large" isBusy={add.isBusy} onPress={() => void save()}>
            {t('hostnames.scanBatch.save', { count: boxes.length, hostname })}
          </Button>
        </div>
      )}
    </>
  )
}

export function ScanBatchLines({
  scanBatch,
  onClear,
}: {
  readonly scanBatch: ScanBatch
  readonly onClear: () => void
}) {
  const [isNarrowed, setNarrowed] = useState(false)
  const shown = isNarrowed ? scanBatch.lines.filter(({ verdict }) => verdict !== 'listed') : scanBatch.lines
  const rows = shown.toReversed().map((line) => ({
    ...line,
    says: `${spellOut(line.raw).shown}: ${t(`hostnames.verdicts.${line.verdict}`)}`,
  }))
  return (
    <div className="border-t border-line">
      <div className="flex flex-wrap items-center justify-between gap-2 px-5 py-2">
        <Switch isSelected={isNarrowed} onChange={setNarrowed}>
          {t('hostnames.scanBatch.onlyLacking')}
        </Switch>
        <Button size="small" variant="quiet" onPress={onClear}>
          {t('hostnames.scanBatch.clear')}
        </Button>
      </div>
      <div className="border-t border-line">
        <VirtualRows label={t('hostnames.scanBatch.lines')} rows={rows}>
          {(line) => <ScanBatchRow line={line} onRemove={scanBatch.remove} />}
        </VirtualRows>
      </div>
    </div>
  )
}

function ScanBatchRow({ line, onRemove }: { readonly line: JudgedLine; readonly onRemove: (id: number) => void }) {
  const { id, raw, reading, verdict, jobId } = line
  const { shown } = spellOut(raw)
  return (
    <BoxRow
      identifier={reading.ok ? reading.identifier : undefined}
      text={shown}
      note={sayReadingProblem(reading, raw)}
      aside={
        <div className="flex flex-wrap items-center gap-1">
          <VerdictChip verdict={verdict} />
          {jobId === undefined ? undefined : (
            <Link
              href={queuePath('all', jobId)}
              className="inline-flex min-h-6 items-center text-small text-accent underline underline-offset-2"
            >
              {t('hostnames.scanBatch.openJob')}
            </Link>
          )}
          <IconButton icon={X} label={t('hostnames.scanBatch.remove', { text: shown })} onPress={() => onRemove(id)} />
        </div>
      }
    />
  )
}

export function VerdictChip({ verdict }: { readonly verdict: ScanBatchVerdict }) {
  const { icon: Icon, look } = looks[verdict]
  return (
    <span
      data-verdict={verdict}
      className={clsx(
        'inline-flex items-center gap-1.5 rounded-small px-2 py-0.5 text-small font-semibold whitespace-nowrap',
        look,
      )}
    >
      <Icon aria-hidden size="0.8125rem" strokeWidth={2.2} className="shrink-0" />
      {t(`hostnames.verdicts.${verdict}`)}
    </span>
  )
}
