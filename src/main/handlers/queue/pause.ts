import type { Handlers } from '../../app.ts'
import { done } from '../session/session.ts'
import type { AppParts } from '../session/sessions.ts'

/** The pause of all sending, which a technician begins and ends. The next start of Setdesk sends again. */
export function createPause({ settings, sessions, onChange }: Pick<AppParts, 'settings' | 'sessions' | 'onChange'>) {
  let isPaused = false
  const set = (paused: boolean): void => {
    isPaused = paused
    sessions.applyPause()
    onChange()
  }
  const handlers: Pick<Handlers, 'queue.pause' | 'queue.resume'> = {
    'queue.pause': async () => {
      set(true)
      return done
    },
    'queue.resume': async () => {
      set(false)
      const active = settings.active()
      if (active !== undefined) sessions.current()?.queue.tryNetwork(active.id)
      return done
    },
  }
  return {
    handlers,
    isPaused: () => isPaused,
    forget(): void {
      isPaused = false
    },
  }
}
