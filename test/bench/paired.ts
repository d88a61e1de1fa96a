/**
 * Runs two things in turn, A B A B, so that what else the machine does meets both alike; gives A's and B's figure of each pair.
 * The first pair warms up and is left out.
 */
export async function inTurn(
  pairs: number,
  a: () => Promise<number>,
  b: () => Promise<number>,
): Promise<readonly (readonly [number, number])[]> {
  const figures: (readonly [number, number])[] = []
  for (let pair = 0; pair <= pairs; pair += 1) {
    const first = await a()
    const second = await b()
    if (pair > 0) figures.push([first, second])
  }
  return figures
}

/** Throws where a benchmark's own result is not what it must be. */
export function mustBe(what: string, is: unknown, wanted: unknown): void {
  if (is !== wanted) throw new Error(`${what}: ${String(is)} instead of ${String(wanted)}`)
}

/** For notes: milliseconds in three digits. */
export const inMs = (ms: number): string => `${ms.toPrecision(3)} ms`
