import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock, Log } from '../ports.ts'
import { redactFact } from './redact-fact.ts'

const largestBytes = 1_000_000
const eventName = /^[a-z][a-z0-9.-]{0,60}$/

type Facts = Readonly<Record<string, string | number | boolean>>

/**
 * JSON lines in `log/setdesk.jsonl` of the data folder, one a happening, each redacted before it is written; the file
 * before is kept as `setdesk.1.jsonl`. A log that cannot be written (a full disk) stops nothing.
 */
export function createJsonLinesLog(dataFolder: string, clock: Clock): Log {
  const folder = join(dataFolder, 'log')
  const file = join(folder, 'setdesk.jsonl')

  const write = (level: 'info' | 'problem', event: string, facts: Facts = {}) => {
    const shown = Object.entries(facts).map(([name, value]) => [name, redactFact(name, value)] as const)
    const at = new Date(clock.now()).toISOString()
    const what = eventName.test(event) ? event : 'unnamed'
    const line = `${JSON.stringify({ at, level, event: what, ...Object.fromEntries(shown) })}\n`
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      if (sizeOf(file) > largestBytes) renameSync(file, join(folder, 'setdesk.1.jsonl'))
      appendFileSync(file, line, { mode: 0o600 })
    } catch {
      // Nowhere is left to say it.
    }
  }

  return {
    info: (event, facts) => write('info', event, facts),
    problem: (event, facts) => write('problem', event, facts),
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
