import { useEffect, type ReactNode, lazy, Suspense, useState } from 'react'
import { useLocation, Link } from 'wouter'
import { useStore } from 'zustand'
import { joinWords, t } from '../../locale.ts'
import { useActiveConnection, useHostError, useServices, useSnapshot } from '../../state/services.tsx'
import { useFrameScans } from '../scan/use-labels.ts'
import { BannerStack, Messages } from './messages.tsx'
import { LaterPart, laterPart, lazyPart, PartBoundary } from './part-boundary.tsx'
import {
  Files,
  History,
  House,
  Laptop,
  ListChecks,
  Lock,
  Network,
  PackagePlus,
  Settings,
  UsersRound,
  type LucideIcon,
} from 'lucide-react'
import { countOf, parentOf, paths, queuePath, railScreens, screenOf, settingsPath } from '../../routes.ts'
import { isShut, seesFleet } from '../../state/snapshot-store.ts'
import { clsx } from 'clsx'
import { FindButton } from '../find/find-button.tsx'
import { TypeAhead } from '../find/type-ahead.tsx'
import { findShortcut, usesCommandKey, type ShortcutName } from '../../shortcuts.ts'
import type { ConnectionView } from '../../../../shared/bridge/snapshot.ts'
import { formatWhen, useNow } from '../../ui/format-time.ts'

type LinkView = ConnectionView['link']

const lamps: Readonly<Record<LinkView['state'], string>> = {
  unknown: 'border-2 border-edge',
  reached: 'bg-done',
  unreached: 'border-2 border-waiting',
  'token-refused': 'bg-refused',
  'same-answer': 'bg-refused',
}

const countLinks = ['saved', 'sending', 'needs-you'] as const

const icons: Readonly<Record<(typeof railScreens)[number], LucideIcon>> = {
  home: House,
  activate: PackagePlus,
  customers: UsersRound,
  hostnames: Network,
  bulk: Files,
  queue: ListChecks,
  activity: History,
  fleet: Laptop,
  settings: Settings,
}

const FindDialog = lazyPart(async () => (await import('../find/find-dialog.tsx')).FindDialog)
const HelpDialog = lazyPart(async () => (await import('./overlay-dialogs.tsx')).HelpDialog)
/**
 * Loaded once Home is on screen, because no sound is needed before the first scan. The texts of the player are loaded with the first
 * screen's texts.
 */
const SignalPlayer = lazy(async () => {
  await new Promise((resolve) => requestIdleCallback(resolve))
  return { default: (await import('../signals/signals.tsx')).SignalPlayer }
})
const TokenDialog = lazyPart(async () => (await import('./overlay-dialogs.tsx')).TokenDialog)
const MissionBar = laterPart(async () => (await import('../missions/mission-bar.tsx')).MissionBar)
const ReleaseDialog = lazyPart(async () => (await import('./overlay-dialogs.tsx')).ReleaseDialog)

export function Frame({ children }: { readonly children: ReactNode }) {
  const [path] = useLocation()
  useShortcuts()
  useDocumentTitle()
  useFrameScans()
  useActiveReports()
  const mission = useSnapshot(({ preferences }) => preferences.missions.begun?.box)
  const [formerMission] = useState(mission)
  const { colour, kind } = useActiveConnection()?.settings ?? {}
  return (
    <div
      className="flex h-full flex-col bg-ground low:overflow-y-auto"
      // The active connection's colour, for the top bar and for the top edge of a ticket.
      style={colour && { ['--tenant' as string]: `var(--tenant-${colour})` }}
    >
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:start-2 focus:z-50 focus:rounded-normal focus:bg-surface focus:px-4 focus:py-2 focus:shadow-high"
      >
        {t('frame.skip')}
      </a>
      <TopBar />
      <div className="flex min-h-0 flex-1 flex-col-reverse low:flex-none narrow:flex-row print:block">
        <Rail />
        {/* What comes and goes is beside the rail: if it moved the rail, a click would hit another screen's link. */}
        <div className="flex min-h-0 min-w-0 flex-1 flex-col print:block">
          <BannerStack />
          <main
            id="main"
            tabIndex={-1}
            className="relative min-h-0 min-w-0 flex-1 overflow-auto outline-none low:h-[100cqh] low:flex-none print:overflow-visible"
          >
            <PartBoundary of={path}>{children}</PartBoundary>
          </main>
          <LaterPart of="missions">
            {kind === 'training' && mission !== undefined ? (
              <MissionBar hasJustBegun={mission !== formerMission} />
            ) : undefined}
          </LaterPart>
          <Messages />
        </div>
      </div>
      <Overlays />
      <LaterPart of="signals">
        <SignalPlayer />
      </LaterPart>
    </div>
  )
}

function Overlays() {
  const { view } = useServices()
  const overlay = useStore(view, (state) => state.overlay)
  const active = useActiveConnection()
  const isHeld = useSnapshot(({ maintenance }) => maintenance.sendLocked)
  return (
    <LaterPart of={overlay ?? ''}>
      {overlay === 'find' ? (
        <Suspense fallback={<TypeAhead />}>
          <FindDialog />
        </Suspense>
      ) : undefined}
      {overlay === 'help' ? <HelpDialog /> : undefined}
      {overlay === 'token' && active !== undefined ? (
        <TokenDialog connection={active.settings} onClose={view.close} />
      ) : undefined}
      {overlay === 'release' && isHeld ? <ReleaseDialog onClose={view.close} /> : undefined}
    </LaterPart>
  )
}

/** Milliseconds between two reports that the technician is active. */
const reportEvery = 15_000

/** Tells the main process that the technician is active. Without these reports, the main process locks the app. */
function useActiveReports(): void {
  const { bridge } = useServices()
  const isSignedIn = useSnapshot(({ who }) => who.state === 'signed-in')
  useEffect(() => {
    if (!isSignedIn) return undefined
    let last = Number.NEGATIVE_INFINITY
    const report = ({ timeStamp }: Event) => {
      if (timeStamp - last < reportEvery) return
      last = timeStamp
      void bridge.call('who.active', {})
    }
    const signs = ['keydown', 'pointerdown', 'wheel'] as const
    for (const sign of signs) window.addEventListener(sign, report, { capture: true, passive: true })
    return () => {
      for (const sign of signs) window.removeEventListener(sign, report, { capture: true })
    }
  }, [bridge, isSignedIn])
}

/** Sets the window title. The title names the screen and the connection, but never a customer. */
function useDocumentTitle(): void {
  const [path] = useLocation()
  const connection = useActiveConnection()?.settings.name ?? ''
  const title = t('frame.title', { screen: t(`frame.${screenOf(path)}`), connection })
  useEffect(() => {
    document.title = title
  }, [title])
}

function Rail() {
  const [path] = useLocation()
  const current = screenOf(path)
  const forYou = useSnapshot(({ counts }) => counts.needsYou + counts.refused)
  const hasFleet = useSnapshot(seesFleet)
  return (
    <nav
      aria-label={t('frame.screens')}
      className="flex overflow-auto bg-rail text-on-rail max-narrow:flex-wrap max-narrow:px-1 narrow:w-max narrow:max-w-28 narrow:min-w-22 narrow:flex-col narrow:pb-1.5 print:hidden"
    >
      <img src="./icon.svg" alt="" className="mx-auto my-1.5 size-9 shrink-0 max-narrow:hidden" />
      {railScreens.map((name) => {
        if (name === 'fleet' && !hasFleet) return undefined
        const Icon = icons[name]
        return (
          <Link
            key={name}
            href={paths[name]}
            {...(current === name ? { 'aria-current': 'page' } : {})}
            className={clsx(
              hasFleet ? 'py-1' : 'py-1.5',
              'relative grid justify-items-center gap-1 px-1.5 text-center text-small no-underline transition-colors outline-offset-[-4px] hover:text-marker focus-visible:outline-marker max-narrow:flex-auto',
              'aria-[current=page]:bg-rail-here aria-[current=page]:font-semibold aria-[current=page]:text-marker aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-0 aria-[current=page]:before:start-0 aria-[current=page]:before:w-1 aria-[current=page]:before:bg-marker',
              name === 'settings' && 'narrow:mt-auto',
            )}
          >
            <Icon aria-hidden size="1.3125rem" strokeWidth={1.7} />
            {/* In very narrow or low windows only icons are shown, because the words would leave too little room. */}
            <span className="max-[30rem]:sr-only low:max-narrow:sr-only">{t(`frame.${name}`)}</span>
            {name === 'queue' && forYou > 0 ? (
              <span className="absolute top-1 end-2.5 grid h-4 min-w-4 place-items-center rounded-small bg-rail-badge px-1 text-small leading-none font-bold text-on-marker tabular-nums">
                <span aria-hidden>{forYou}</span>
                <span className="sr-only">{t('frame.needsYouBadge', { count: forYou })}</span>
              </span>
            ) : undefined}
          </Link>
        )
      })}
    </nav>
  )
}

function useShortcuts(): void {
  const { commands, view } = useServices()
  const isSignedIn = useSnapshot(({ who }) => who.state === 'signed-in')
  const [path, navigate] = useLocation()
  useEffect(() => {
    const isMac = usesCommandKey(navigator.userAgent)
    const open = (to: string): void => {
      view.close()
      navigate(to)
    }
    const actions: Readonly<Record<ShortcutName, () => void>> = {
      palette: () => view.open('find'),
      activate: () => open(paths.activate),
      find: () => {
        view.close()
        if (!path.startsWith(paths.queue)) navigate(paths.customers)
        // In a narrow window, an open job hides the list and its search field.
        else if (!isSearchShown()) navigate(path.split('/').slice(0, 3).join('/'))
        view.askToFind()
      },
      print: () => view.print(),
      settings: () => open(paths.settings),
      lock: () => void commands.call('who.sign-out', {}),
      help: () => view.open('help'),
      back: () => {
        const parent = parentOf(path)
        if (parent !== undefined) navigate(parent)
      },
    }
    const take = (press: KeyboardEvent) => {
      if (press.defaultPrevented) return
      const name = findShortcut(press, isMac)
      if (name === undefined || (name === 'back' && (isSomethingOpen() || isInField(press.target)))) return
      if (name === 'lock' && !isSignedIn) return
      press.preventDefault()
      actions[name]()
    }
    window.addEventListener('keydown', take)
    return () => window.removeEventListener('keydown', take)
  }, [commands, view, path, navigate, isSignedIn])
}

/** Whether the focus is in a field. The key Esc is then for the field: if Esc closed the screen, the typed text would be lost. */
const isInField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable="true"]') !== null

const isSearchShown = (): boolean => document.querySelector('#main input[type=search]')?.checkVisibility() === true

/** Whether a dialog, list or menu is open, which handles Esc itself. */
function isSomethingOpen(): boolean {
  return document.querySelector('[role="dialog"], [role="alertdialog"], [role="listbox"], [role="menu"]') !== null
}

function TopBar() {
  const isHostGone = useHostError() !== undefined
  const active = useActiveConnection()
  return (
    <header className="flex min-h-12 shrink-0 flex-wrap items-stretch gap-x-4 border-b border-line bg-raised print:hidden">
      {active === undefined ? undefined : (
        <Link
          href={settingsPath(`connections/${active.settings.id}`)}
          data-block
          className="flex min-w-0 flex-col justify-center bg-(--tenant) px-4 py-1 text-on-tenant no-underline outline-offset-[-4px] focus-visible:outline-on-tenant"
        >
          <span dir="auto" className="max-w-64 truncate font-semibold">
            <span className="sr-only">{t('frame.tenant')} </span>
            {active.settings.name}
          </span>
          <span dir="auto" className="max-w-64 truncate text-small">
            {t('frame.services', { crm: active.settings.crmService, cms: active.settings.cmsService })}
          </span>
        </Link>
      )}
      <div className="flex min-w-0 flex-wrap items-center gap-x-4 px-1 max-narrow:px-4">
        {active === undefined || isHostGone ? undefined : <LinkLight link={active.link} />}
        <Station />
        <LockButton />
        <FindButton size="small" />
      </div>
      <CountLinks />
    </header>
  )
}

export function LinkLight({ link }: { readonly link: LinkView }) {
  const now = useNow()
  const words =
    link.state === 'unreached' && link.since > 0
      ? t('frame.link.unreachedSince', { time: formatWhen(link.since, now) })
      : t(`frame.link.${link.state}`)
  return (
    // The width is fixed, because longer words would wrap the top bar, which would move the rail.
    <output className="flex w-40 items-center gap-2 py-1 leading-4 text-soft">
      <span aria-hidden data-block className={clsx('size-2.5 shrink-0 rounded-full', lamps[link.state])} />
      {words}
    </output>
  )
}

function Station() {
  const { technician, stationName } = useSnapshot(({ preferences }) => preferences)
  const isClosed = useSnapshot(({ vault }) => isShut(vault))
  const names = [technician, stationName].filter((name) => name !== '')
  // The list of technicians is still locked, so it is not known whether somebody must type a name.
  if (isClosed && names.length === 0) return undefined
  return (
    <Link
      href={settingsPath('technician')}
      className="flex min-h-8 min-w-0 items-center text-soft no-underline outline-offset-[-4px] hover:text-ink"
    >
      <span dir="auto" className="max-w-56 truncate">
        {names.length === 0 ? t('frame.noTechnician') : joinWords(names)}
      </span>
    </Link>
  )
}

function LockButton() {
  const { commands } = useServices()
  const isSignedIn = useSnapshot(({ who }) => who.state === 'signed-in')
  if (!isSignedIn) return undefined
  return (
    <button
      type="button"
      onClick={() => void commands.call('who.sign-out', {})}
      className="flex min-h-8 items-center gap-1.5 rounded-normal px-2 text-soft hover:bg-sunken hover:text-ink"
    >
      <Lock aria-hidden size="1rem" strokeWidth={1.8} />
      {t('who.lock')}
    </button>
  )
}

function CountLinks() {
  const counts = useSnapshot((snapshot) => snapshot.counts)
  return (
    <nav aria-label={t('frame.status')} className="ms-auto flex min-w-0 flex-wrap items-center gap-1 px-2">
      {countLinks.map((name) => {
        const count = countOf(name, counts)
        const hot = name === 'needs-you' && count > 0
        return (
          <Link
            key={name}
            href={queuePath(name)}
            data-count={name}
            className={clsx(
              'flex min-h-8 items-center gap-2 rounded-normal px-2.5 whitespace-nowrap no-underline transition-colors',
              hot ? 'bg-needs-you-tint text-needs-you' : 'text-soft hover:bg-sunken hover:text-ink',
            )}
          >
            {t(`frame.counts.${name}`)}
            <b className={clsx('font-semibold tabular-nums', !hot && 'text-ink')}>{count}</b>
            <span className="sr-only">{t('frame.counts.link')}</span>
          </Link>
        )
      })}
    </nav>
  )
}
