const atEndOfFrame = /([\w.-]{1,60}\.[cm]?[jt]s):(\d{1,6}):\d{1,6}\)?$/
const frameLine = /^\s+at /

/** `at`: the innermost source positions, as `file:line`. */
export interface Problem extends Readonly<Record<string, string>> {
  readonly error: string
}

/** What a log may contain about a thrown error. The message is left out, because it may quote an address with a token. */
export function describeProblem(thrown: unknown): Problem {
  if (!(thrown instanceof Error)) return { error: 'not-an-error' }
  const code = 'code' in thrown && typeof thrown.code === 'string' && /^[A-Z][A-Z0-9_]{1,40}$/.test(thrown.code)
  const frames = framesOf(thrown)
  return {
    error: /^[A-Za-z]{1,40}$/.test(thrown.name) ? thrown.name : 'Error',
    ...(code ? { code: String(thrown.code) } : {}),
    ...(frames === '' ? {} : { at: frames }),
  }
}

/** A thrown error in one line, which the user can pass on. */
export const sayProblem = ({ error, code = '', at = '' }: Problem): string => `${error} ${code} ${at}`.trim()

function framesOf(thrown: Error): string {
  // V8 writes the message before the frames. The message is skipped by its length, because its lines may look like frames.
  const stack = thrown.stack ?? ''
  const begin = stack.indexOf(thrown.message) + thrown.message.length
  return stack
    .slice(begin)
    .split('\n')
    .map((line) => (frameLine.test(line) ? atEndOfFrame.exec(line.trimEnd()) : null))
    .flatMap((match) => (match === null ? [] : [`${match[1]}:${match[2]}`]))
    .slice(0, 4)
    .join(' < ')
}
