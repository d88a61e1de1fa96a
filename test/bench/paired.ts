/**
 * Runs two things in turn, A B A B, so that other load on the machine affects both alike; returns the figures of A and B for each
 * pair. The first pair is a warm-up and is left out.
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

/** Throws if a result of the benchmark is not the expected one. */
export function mustBe(what: string, is: unknown, wanted: unknown): void {
  if (is !== wanted) throw new Error(`${what}: ${String(is)} instead of ${String(wanted)}`)
}

/** Milliseconds with three digits, for notes. */
export const inMs = (ms: number): string => `${ms.toPrecision(3)} ms`
