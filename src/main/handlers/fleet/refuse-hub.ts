import type { HubFailure } from '../../fleet/ask-hub.ts'
import { problem, type Refusal } from '../session/problem.ts'

/** `detail`: the network failure, or the hub's code. */
export function refuseHub(error: HubFailure): Refusal {
  if (error.is === 'unreached' && error.failure === 'too-many')
    return problem('hub-busy', 'The hub has too many calls at the moment')
  if (error.is === 'unreached')
    return problem('hub-not-reached', 'The hub of the fleet was not reached', { detail: error.failure })
  const { code } = error
  if (code === 'code-unknown')
    return problem(code, 'The hub does not know this one-time code, or it was used or has lapsed')
  if (code === 'not-found') return problem(code, 'There is no such station')
  if (code === 'conflict') return problem('changed-meanwhile', 'It changed meanwhile')
  return problem('hub-refused', 'The hub refused this', { detail: code })
}
