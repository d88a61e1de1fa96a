/** What every target is given. `size` in its own unit (kills, cuts, sequences, cells); its full size where it is left out. */
export interface TargetOptions {
  readonly seed: number
  /** An empty folder of its own. */
  readonly folder: string
  readonly size?: number | undefined
  /** Told of progress, a line each. */
  readonly say?: (line: string) => void
}

/** What a target came to: its figure against its bound. */
export interface TargetResult {
  readonly target: string
  readonly figure: string
  readonly bound: string
  readonly holds: boolean
  /** The same in one line, with the seed. */
  readonly line: string
  /** What was found wrong, a line each. */
  readonly wrong: readonly string[]
}

export type Target = (options: TargetOptions) => Promise<TargetResult>

/** Puts a result together. A target holds when nothing was found wrong. */
export function judge(
  target: string,
  { seed }: Pick<TargetOptions, 'seed'>,
  { figure, bound, wrong }: Pick<TargetResult, 'figure' | 'bound' | 'wrong'>,
): TargetResult {
  const holds = wrong.length === 0
  const line = `${holds ? 'holds' : 'FALLS SHORT'}  ${target}: ${figure} (bound: ${bound}; seed ${seed})`
  return { target, figure, bound, holds, line, wrong }
}
