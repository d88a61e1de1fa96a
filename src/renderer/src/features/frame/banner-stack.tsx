import { CircleAlert, GraduationCap, Info, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { useCall } from '../../bridge/use-call.ts'
import { sumUnsent, paths, queuePath, settingsPath } from '../../routes.ts'
import { useActiveConnection, useServices, useSnapshot } from '../../state/services.tsx'
import { useNow } from '../../state/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { formatWhen } from '../../ui/format-time.ts'
import { joinClasses } from '../../ui/join-classes.ts'
import { ReleaseDialog } from '../maintenance/release-dialog.tsx'
import { screenOf } from './screen-of.ts'
import type { Snapshot } from '../../../../shared/bridge/snapshot.ts'
import type { MaintenanceNotice } from '../../../../shared/domain/maintenance.ts'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import { findActiveConnection } from '../../state/find-active-connection.ts'
import type { NoticeTone } from '../../ui/notice.tsx'

/** Problems that stop the work, and states the technician must not forget. */
type BannerCode =
  | 'newer'
  | 'damaged'
  | 'unsafe'
  | 'full'
  | 'locked'
  | 'unavailable'
  | 'weak'
  | 'token-refused'
  | 'same-answer'
  | 'no-token'
  | 'paused'
  | 'unsent-full'
  | 'unsent-old'
  | 'unsent-aging'
  | 'unsent-many'
  | 'unsent-many-limit'
  | 'held'
  | `notice-${MaintenanceNotice['kind']}`
  | 'training'

type BannerAction =
  | 'accept-answer'
  | 'backups'
  | 'release'
  | 'understood'
  | 'unlock'
  | 'token'
  | 'resume'
  | 'protection'
  | 'unsent'

interface Banner {
  readonly code: BannerCode
  readonly tone: NoticeTone | 'training'
  readonly action?: BannerAction
  /** A second button. */
  readonly otherwise?: BannerAction
  /** The maintenance event that the banner reports. */
  readonly notice?: MaintenanceNotice
  /** When the oldest unsent job was saved, for banners about unsent work; milliseconds since 1970. */
  readonly oldest?: number
}

type Exposure = Pick<Connection, 'unsentWarning' | 'unsentLimit' | 'unsentHours'>

const anHour = 3_600_000

/** The warning appears when this share of the allowed waiting time is left. */
const warningShare = 0.25
const looks = {
  info: { look: 'bg-saved-tint text-saved', icon: Info },
  good: { look: 'bg-done-tint text-done', icon: Info },
  warning: { look: 'bg-waiting-tint text-waiting', icon: TriangleAlert },
  bad: { look: 'bg-refused-tint text-refused', icon: CircleAlert },
  training: { look: 'bg-unconfirmed-tint text-unconfirmed', icon: GraduationCap },
} as const satisfies Record<Banner['tone'], unknown>

/** Important messages above the screen, one line each, with a button to act on them. */
export function BannerStack() {
  const snapshot = useSnapshot((whole) => whole)
  const { t } = useTranslation()
  const now = useNow()
  const banners = listBanners(snapshot, now)
  if (banners.length === 0) return undefined
  return (
    <section aria-label={t('frame.banners.label')} className="print:hidden">
      {banners.map((banner) => (
        <BannerLine key={banner.code} banner={banner} now={now} />
      ))}
    </section>
  )
}

function BannerLine({ banner, now }: { readonly banner: Banner; readonly now: number }) {
  const { t } = useTranslation()
  const { storage, vault, counts } = useSnapshot((whole) => whole)
  const view = useActiveConnection()
  const active = view?.settings
  const words = {
    answer: view?.link.words ?? '',
    name: active?.name ?? '',
    folder: storage.folder,
    count: banner.oldest === undefined ? sumUnsent(counts) : (active?.unsentHours ?? 0),
    since: formatWhen(banner.oldest ?? 0, now),
    limit: active?.unsentLimit ?? 0,
    jobs: banner.notice?.jobs ?? 0,
    from: banner.notice?.from ?? '',
  }
  const [path] = useLocation()
  // Only the settings need the button: every other screen asks for the passphrase itself.
  const isElsewhere = screenOf(path) === 'settings'
  const { look, icon: Icon } = looks[banner.tone]
  return (
    <div
      role={banner.tone === 'bad' ? 'alert' : 'status'}
      data-banner={banner.code}
      className={joinClasses(
        'flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 text-body',
        look,
      )}
    >
      <Icon aria-hidden size="1rem" className="shrink-0" />
      <p className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
        <span className="font-semibold">{t(`frame.banners.${banner.code}`, words)}</span>
        {banner.code === 'training' && vault.protection === 'training-file' ? (
          <span className="ml-2 text-small">{t('frame.banners.training-file')}</span>
        ) : undefined}
      </p>
      {banner.action === undefined || (banner.action === 'unlock' && !isElsewhere) ? undefined : (
        <BannerButton action={banner.action} />
      )}
      {banner.otherwise === undefined ? undefined : <BannerButton action={banner.otherwise} />}
    </div>
  )
}

function BannerButton({ action }: { readonly action: BannerAction }) {
  const { t } = useTranslation()
  const { view } = useServices()
  const [, navigate] = useLocation()
  const resume = useCall('queue.resume')
  const clear = useCall('maintenance.clear-notices')
  const accept = useCall('queue.accept-answer')
  const [isAsking, setAsking] = useState(false)
  const actions: Readonly<Record<BannerAction, () => void>> = {
    unlock: () => navigate(paths.home),
    token: () => view.open('token'),
    resume: () => void resume.run({}),
    'accept-answer': () => void accept.run({}),
    unsent: () => navigate(queuePath('saved')),
    protection: () => navigate(settingsPath('privacy')),
    backups: () => navigate(settingsPath('privacy')),
    release: () => setAsking(true),
    understood: () => void clear.run({}),
  }
  return (
    <>
      <Button size="small" onPress={actions[action]} isDisabled={resume.isBusy || clear.isBusy || accept.isBusy}>
        {t(`frame.actions.${action}`)}
      </Button>
      {isAsking ? <ReleaseDialog onClose={() => setAsking(false)} /> : undefined}
    </>
  )
}

/** The banners for a snapshot; those that stop the work come first. `now`: milliseconds since 1970. */
export function listBanners(snapshot: Snapshot, now: number): readonly Banner[] {
  const banners: Banner[] = []
  const { storage, vault, paused, maintenance } = snapshot
  if (storage.state === 'damaged') banners.push({ code: 'damaged', tone: 'bad', action: 'backups' })
  else if (storage.state !== 'ok') banners.push({ code: storage.state, tone: 'bad' })
  if (maintenance.sendLocked) banners.push({ code: 'held', tone: 'bad', action: 'release' })
  if (vault.state === 'locked') banners.push({ code: 'locked', tone: 'warning', action: 'unlock' })
  if (vault.state === 'unavailable') banners.push({ code: 'unavailable', tone: 'warning' })
  if (vault.protection === 'system-weak') banners.push({ code: 'weak', tone: 'warning', action: 'protection' })
  const active = findActiveConnection(snapshot)
  if (active?.link.state === 'token-refused') banners.push({ code: 'token-refused', tone: 'bad', action: 'token' })
  else if (active?.link.state === 'same-answer')
    banners.push({ code: 'same-answer', tone: 'bad', action: 'token', otherwise: 'accept-answer' })
  else if (active !== undefined && !active.hasToken && (vault.state === 'open' || vault.state === 'new'))
    banners.push({ code: 'no-token', tone: 'bad', action: 'token' })
  if (paused) banners.push({ code: 'paused', tone: 'warning', action: 'resume' })
  if (active !== undefined)
    banners.push(...exposureBanners(active.settings, sumUnsent(snapshot.counts), snapshot.oldestUnsent, now))
  const notice = maintenance.notices.at(-1)
  if (notice !== undefined) banners.push({ code: `notice-${notice.kind}`, tone: 'info', action: 'understood', notice })
  if (active?.settings.kind === 'training') banners.push({ code: 'training', tone: 'training' })
  return banners
}

/** The operator's limits on number and age of unsent jobs: first a warning, then no new work is accepted. */
function exposureBanners(
  settings: Exposure,
  unsent: number,
  oldest: number | undefined,
  now: number,
): readonly Banner[] {
  const { unsentWarning, unsentLimit, unsentHours } = settings
  if (unsentLimit > 0 && unsent >= unsentLimit) return [{ code: 'unsent-full', tone: 'bad', action: 'unsent' }]
  const limit = unsentHours * anHour
  const age = limit === 0 || oldest === undefined ? 0 : Math.max(0, now - oldest)
  const since = oldest === undefined ? {} : { oldest }
  if (age > 0 && age >= limit) return [{ code: 'unsent-old', tone: 'bad', action: 'unsent', ...since }]
  const isAging = age > 0 && age >= limit * (1 - warningShare)
  const isMany = unsentWarning > 0 && unsent >= unsentWarning
  return [
    ...(isAging ? [{ code: 'unsent-aging', tone: 'warning', action: 'unsent', ...since } as const] : []),
    ...(isMany
      ? [{ code: unsentLimit > 0 ? 'unsent-many-limit' : 'unsent-many', tone: 'warning', action: 'unsent' } as const]
      : []),
  ]
}
