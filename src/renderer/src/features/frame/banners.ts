import type { Snapshot } from '../../../../shared/bridge/snapshot.ts'
import type { MaintenanceNotice } from '../../../../shared/domain/keeping.ts'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import { sumUnsent } from '../../routes.ts'
import { findActiveConnection } from '../../state/find-active-connection.ts'
import type { NoticeTone } from '../../ui/notice.tsx'

/** Problems that stop the work, and states the technician must not forget. */
export type BannerCode =
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
export type BannerAct =
  | 'accept-answer'
  | 'keeping'
  | 'release'
  | 'understood'
  | 'unlock'
  | 'token'
  | 'resume'
  | 'protection'
  | 'unsent'

export interface Banner {
  readonly code: BannerCode
  readonly tone: NoticeTone | 'training'
  readonly act?: BannerAct
  /** A second button. */
  readonly otherwise?: BannerAct
  /** The maintenance event that the banner reports. */
  readonly notice?: MaintenanceNotice
  /** When the oldest unsent job was saved, for banners about unsent work; milliseconds since 1970. */
  readonly oldest?: number
}

/** The banners for a snapshot; those that stop the work come first. `now`: milliseconds since 1970. */
export function listBanners(snapshot: Snapshot, now: number): readonly Banner[] {
  const banners: Banner[] = []
  const { storage, vault, paused, keeping } = snapshot
  if (storage.state === 'damaged') banners.push({ code: 'damaged', tone: 'bad', act: 'keeping' })
  else if (storage.state !== 'ok') banners.push({ code: storage.state, tone: 'bad' })
  if (keeping.held) banners.push({ code: 'held', tone: 'bad', act: 'release' })
  if (vault.state === 'locked') banners.push({ code: 'locked', tone: 'warning', act: 'unlock' })
  if (vault.state === 'unavailable') banners.push({ code: 'unavailable', tone: 'warning' })
  if (vault.protection === 'system-weak') banners.push({ code: 'weak', tone: 'warning', act: 'protection' })
  const active = findActiveConnection(snapshot)
  if (active?.link.state === 'token-refused') banners.push({ code: 'token-refused', tone: 'bad', act: 'token' })
  else if (active?.link.state === 'same-answer')
    banners.push({ code: 'same-answer', tone: 'bad', act: 'token', otherwise: 'accept-answer' })
  else if (active !== undefined && !active.hasToken && (vault.state === 'open' || vault.state === 'new'))
    banners.push({ code: 'no-token', tone: 'bad', act: 'token' })
  if (paused) banners.push({ code: 'paused', tone: 'warning', act: 'resume' })
  if (active !== undefined)
    banners.push(...exposureBanners(active.settings, sumUnsent(snapshot.counts), snapshot.oldestUnsent, now))
  const notice = keeping.notices.at(-1)
  if (notice !== undefined) banners.push({ code: `notice-${notice.kind}`, tone: 'info', act: 'understood', notice })
  if (active?.settings.kind === 'training') banners.push({ code: 'training', tone: 'training' })
  return banners
}

type Exposure = Pick<Connection, 'unsentWarning' | 'unsentLimit' | 'unsentHours'>

const anHour = 3_600_000
/** The warning appears when this share of the allowed waiting time is left. */
const warningShare = 0.25

/** The operator's limits on number and age of unsent jobs: first a warning, then no new work is accepted. */
function exposureBanners(
  settings: Exposure,
  unsent: number,
  oldest: number | undefined,
  now: number,
): readonly Banner[] {
  const { unsentWarning, unsentLimit, unsentHours } = settings
  if (unsentLimit > 0 && unsent >= unsentLimit) return [{ code: 'unsent-full', tone: 'bad', act: 'unsent' }]
  const limit = unsentHours * anHour
  const age = limit === 0 || oldest === undefined ? 0 : Math.max(0, now - oldest)
  const since = oldest === undefined ? {} : { oldest }
  if (age > 0 && age >= limit) return [{ code: 'unsent-old', tone: 'bad', act: 'unsent', ...since }]
  const isAging = age > 0 && age >= limit * (1 - warningShare)
  const isMany = unsentWarning > 0 && unsent >= unsentWarning
  return [
    ...(isAging ? [{ code: 'unsent-aging', tone: 'warning', act: 'unsent', ...since } as const] : []),
    ...(isMany
      ? [{ code: unsentLimit > 0 ? 'unsent-many-limit' : 'unsent-many', tone: 'warning', act: 'unsent' } as const]
      : []),
  ]
}
