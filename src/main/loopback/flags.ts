import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fail, succeed, type Result } from '../../shared/result.ts'

/** The command-line options of the loopback host. */
export interface LoopbackOptions {
  /** 0 for any free port. */
  readonly port: number
  /** Absolute; absent for the default folder. */
  readonly dataFolder?: string
  readonly open: boolean
  /** Prints one line of JSON instead of sentences. */
  readonly json: boolean
}

/** Reads `--port`, `--data`, `--no-open` and `--json`; fails on anything else. */
export function readFlags(args: readonly string[]): Result<LoopbackOptions, 'unknown-flag'> {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '0' },
        data: { type: 'string' },
        'no-open': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
      },
    })
    const port = /^\d{1,5}$/.test(values.port) ? Number(values.port) : -1
    if (port < 0 || port > 65_535 || values.data === '') return fail('unknown-flag')
    const dataFolder = values.data === undefined ? {} : { dataFolder: resolve(values.data) }
    return succeed({ port, open: !values['no-open'], json: values.json, ...dataFolder })
  } catch {
    return fail('unknown-flag')
  }
}
