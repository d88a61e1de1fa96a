import { assertNever } from '../../../../shared/assert-never.ts'
import type { UpdateStatus } from '../../../../shared/domain/update.ts'
import { ErrorNotice } from '../../bridge/error-notice.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { t } from '../../locale.ts'
import { useSnapshot } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { formatExactly } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'

/** States in which a new check for versions makes sense. */
const checkable: ReadonlySet<UpdateStatus['state']> = new Set(['unknown', 'current', 'later', 'refused', 'not-reached'])

/** Shows the state of Setdesk's updates, and offers the available actions. */
export function UpdatePanel() {
  const { status, checkedAt, takenBack } = useSnapshot(({ update }) => update)
  const check = useCall('update.check')
  const install = useCall('update.install')
  const canInstall = status.state === 'ready' && !status.isAsked && !['work', 'closing'].includes(status.waitsFor)
  return (
    <Panel title={t('settings.update.title')}>
      <div className="grid gap-4">
        {takenBack === undefined ? undefined : (
          <Notice tone="warning" announce="off">
            {t('settings.update.takenBack', { version: takenBack })}
          </Notice>
        )}
        {status.state === 'refused' ? (
          <Notice tone="warning" title={t('settings.update.refused')}>
            {t(`settings.update.refusals.${status.refusal}`, { version: status.version ?? '' })}
          </Notice>
        ) : (
          <output>{sayStatus(status)}</output>
        )}
        {status.state === 'ready' && status.notes !== '' ? (
          <p className="max-w-prose text-small whitespace-pre-line text-soft select-text">{status.notes}</p>
        ) : undefined}
        {checkedAt === undefined ? undefined : (
          <p className="text-small text-soft">{t('settings.update.checkedAt', { at: formatExactly(checkedAt) })}</p>
        )}
        <ErrorNotice error={check.error ?? install.error} />
        {checkable.has(status.state) ? (
          <div>
            <Button isDisabled={check.isBusy} onPress={() => void check.run({})}>
              {t('settings.update.check')}
            </Button>
          </div>
        ) : undefined}
        {canInstall ? (
          <div>
            <Button variant="primary" isDisabled={install.isBusy} onPress={() => void install.run({})}>
              {t('settings.update.install')}
            </Button>
          </div>
        ) : undefined}
      </div>
    </Panel>
  )
}

function sayStatus(status: Exclude<UpdateStatus, { readonly state: 'refused' }>): string {
  switch (status.state) {
    case 'elsewhere':
      return t(`settings.update.elsewhere.${status.by}`)
    case 'ready': {
      const { version, waitsFor, isAsked } = status
      const ready = t('settings.update.states.ready', { version })
      return `${ready} ${t(`settings.update.waits.${isAsked ? 'asked' : waitsFor}`)}`
    }
    case 'later':
      return t('settings.update.states.later', { version: status.version })
    case 'downloading':
      return t('settings.update.states.downloading', { version: status.version, percent: status.percent })
    case 'not-reached':
      return t('settings.update.states.not-reached', { failure: status.failure })
    case 'not-set-up':
    case 'forbidden':
    case 'locked':
    case 'unknown':
    case 'checking':
    case 'current':
      return t(`settings.update.states.${status.state}`)
    default:
      return assertNever(status)
  }
}
