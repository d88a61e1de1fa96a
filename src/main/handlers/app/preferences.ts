import type { Handlers } from '../../app.ts'
import { done } from '../session/session.ts'
import type { AppParts } from '../session/sessions.ts'
import type { Who } from '../who/who.ts'

type PreferencesDeps = Pick<AppParts, 'ports' | 'settings'> & { readonly who: Pick<Who, 'refusePreferences'> }

export const createPreferencesSave =
  ({ ports, settings, who }: PreferencesDeps): Handlers['preferences.save'] =>
  async (changed) => {
    const refusal = who.refusePreferences(changed)
    if (refusal !== undefined) return refusal
    settings.savePreferences(changed)
    ports.speakAs?.(settings.preferences().language)
    return done
  }
