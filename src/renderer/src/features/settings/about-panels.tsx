import { useId, useState } from 'react'
import type { UpdateStatus } from '../../../../shared/domain/update.ts'
import { ErrorNotice, useCall } from '../../bridge/use-call.tsx'
import { t } from '../../locale.ts'
import { useSnapshot } from '../../state/services.tsx'
import { Button } from '../../ui/button.tsx'
import { formatExactly } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { fetchThirdParty, type ThirdParty } from '../../../../shared/domain/third-party.ts'

/** States in which a new check for versions makes sense. */
const checkable: ReadonlySet<UpdateStatus['state']> = new Set(['unknown', 'current', 'later', 'refused', 'not-reached'])

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
            {t(`settings.update.refusals.${status.refusal}`, { version: status.version ?? '' })}{' '}
            {t('settings.update.refusedNext')}
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
            <Button isBusy={check.isBusy} onPress={() => void check.run({})}>
              {t('settings.update.check')}
            </Button>
          </div>
        ) : undefined}
        {canInstall ? (
          <div>
            <Button variant="primary" isBusy={install.isBusy} onPress={() => void install.run({})}>
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
      return status.failure === 'no-room' || status.failure === 'not-written'
        ? t(`settings.update.states.${status.failure}`)
        : t('settings.update.states.not-reached', { failure: status.failure })
    case 'not-set-up':
    case 'forbidden':
    case 'locked':
    case 'unknown':
    case 'checking':
    case 'current':
      return t(`settings.update.states.${status.state}`)
  }
}

/** Lists the third-party software in Setdesk with its licences. The list is fetched from the app's own files on demand. */
export function ThirdPartyLicences() {
  const id = useId()
  const [shown, setShown] = useState<ThirdParty | 'failed'>()
  const isOpen = shown !== undefined && shown !== 'failed'
  const toggle = async () => setShown(isOpen ? undefined : await fetchThirdParty().catch(() => 'failed'))
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
      <Button aria-expanded={isOpen} aria-controls={id} onPress={() => void toggle()}>
        {t('settings.about.licencesShow')}
      </Button>
      {shown === 'failed' ? <Notice tone="bad">{t('settings.about.licencesFailed')}</Notice> : undefined}
      <ul id={id} aria-label={t('settings.about.licences')} hidden={!isOpen} className="w-full divide-y divide-line">
        {isOpen
          ? shown.parts.map((part) => <Part key={`${part.name} ${part.version}`} part={part} texts={shown.texts} />)
          : []}
      </ul>
    </div>
  )
}

interface PartProps {
  readonly part: ThirdParty['parts'][number]
  readonly texts: ThirdParty['texts']
}

function Part({ part: { name, version, licence, text }, texts }: PartProps) {
  return (
    <li translate="no">
      <details>
        <summary className="cursor-pointer py-1.5 [overflow-wrap:anywhere]">
          <span className="font-semibold">{name}</span> {version} <span className="text-soft">{licence}</span>
        </summary>
        <pre dir="ltr" className="pb-4 text-small whitespace-pre-wrap select-text">
          {texts[text]}
        </pre>
      </details>
    </li>
  )
}
