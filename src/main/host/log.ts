import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Clock, Log } from '../ports.ts'
import { redacted, hidePasswords } from '../../platform/redact.ts'

const secretName = /token|pass|secret|cookie|authorization|credential|key$/i
const personalName = /name$|mobile|telephone|phone|email|address|userid|customer|mac$|serial/i

/** Names that match the patterns above but are harmless. */
const harmlessName = /^filename$/

/** Setdesk's own ids. They are long, but neither secret nor personal. */
const ownId = /^(?:job|connection|step|attempt)Id$/

const query = /([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@]*@)?([^\s/?#]*)[^\s]*/gi
const mac = /\b[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}\b/gi
const longRun = /[A-Za-z0-9+/_=-]{32,}/g
const longestFact = 300
const largestBytes = 1_000_000
const eventName = /^[a-z][a-z0-9.-]{0,60}$/

/**
 * Writes redacted JSON lines to `log/setdesk.jsonl` of the data folder, one per event. The previous file stays as
 * `setdesk.1.jsonl`. If the log cannot be written (a full disk), the app continues without it.
 */
export function createJsonLinesLog(dataFolder: string, clock: Clock): Log {
  const folder = join(dataFolder, 'log')
  const file = join(folder, 'setdesk.jsonl')

  const write = (level: 'info' | 'problem', event: string, facts: Parameters<Log['info']>[1] = {}) => {
    const shown = Object.entries(facts).map(([name, value]) => [name, redactFact(name, value)] as const)
    const at = new Date(clock.now()).toISOString()
    const what = eventName.test(event) ? event : 'unnamed'
    const line = `${JSON.stringify({ at, level, event: what, ...Object.fromEntries(shown) })}\n`
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      if (sizeOf(file) > largestBytes) renameSync(file, join(folder, 'setdesk.1.jsonl'))
      appendFileSync(file, line, { mode: 0o600 })
    } catch {
      // There is no other place to report the error.
    }
  }

  return {
    info: (event, facts) => write('info', event, facts),
    problem: (event, facts) => write('problem', event, facts),
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/**
 * One redacted fact of a log line. It contains no value whose name looks secret or personal, no path or query of an address, no MAC
 * address, and no run of characters as long as a token or a key.
 */
function redactFact(name: string, value: string | number | boolean): string | number | boolean {
  if (!harmlessName.test(name) && (secretName.test(name) || personalName.test(name))) return redacted
  if (typeof value !== 'string' || (ownId.test(name) && /^[\w-]{1,64}$/.test(value))) return value
  return hidePasswords(value)
    .replace(query, '$1$2')
    .replace(mac, redacted)
    .replace(longRun, redacted)
    .slice(0, longestFact)
}
