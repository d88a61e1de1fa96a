import type { Readable, Writable } from 'node:stream'
import { createInterface } from 'node:readline'

/** Calls `take` with each line of a stream, parsed as JSON. Skips a line that a kill cut short. */
export function takeLines(from: Readable, take: (value: unknown) => void): void {
  createInterface({ input: from }).on('line', (line) => {
    const value = parse(line)
    if (value !== undefined) take(value)
  })
}

/** Writes one line. The reader may have been killed: that is not an error here. */
export function giveLine(to: Writable, value: unknown): void {
  to.write(`${JSON.stringify(value)}\n`, () => undefined)
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
