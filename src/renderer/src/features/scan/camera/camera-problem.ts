/** Why there is no picture from a camera. */
export type CameraProblem = 'none' | 'denied' | 'busy'

/** What the browser's refusal comes to for the person. */
export function cameraProblemOf(error: unknown): CameraProblem {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'none'
}
