import { Suspense, useEffect, useRef, type ReactNode, useState } from 'react'
import { useStore } from 'zustand'
import { Route, Router, Switch } from 'wouter'
import { I18nProvider } from 'react-aria-components/I18nProvider'
import { directionOf, languageFor, type Language, type LanguageChoice } from '../../shared/domain/language.ts'
import { shownFormatTag, shownLanguage, speak, t } from './locale.ts'
import { Frame } from './features/frame/frame.tsx'
import { HostNotice } from './features/frame/messages.tsx'
import { watchForms } from './features/frame/watch-forms.ts'
import { LaterPart, lazyPart } from './features/frame/part-boundary.tsx'
import { HomeScreen } from './features/home/home-screen.tsx'
import { navigate, paths, usePageAddress } from './routes.ts'
import { useLate } from './ui/format-time.ts'
import { useServices, useSnapshot } from './state/services.tsx'
import type { Preferences } from '../../shared/bridge/snapshot.ts'
import { isShut } from './state/snapshot-store.ts'
import type { BridgeError } from '../../shared/bridge/errors.ts'
import { ErrorNotice } from './bridge/use-call.tsx'

const quietForMs = 1000

const LockedScreen = lazyPart(async () => (await import('./features/vault/locked-screen.tsx')).LockedScreen)
const SignInScreen = lazyPart(async () => (await import('./features/who/sign-in-screen.tsx')).SignInScreen)
const ActivationScreen = lazyPart(
  async () => (await import('./features/activation/activation-screen.tsx')).ActivationScreen,
)
const ConsoleScreen = lazyPart(async () => (await import('./features/console/console-screen.tsx')).ConsoleScreen)
const QueueScreen = lazyPart(async () => (await import('./features/queue/queue-screen.tsx')).QueueScreen)
const CustomersScreen = lazyPart(
  async () => (await import('./features/customers/customers-screen.tsx')).CustomersScreen,
)
const HostnamesScreen = lazyPart(
  async () => (await import('./features/hostnames/hostnames-screen.tsx')).HostnamesScreen,
)
const BulkScreen = lazyPart(async () => (await import('./features/bulk/bulk-screen.tsx')).BulkScreen)
const ActivityScreen = lazyPart(async () => (await import('./features/activity/activity-screen.tsx')).ActivityScreen)
const FleetScreen = lazyPart(async () => (await import('./features/fleet/fleet-screen.tsx')).FleetScreen)
const SettingsScreen = lazyPart(async () => (await import('./features/settings/settings-screen.tsx')).SettingsScreen)
const FirstRunScreen = lazyPart(async () => (await import('./features/first-run/first-run-screen.tsx')).FirstRunScreen)

const byAddress = { hook: usePageAddress }

/** Renders the whole window: the start message until the first snapshot arrives, then the first run or the frame with one screen. */
export function AppRoot() {
  const { snapshot, error } = useStore(useServices().snapshots)
  useAppearance(snapshot?.preferences.appearance)
  const spoken = useLanguage(snapshot?.preferences.language ?? 'system')
  useFocusAfterLanguage(spoken)
  const isSignedOut = snapshot?.who.state === 'signed-out'
  // While no technician is signed in, the snapshot contains no connections.
  useHomeAfterFirstRun(isSignedOut ? undefined : snapshot?.connections.length)
  if (snapshot === undefined || spoken === undefined) return <Starting error={error} />
  const isFirstRun = snapshot.connections.length === 0
  return (
    <I18nProvider key={spoken} locale={shownFormatTag()}>
      {/* The frame has a place of its own for it. */}
      {isSignedOut || isFirstRun ? <HostNotice /> : undefined}
      <Screens isSignedOut={isSignedOut} isFirstRun={isFirstRun} />
    </I18nProvider>
  )
}

function Screens({ isSignedOut, isFirstRun }: { readonly isSignedOut: boolean; readonly isFirstRun: boolean }) {
  usePageReports()
  useFocusAfterUnlocking(isSignedOut)
  if (isSignedOut)
    return (
      <LaterPart of="sign-in">
        <SignInScreen />
      </LaterPart>
    )
  return (
    <Router {...byAddress}>
      {isFirstRun ? (
        <LaterPart of="first-run">
          <FirstRunScreen />
        </LaterPart>
      ) : (
        <Frame>
          <Suspense fallback={undefined}>
            <Switch>
              <Route path={`${paths.settings}/:page?/:id?/:part?`} component={SettingsScreen} />
              <Route>
                <UnlockedOnly>
                  <Switch>
                    <Route path={`${paths.activate}/*?`} component={ActivationScreen} />
                    <Route path={`${paths.customers}/:first?/:second?/:third?`} component={CustomersScreen} />
                    <Route path={`${paths.hostnames}/:hostname?`} component={HostnamesScreen} />
                    <Route path={paths.bulk} component={BulkScreen} />
                    <Route path={`${paths.activity}/:tab?`} component={ActivityScreen} />
                    <Route path={`${paths.fleet}/:part?/:id?`} component={FleetScreen} />
                    <Route path={`${paths.queue}/:filter?/:id?`} component={QueueScreen} />
                    <Route path={`${paths.console}/:operation?/:job?`} component={ConsoleScreen} />
                    <Route component={HomeScreen} />
                  </Switch>
                </UnlockedOnly>
              </Route>
            </Switch>
          </Suspense>
        </Frame>
      )}
    </Router>
  )
}

/**
 * Opens Home after the first run. Focuses the box field, because the button that had the focus disappears. Home opens when the new snapshot
 * arrives and not when the button's call returns: by then the technician may already be on another screen.
 */
function useHomeAfterFirstRun(connections: number | undefined): void {
  const before = useRef(connections)
  useEffect(() => {
    const isOver = before.current === 0 && connections !== 0
    before.current = connections
    if (!isOver) return
    navigate(paths.home, { replace: true })
    focusScreen()
  }, [connections])
}

/** Focuses the screen when Setdesk was unlocked, because the field that had the focus disappears. */
function useFocusAfterUnlocking(isSignedOut: boolean): void {
  const isLocked = useSnapshot(({ vault }) => isShut(vault)) || isSignedOut
  const wasLocked = useRef(isLocked)
  useEffect(() => {
    const isOpened = wasLocked.current && !isLocked
    wasLocked.current = isLocked
    // A form focuses its first field itself.
    if (isOpened && document.activeElement === document.body) focusScreen()
  }, [isLocked])
}

/** Focuses the field for a box if the screen has one, or else the screen. */
function focusScreen(): void {
  const main = document.getElementById('main')
  const field = main?.querySelector<HTMLElement>('[data-box-field]')
  ;(field ?? main)?.focus()
}

/**
 * Reports to the main process that the page is shown, and whether a form is open. An installed Setdesk does not update itself while a
 * form is open. The first report also says that this version is usable.
 */
function usePageReports(): void {
  const { bridge } = useServices()
  const isInstalled = useSnapshot(({ update }) => update.status.state !== 'elsewhere')
  useEffect(() => {
    if (!isInstalled) return undefined
    return watchForms(document, (hasOpenForm) => void bridge.call('update.report-page', { hasOpenForm }))
  }, [bridge, isInstalled])
}

/** Loads the chosen language. Returns the language on screen, or undefined while the chosen language is being loaded. */
function useLanguage(choice: LanguageChoice): Language | undefined {
  const language = languageFor(choice, navigator.languages)
  const [shown, setShown] = useState(shownLanguage)
  useEffect(() => {
    const root = document.documentElement
    root.lang = shown
    root.dir = directionOf(shown)
  }, [shown])
  useEffect(() => {
    if (language === shown) return
    void speak(language, navigator.languages).then(() => setShown(language))
  }, [language, shown])
  return language === shown ? shown : undefined
}

/** Focuses the screen after a change of language, which draws everything anew, so that what had the focus is gone. */
function useFocusAfterLanguage(spoken: Language | undefined): void {
  const before = useRef(spoken)
  useEffect(() => {
    if (spoken === undefined) return
    const isChanged = before.current !== undefined && before.current !== spoken
    before.current = spoken
    if (isChanged && document.activeElement === document.body) document.getElementById('main')?.focus()
  }, [spoken])
}

function useAppearance(appearance: Preferences['appearance'] | undefined): void {
  useEffect(() => {
    const root = document.documentElement
    if (appearance === undefined || appearance === 'system') delete root.dataset['appearance']
    else root.dataset['appearance'] = appearance
  }, [appearance])
}

function UnlockedOnly({ children }: { readonly children: ReactNode }) {
  const isLocked = useSnapshot(({ vault }) => isShut(vault))
  return isLocked ? <LockedScreen /> : children
}

/** Shown until the first snapshot arrives: at first nothing, after a delay a message, or the error. */
function Starting({ error }: { readonly error: BridgeError | undefined }) {
  const isLate = useLate(true, quietForMs)
  return (
    <main className="grid h-full place-items-center bg-ground p-8">
      <div className="max-w-md">
        <ErrorNotice error={error} />
        {isLate && error === undefined ? <p className="text-soft">{t('frame.starting')}</p> : undefined}
      </div>
    </main>
  )
}
