import { CircleAlert, GraduationCap, Info, TriangleAlert, Unplug } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Snapshot } from '../../../../shared/bridge/snapshot.ts'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import { t } from '../../locale.ts'
import { useBeginActivation } from '../scan/use-labels.ts'
import { ErrorNotice, useCommand } from '../../bridge/use-call.tsx'
import { paths, queuePath, screenOf, settingsPath, sumUnsent } from '../../routes.ts'
import {
  messageShownMs,
  useActiveConnection,
  useHostError,
  useServices,
  useSnapshot,
  type Toast,
} from '../../state/services.tsx'
import { findActiveConnection, findSendingStop, isShut } from '../../state/snapshot-store.ts'
import { Button } from '../../ui/button.tsx'
import { formatWhen, useNow } from '../../ui/format-time.ts'
import { clsx } from 'clsx'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { anHour } from '../../../../shared/durations.ts'

const tones = {
  info: { look: 'bg-saved-tint text-saved', icon: Info },
  warning: { look: 'bg-waiting-tint text-waiting', icon: TriangleAlert },
  bad: { look: 'bg-refused-tint text-refused', icon: CircleAlert },
  offline: { look: 'bg-waiting-tint text-waiting', icon: Unplug },
  training: { look: 'bg-unconfirmed-tint text-unconfirmed', icon: GraduationCap },
} as const

interface Banner {
  readonly tone: keyof typeof tones
  readonly actions?: readonly BannerAction[]
}

/** Banners report problems that stop the work, and states that the technician must not forget. */
const banners = {
  newer: { tone: 'bad' },
  damaged: { tone: 'bad', actions: ['backups'] },
  unsafe: { tone: 'bad' },
  full: { tone: 'bad' },
  held: { tone: 'bad', actions: ['release'] },
  'held-imported': { tone: 'bad', actions: ['release'] },
  locked: { tone: 'warning', actions: ['unlock'] },
  unavailable: { tone: 'warning' },
  lost: { tone: 'bad', actions: ['backups'] },
  weak: { tone: 'warning', actions: ['protection'] },
  'token-refused': { tone: 'bad', actions: ['token'] },
  'same-answer': { tone: 'bad', actions: ['token', 'accept-answer'] },
  'no-token': { tone: 'bad', actions: ['token'] },
  'plain-http': { tone: 'bad', actions: ['connections'] },
  'missing-connection': { tone: 'bad', actions: ['connections'] },
  paused: { tone: 'warning', actions: ['resume'] },
  offline: { tone: 'offline', actions: ['try-now'] },
  portal: { tone: 'offline', actions: ['try-now', 'unsent'] },
  'offline-waiting': { tone: 'offline', actions: ['try-now', 'unsent'] },
  'unsent-full': { tone: 'bad', actions: ['unsent'] },
  'unsent-old': { tone: 'bad', actions: ['unsent'] },
  'unsent-aging': { tone: 'warning', actions: ['unsent'] },
  'unsent-many': { tone: 'warning', actions: ['unsent'] },
  'unsent-many-limit': { tone: 'warning', actions: ['unsent'] },
  'notice-restored': { tone: 'info', actions: ['understood'] },
  'notice-copied': { tone: 'info', actions: ['understood'] },
  'notice-taken-over': { tone: 'info', actions: ['understood'] },
  'notice-taken-back': { tone: 'info', actions: ['understood'] },
  'notice-started-afresh': { tone: 'info', actions: ['understood'] },
  'notice-new-key': { tone: 'info', actions: ['understood'] },
  'notice-connection-erased': { tone: 'info', actions: ['understood'] },
  'notice-changed-outside': { tone: 'bad', actions: ['understood'] },
  'linked-box': { tone: 'info', actions: ['activate-box', 'ignore-box'] },
  training: { tone: 'training' },
  'opened-file': { tone: 'info', actions: ['show-file', 'ignore-file'] },
} as const satisfies Record<string, Banner>
type BannerCode = keyof typeof banners

/** The warning about old unsent jobs appears when this share of their allowed age is left. */
const warningShare = 0.25

export function BannerStack() {
  const snapshot = useSnapshot((whole) => whole)
  const hostError = useHostError()
  const now = useNow()
  // The other banners are no longer true without a host.
  if (hostError !== undefined) return <HostNotice />
  const codes = listBanners(snapshot, now)
  if (codes.length === 0) return undefined
  return (
    <section aria-label={t('frame.banners.label')} className="print:hidden">
      {codes.map((code) => (
        <BannerLine key={code} code={code} now={now} />
      ))}
    </section>
  )
}

/** Says that the host does not answer, or refuses this page. */
export function HostNotice() {
  const error = useHostError()
  if (error === undefined) return undefined
  return (
    <section aria-label={t('frame.banners.label')} className="print:hidden">
      <ErrorNotice error={error} />
    </section>
  )
}

function BannerLine({ code, now }: { readonly code: BannerCode; readonly now: number }) {
  const { storage, vault, counts, oldestUnsent, maintenance, linkedBox, openedFile, missingConnection } = useSnapshot(
    (whole) => whole,
  )
  const active = useActiveConnection()
  const notice = maintenance.notices.at(-1)
  const isAboutAge = code === 'unsent-old' || code === 'unsent-aging'
  const words = {
    answer: active?.link.words ?? '',
    name: active?.settings.name ?? '',
    folder: storage.folder,
    count: isAboutAge ? (active?.settings.unsentHours ?? 0) : sumUnsent(counts),
    since: formatWhen(oldestUnsent ?? 0, now),
    limit: active?.settings.unsentLimit ?? 0,
    jobs: notice?.jobs ?? 0,
    from: notice?.from ?? '',
    box: linkedBox ?? '',
    file: openedFile ?? '',
    address: missingConnection?.baseUrl ?? '',
    crm: missingConnection?.crmService ?? '',
  }
  const [path] = useLocation()
  // Only the settings need an unlock button, because every other screen asks for the passphrase itself.
  const canUnlock = screenOf(path) === 'settings'
  const { tone, actions = [] }: Banner = banners[code]
  const { look, icon: Icon } = tones[tone]
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      data-banner={code}
      className={clsx('flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-1.5 text-body', look)}
    >
      <Icon aria-hidden size="1rem" className="shrink-0" />
      <p className="min-w-0 flex-1 basis-64 [overflow-wrap:anywhere]">
        <span className="font-semibold">{t(`frame.banners.${code}`, words)}</span>
        {code === 'training' && vault.protection === 'training-file' ? (
          <span className="ms-2 text-small">{t('frame.banners.training-file')}</span>
        ) : undefined}
      </p>
      {actions
        .filter((action) => action !== 'unlock' || canUnlock)
        .map((action) => (
          <BannerButton key={action} action={action} />
        ))}
    </div>
  )
}

type BannerAction = keyof ReturnType<typeof useBannerActions>['actions']

function useBannerActions() {
  const { view } = useServices()
  const [, navigate] = useLocation()
  const resume = useCommand('queue.resume')
  const clear = useCommand('maintenance.clear-notices')
  const accept = useCommand('queue.accept-answer')
  const forget = useCommand('app.forget-link')
  const begin = useBeginActivation()
  const forgetFile = useCommand('app.forget-file')
  const { linkedBox: box = '', openedFile: name = '' } = useSnapshot((whole) => whole)
  const actions = {
    unlock: () => navigate(paths.home),
    token: () => view.open('token'),
    resume: () => void resume.run({}),
    'try-now': () => void resume.run({}),
    'accept-answer': () => void accept.run({}),
    unsent: () => navigate(queuePath('saved')),
    protection: () => navigate(settingsPath('privacy')),
    backups: () => navigate(settingsPath('privacy')),
    connections: () => navigate(settingsPath('connections')),
    release: () => view.open('release'),
    understood: () => void clear.run({}),
    // The activation screen treats the linked box like a typed box. If the draft has another box, the screen asks the technician.
    'activate-box': () => {
      void forget.run({ box })
      begin({ raw: box, asSerial: false })
    },
    'ignore-box': () => void forget.run({ box }),
    // The page of connections shows the changes without another click, and then forgets the file.
    'show-file': () => navigate(settingsPath('connections')),
    'ignore-file': () => void forgetFile.run({ name }),
  }
  return { actions, isBusy: resume.isBusy || clear.isBusy || accept.isBusy || forgetFile.isBusy }
}

function BannerButton({ action }: { readonly action: BannerAction }) {
  const { actions, isBusy } = useBannerActions()
  return (
    <Button size="small" onPress={actions[action]} isBusy={isBusy}>
      {t(`frame.actions.${action}`)}
    </Button>
  )
}

/** Returns the banners for a snapshot. Banners about stopped work come first. `now`: milliseconds since 1970. */
export function listBanners(snapshot: Snapshot, now: number): readonly BannerCode[] {
  const codes: BannerCode[] = []
  const { storage, vault, paused, maintenance, linkedBox, openedFile, missingConnection } = snapshot
  if (storage.state !== 'ok') codes.push(storage.state)
  const stop = findSendingStop(snapshot)
  if (stop !== undefined && stop !== 'paused') codes.push(stop)
  if (vault.state === 'locked' || vault.state === 'unavailable' || vault.state === 'lost') codes.push(vault.state)
  if (vault.protection === 'system-weak') codes.push('weak')
  const active = findActiveConnection(snapshot)
  const link = active?.link.state
  if (link === 'token-refused' || link === 'same-answer') codes.push(link)
  else if (active?.isPlainHttpStopped === true) codes.push('plain-http')
  else if (active?.hasToken === false && !isShut(vault)) codes.push('no-token')
  if (missingConnection !== undefined) codes.push('missing-connection')
  if (paused) codes.push('paused')
  else if (link === 'unreached' && active?.link.failure === 'not-the-platform') codes.push('portal')
  else if (link === 'unreached') codes.push(sumUnsent(snapshot.counts) === 0 ? 'offline' : 'offline-waiting')
  if (active !== undefined) codes.push(...listUnsentBanners(active.settings, snapshot, now))
  const notice = maintenance.notices.at(-1)
  if (notice !== undefined) codes.push(`notice-${notice.kind}`)
  if (linkedBox !== undefined) codes.push('linked-box')
  if (active?.settings.kind === 'training') codes.push('training')
  if (openedFile !== undefined) codes.push('opened-file')
  return codes
}

/** Returns the banners about the operator's limits for the number and age of unsent jobs. At the limit no new work is accepted. */
function listUnsentBanners(
  { unsentWarning, unsentLimit, unsentHours }: Connection,
  { counts, oldestUnsent }: Snapshot,
  now: number,
): readonly BannerCode[] {
  const unsent = sumUnsent(counts)
  if (unsentLimit > 0 && unsent >= unsentLimit) return ['unsent-full']
  const limit = unsentHours * anHour
  const age = limit === 0 || oldestUnsent === undefined ? 0 : Math.max(0, now - oldestUnsent)
  if (age > 0 && age >= limit) return ['unsent-old']
  const codes: BannerCode[] = []
  if (age > 0 && age >= limit * (1 - warningShare)) codes.push('unsent-aging')
  if (unsentWarning > 0 && unsent >= unsentWarning) codes.push(unsentLimit > 0 ? 'unsent-many-limit' : 'unsent-many')
  return codes
}

/**
 * Messages at the bottom of the window. Short ones are announced politely and disappear after a while. The error of a command stays until
 * the user closes it. It takes its own room, so that it covers no row and no button, and a dialog lies above it.
 * While it is shown, short messages appear at the top.
 */
export function Messages() {
  const { view } = useServices()
  const { toasts, failure } = useStore(view)
  const close = () => {
    view.fail(undefined)
    document.getElementById('main')?.focus()
  }
  return (
    <>
      {failure === undefined ? undefined : (
        <div className="sticky bottom-0 max-h-1/2 shrink-0 overflow-y-auto bg-raised print:hidden">
          <ErrorNotice error={failure} actions={<Button onPress={close}>{t('ui.close')}</Button>} />
        </div>
      )}
      <output
        aria-label={t('frame.toasts')}
        className={clsx(
          'pointer-events-none fixed inset-x-0 z-50 grid justify-items-center gap-2 px-4 print:hidden',
          failure === undefined ? 'bottom-4' : 'top-4',
        )}
      >
        {toasts.map((toast) => (
          <ToastLine key={toast.id} toast={toast} />
        ))}
      </output>
    </>
  )
}

function ToastLine({ toast }: { readonly toast: Toast }) {
  const { view } = useServices()
  useEffect(() => {
    const timer = setTimeout(() => view.unsay(toast.id), messageShownMs)
    return () => clearTimeout(timer)
  }, [view, toast.id])
  return (
    <span className="max-w-2xl rounded-normal border border-transparent bg-ink px-4 py-2.5 font-semibold [overflow-wrap:anywhere] text-ground shadow-high forced-colors:border-[CanvasText] forced-colors:bg-[Canvas] forced-colors:text-[CanvasText] forced-colors:forced-color-adjust-none">
      {toast.text}
    </span>
  )
}
