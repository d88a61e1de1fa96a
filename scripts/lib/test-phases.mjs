/** The parts of `npm test`, in their order. */
export const PHASES = /** @type {const} */ ([
  'types',
  'lint',
  'unit',
  'contract',
  'integration',
  'build',
  'package',
  'e2e',
])

/** @typedef {typeof PHASES[number]} Phase */

/**
 * @param {string} name
 * @returns {name is Phase}
 */
const isPhase = (name) => PHASES.some((phase) => phase === name)

/**
 * The phases of `--only a,b`; all phases without that option. The error lists the known phases.
 * @param {readonly string[]} args
 * @returns {{ ok: true, phases: ReadonlySet<Phase> } | { ok: false, error: string }}
 */
export function readPhases(args) {
  if (args.length === 0) return { ok: true, phases: new Set(PHASES) }
  const [option, list = '', ...more] = args[0]?.startsWith('--only=')
    ? ['--only', args[0].slice(7), ...args.slice(1)]
    : args
  const names = list.split(',')
  const unknown = names.find((name) => !isPhase(name))
  if (option !== '--only' || unknown !== undefined || more.length > 0) {
    return { ok: false, error: `npm test takes --only and, joined by commas, any of ${PHASES.join(', ')}` }
  }
  return { ok: true, phases: new Set(names.filter(isPhase)) }
}
