import { routeOf, type Route } from '../../../platform/transport/exchange.ts'
import type { Channel } from '../../../shared/bridge/contract.ts'
import { type Handlers, wrapEach } from '../../app.ts'
import { readFact } from '../../storage/database.ts'
import { createUpdateRecord } from '../../updates/update-record.ts'
import { createUpdates } from '../../updates/updates.ts'
import { readProxyLogIn } from '../../vault/tokens.ts'
import { problem } from '../session/problem.ts'
import { done, type ChannelsOf } from '../session/session.ts'
import type { AppParts } from '../session/sessions.ts'
import type { PolicyKeeper } from '../policy/policy-in-force.ts'

/**
 * An update that the user did not ask for is installed this many milliseconds after the page's last call, because a page saves a list with
 * many calls.
 */
const pauseBetweenCalls = 5000

/** Calls that a page makes on its own while no technician uses it. */
const idleCalls: ReadonlySet<string> = new Set<Channel>([
  'app.snapshot',
  'who.active',
  'update.check',
  'update.install',
  'update.report-page',
])

interface UpdateDeps extends Pick<AppParts, 'ports' | 'settings' | 'sessions' | 'onChange'> {
  readonly policy: Pick<PolicyKeeper, 'view'>
}

export function createUpdateParts({ ports, settings, sessions, policy, onChange }: UpdateDeps) {
  const { clock } = ports
  let isHeld = false
  let hasOpenForm = false
  let underWay = 0
  let lastCallAt = Number.NEGATIVE_INFINITY

  const route = (): Route => {
    const active = settings.active()
    if (active === undefined || active.kind === 'training') return {}
    const tokens = sessions.current()?.tokens
    return routeOf(active, tokens && readProxyLogIn(tokens, active))
  }
  const inTheWay = () => {
    const session = sessions.current()
    if (underWay > 0 || session?.queue.isWorking() === true) return 'work'
    if (hasOpenForm || session?.drafts.isBegun() === true) return 'form'
    return clock.elapsed() - lastCallAt < pauseBetweenCalls ? 'quiet' : undefined
  }
  const updates = createUpdates({
    ports,
    record: createUpdateRecord(ports.dataFolder),
    onChange,
    surroundings: {
      rule() {
        const { state, rules } = policy.view()
        return state === 'closed' && sessions.trouble() === undefined ? 'locked' : rules.updates
      },
      installation() {
        const database = sessions.database()
        return sessions.current()?.installation.id ?? (database && readFact(database, 'installation'))
      },
      route,
      inTheWay,
      hold(shouldHold) {
        if (isHeld === shouldHold) return
        isHeld = shouldHold
        sessions.applyPause()
      },
    },
  })
  const handlers: Pick<Handlers, ChannelsOf<'update'>> = {
    'update.check': async () => {
      if (updates.isOff()) return problem('not-allowed', 'This Setdesk does not update itself')
      // The call does not wait for the result, because a download can take minutes. The snapshot shows the progress.
      void updates.check()
      return done
    },
    'update.install': async () => {
      if (updates.isOff()) return problem('not-allowed', 'This Setdesk does not update itself')
      return updates.ask() ? done : problem('changed-meanwhile', 'No new version is ready to be installed now')
    },
    'update.report-page': async (page) => {
      ;({ hasOpenForm } = page)
      updates.notePage()
      return done
    },
  }
  return {
    updates,
    handlers,
    isHeld: () => isHeld,
    /** Whether something is being sent, a call from the page is in progress, or a form is open. */
    isInUse: () => inTheWay() === 'work' || inTheWay() === 'form',
    /** Wraps the handlers, so that a call from the page counts as work while the call is in progress. */
    watch: (all: Handlers): Handlers =>
      wrapEach(all, (channel, handle) => {
        if (idleCalls.has(channel)) return handle
        return async (request) => {
          underWay += 1
          try {
            return await handle(request)
          } finally {
            underWay -= 1
            lastCallAt = clock.elapsed()
          }
        }
      }),
  }
}
