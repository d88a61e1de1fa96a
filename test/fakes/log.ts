import type { Log } from '../../src/main/ports.ts'

export interface LogLine {
  readonly level: 'info' | 'problem'
  readonly event: string
  readonly facts: Readonly<Record<string, string | number | boolean>>
}

/** A log that collects its lines in memory. */
export function createFakeLog(): Log & { readonly lines: readonly LogLine[] } {
  const lines: LogLine[] = []
  return {
    lines,
    info: (event, facts = {}) => void lines.push({ level: 'info', event, facts }),
    problem: (event, facts = {}) => void lines.push({ level: 'problem', event, facts }),
  }
}
