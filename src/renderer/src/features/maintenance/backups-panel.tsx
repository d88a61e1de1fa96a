import { useState } from 'react'
import type { BackupView } from '../../../../shared/domain/maintenance.ts'
import { shownFormatTag, t } from '../../locale.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { useServices, useSnapshot } from '../../state/services.tsx'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { QuestionDialog } from '../../ui/dialog.tsx'
import { formatExactly } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'

type Question = { readonly ask: 'restore'; readonly name: string } | { readonly ask: 'start-afresh' }

/** `onImport`: begins the import of a listed backup. Absent while nothing can be imported. */
export function BackupsPanel({ onImport }: { readonly onImport?: ((name: string) => void) | undefined }) {
  const { view } = useServices()
  const { maintenance, storage, vault } = useSnapshot((snapshot) => snapshot)
  const backups = useRead('maintenance.list-backups', {}, { asOf: maintenance.lastBackup })
  const [question, setQuestion] = useState<Question>()
  const make = useCall('maintenance.back-up')
  const restore = useCall('maintenance.restore')
  const startAfresh = useCall('maintenance.start-afresh')
  // Disables only the button in the dialog. The buttons outside stay enabled, because a disabled button cannot get the focus back.
  const isBusy = restore.isBusy || startAfresh.isBusy
  const trouble = storage.state === 'damaged' ? 'damaged' : vault.state === 'lost' ? 'lost' : undefined
  const listed = backups.value?.backups ?? []

  const carryOut = async (wish: Question) => {
    setQuestion(undefined)
    const reply = wish.ask === 'restore' ? await restore.run({ name: wish.name }) : await startAfresh.run({})
    if (reply.ok) view.say(t(`maintenance.backups.${wish.ask}.done`))
    void backups.refresh()
  }
  const askToRestore = (name: string) => {
    // Jobs may have been saved since the list was read.
    void backups.refresh()
    setQuestion({ ask: 'restore', name })
  }
  const chosen = question?.ask === 'restore' ? listed.find(({ name }) => name === question.name) : undefined
  return (
    <Panel
      title={t('maintenance.backups.title')}
      note={t('maintenance.backups.note')}
      aside={
        trouble !== undefined ? undefined : (
          <Button size="small" isBusy={make.isBusy} onPress={() => void make.run({}).then(backups.refresh)}>
            {t('maintenance.backups.make')}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {maintenance.backupFailure === undefined ? undefined : (
          <Notice tone="warning" announce="off">
            {t(`maintenance.backups.failures.${maintenance.backupFailure}`)}
          </Notice>
        )}
        {trouble === undefined ? undefined : (
          <Notice
            tone="bad"
            announce="off"
            title={t(`maintenance.backups.${trouble}`)}
            actions={
              <Button size="small" onPress={() => setQuestion({ ask: 'start-afresh' })}>
                {t('maintenance.backups.start-afresh.action')}
              </Button>
            }
          >
            {t(`maintenance.backups.${trouble}Text`)}
          </Notice>
        )}
        <ErrorNotice error={restore.error ?? startAfresh.error ?? make.error ?? backups.error} />
        {backups.value?.backups.length === 0 ? <p className="text-soft">{t('maintenance.backups.none')}</p> : undefined}
        {backups.value === undefined || backups.value.backups.length === 0 ? undefined : (
          <ul className="grid divide-y divide-line">
            {backups.value.backups.map((backup) => (
              <BackupRow
                key={backup.name}
                backup={backup}
                onRestore={() => askToRestore(backup.name)}
                onImport={onImport && (() => onImport(backup.name))}
              />
            ))}
          </ul>
        )}
      </div>
      {question === undefined ? undefined : (
        <QuestionDialog
          role="alertdialog"
          title={t(`maintenance.backups.${question.ask}.title`)}
          onClose={() => setQuestion(undefined)}
          action={t(`maintenance.backups.${question.ask}.action`)}
          onAction={() => void carryOut(question)}
          isDisabled={isBusy}
        >
          {chosen === undefined ? undefined : <p className="font-semibold">{formatExactly(chosen.madeAt)}</p>}
          {chosen === undefined || chosen.missing === 0 ? undefined : (
            <Notice tone="warning" announce="off">
              {t('maintenance.backups.missing', { count: chosen.missing })}
            </Notice>
          )}
          <p>{t(`maintenance.backups.${question.ask}.text`)}</p>
        </QuestionDialog>
      )}
    </Panel>
  )
}

interface BackupRowProps {
  readonly backup: BackupView
  readonly onRestore: () => void
  readonly onImport: (() => void) | undefined
}

function BackupRow(props: BackupRowProps) {
  const { madeAt, bytes, jobs, unfinished, state, isOwn, isSetAside, installation, name } = props.backup
  const isOther = state === 'sound' && !isOwn
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-0">
        <p className="tabular-nums">{formatExactly(madeAt)}</p>
        <p className="text-small text-soft [overflow-wrap:anywhere]">
          {state === 'sound'
            ? t('maintenance.backups.holds', { jobs, unfinished, size: sayBytes(bytes) })
            : t(`maintenance.backups.states.${state}`, { name })}
          {isSetAside && isOwn ? ` · ${t('maintenance.backups.setAside')}` : ''}
          {isOther ? ` · ${t('maintenance.backups.other', { installation, name })}` : ''}
        </p>
      </div>
      {state === 'sound' && isOwn ? (
        <Button size="small" onPress={props.onRestore}>
          {t('maintenance.backups.choose')}
        </Button>
      ) : undefined}
      {isOther && !isSetAside && props.onImport !== undefined ? (
        <Button size="small" onPress={props.onImport}>
          {t('maintenance.backups.import')}
        </Button>
      ) : undefined}
    </li>
  )
}

/** A size in bytes, `3.4 MB`, in the language on screen. */
export function sayBytes(bytes: number): string {
  const [value, unit] =
    bytes < 1_000_000
      ? [Math.max(1, Math.round(bytes / 1000)), 'kilobyte']
      : [Math.round(bytes / 100_000) / 10, 'megabyte']
  return new Intl.NumberFormat(shownFormatTag(), { style: 'unit', unit, unitDisplay: 'short' }).format(value)
}
