import { allTargets, type Registered } from '../targets/all-targets.ts'

/** A target, or a part of one, that runs by itself. */
export interface Piece {
  readonly name: string
  /** The name, and the number of the part. */
  readonly label: string
  readonly seed: number
  readonly size?: number
}

/** Large enough that no two parts use the same seed. */
const betweenParts = 1_000_003

/**
 * The pieces to run, in order. With one at a time, each target is one piece, in the given order. With several at once, long
 * targets are split into parts with seeds of their own, and the longest starts first.
 */
export function planSoak(
  names: readonly string[],
  { seed, jobs, size }: { readonly seed: number; readonly jobs: number; readonly size?: number },
  targets: Readonly<Record<string, Pick<Registered, 'takes' | 'parts'>>> = allTargets,
): Piece[] {
  const whole = (name: string): Piece => ({ name, label: name, seed, ...(size !== undefined && { size }) })
  if (jobs === 1) return names.map(whole)
  const takesOf = ({ name }: Piece): number => (targets[name]?.takes ?? 0) / (targets[name]?.parts?.count ?? 1)
  const pieces = names.flatMap((name): readonly Piece[] => {
    const parts = targets[name]?.parts
    if (parts === undefined) return [whole(name)]
    const all = size ?? parts.size
    return Array.from({ length: parts.count }, (_, index) => ({
      name,
      label: `${name} ${index + 1} of ${parts.count}`,
      seed: seed + index * betweenParts,
      size: Math.floor((all * (index + 1)) / parts.count) - Math.floor((all * index) / parts.count),
    })).filter((piece) => piece.size > 0)
  })
  return pieces.sort((one, other) => takesOf(other) - takesOf(one))
}
