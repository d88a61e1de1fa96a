import { lazy, Suspense, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { Route, Router, Switch } from 'wouter'
import { useHashLocation } from 'wouter/use-hash-location'
import { Frame } from './features/frame/frame.tsx'
import { PartBoundary } from './features/frame/part-boundary.tsx'
import { Starting } from './features/frame/starting.tsx'
import { useAppearance } from './features/frame/use-appearance.ts'
import { HomeScreen } from './features/home/home-screen.tsx'
import { UnlockedOnly } from './features/vault/unlocked-only.tsx'
import { paths } from './routes.ts'
import { useDesk } from './state/desk.tsx'

const ActivationScreen = lazy(async () => ({
  default: (await import('./features/activation/activation-screen.tsx')).ActivationScreen,
}))
const ConsoleScreen = lazy(async () => ({
  default: (await import('./features/console/console-screen.tsx')).ConsoleScreen,
}))
const QueueScreen = lazy(async () => ({ default: (await import('./features/queue/queue-screen.tsx')).QueueScreen }))
const CustomersScreen = lazy(async () => ({
  default: (await import('./features/customers/customers-screen.tsx')).CustomersScreen,
}))
const HostnamesScreen = lazy(async () => ({
  default: (await import('./features/hostnames/hostnames-screen.tsx')).HostnamesScreen,
}))
const BulkScreen = lazy(async () => ({ default: (await import('./features/bulk/bulk-screen.tsx')).BulkScreen }))
const ActivityScreen = lazy(async () => ({
  default: (await import('./features/activity/activity-screen.tsx')).ActivityScreen,
}))
const SettingsScreen = lazy(async () => ({
  default: (await import('./features/settings/settings-screen.tsx')).SettingsScreen,
}))
const FirstRunScreen = lazy(async () => ({
  default: (await import('./features/first-run/first-run-screen.tsx')).FirstRunScreen,
}))

/** Routes live after the `#`: both hosts serve one page. */
const byHash = { hook: useHashLocation }

/** The whole window: what stands before the first snapshot, the first run, or the frame with one screen in it. */
export function AppRoot() {
  const { snapshot, error } = useStore(useDesk().snapshots)
  useAppearance(snapshot?.preferences.appearance)
  useFocusAfterFirstRun(snapshot?.connections.length)
  if (snapshot === undefined) return <Starting error={error} />
  return (
    <Router {...byHash}>
      <Suspense fallback={undefined}>
        {snapshot.connections.length === 0 ? (
          <PartBoundary of="first-run">
            <FirstRunScreen />
          </PartBoundary>
        ) : (
          <Frame>
            <Suspense fallback={undefined}>
              <Switch>
                <Route path={`${paths.settings}/:page?/:id?`} component={SettingsScreen} />
                <Route>
                  <UnlockedOnly>
                    <Switch>
                      <Route path={`${paths.activate}/*?`} component={ActivationScreen} />
                      <Route path={`${paths.customers}/:first?/:second?`} component={CustomersScreen} />
                      <Route path={`${paths.hostnames}/:hostname?`} component={HostnamesScreen} />
                      <Route path={paths.bulk} component={BulkScreen} />
                      <Route path={paths.activity} component={ActivityScreen} />
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
      </Suspense>
    </Router>
  )
}

/** The button that ended the first run is gone: a box can be typed at once. */
function useFocusAfterFirstRun(connections: number | undefined): void {
  const before = useRef(connections)
  useEffect(() => {
    const isOver = before.current === 0 && connections !== 0
    before.current = connections
    if (!isOver) return
    const main = document.getElementById('main')
    const field = main?.querySelector<HTMLElement>('[data-box-field]')
    ;(field ?? main)?.focus()
  }, [connections])
}
