/** Options of every target. `size` in its own unit (kills, cuts, sequences, cells); the full size if it is absent. */
export interface TargetOptions {
  readonly seed: number
  /** An empty folder of its own. */
  readonly folder: string
  readonly size?: number | undefined
  /** Called with progress, one line each. */
  readonly say?: (line: string) => void
}

/** The result of a target: its figure and its bound. */
export interface TargetResult {
  readonly target: string
  readonly figure: string
  readonly bound: string
  readonly holds: boolean
  /** The same in one line, with the seed. */
  readonly line: string
  /** The findings, one per line. */
  readonly wrong: readonly string[]
}

export type Target = (options: TargetOptions) => Promise<TargetResult>

/** Creates a result. A target holds if there are no findings. */
export function judge(
  target: string,
  { seed }: Pick<TargetOptions, 'seed'>,
  { figure, bound, wrong }: Pick<TargetResult, 'figure' | 'bound' | 'wrong'>,
): TargetResult {
  const holds = wrong.length === 0
  const line = `${holds ? 'holds' : 'FALLS SHORT'}  ${target}: ${figure} (bound: ${bound}; seed ${seed})`
  return { target, figure, bound, holds, line, wrong }
}
