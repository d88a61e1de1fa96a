import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Parameters } from '../../src/main/jobs/ledger/rows.ts'
import { mustBe } from './paired.ts'

/** The used part of Newman's own report. */
interface Report {
  readonly run: {
    readonly timings: { readonly started: number; readonly completed: number }
    readonly stats: { readonly requests: { readonly total: number; readonly failed: number } }
    readonly executions: readonly { readonly response?: { readonly code: number } }[]
  }
}

const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/**
 * Sends one call per row of a data file, one after the other, with Newman's command line, as an operator would script it.
 * Milliseconds by Newman's own clock, without its start and without reading the files.
 */
export async function runNewman(
  call: { readonly url: string; readonly authToken: string },
  rows: readonly Parameters[],
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'setdesk-bench-newman-'))
  const [collection, data, report] = ['collection', 'data', 'report'].map((name) => join(folder, `${name}.json`))
  if (collection === undefined || data === undefined || report === undefined) throw new Error('three files')
  try {
    writeFileSync(collection, JSON.stringify(makeCollection(call, Object.keys(rows[0] ?? {}))))
    writeFileSync(data, JSON.stringify(rows.map(encode)))
    const newman = fileURLToPath(import.meta.resolve('newman/bin/newman.js'))
    const args = [newman, 'run', collection, '-d', data, '-r', 'json', '--reporter-json-export', report]
    const child = spawn(process.execPath, ['--no-deprecation', ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
    const [code]: unknown[] = await once(child, 'exit')
    mustBe("Newman's exit code", code, 0)
    const { timings, stats, executions } = (JSON.parse(readFileSync(report, 'utf8')) as Report).run
    mustBe("Newman's requests", stats.requests.total - stats.requests.failed, rows.length)
    mustBe("Newman's answers of 200", executions.filter(({ response }) => response?.code === 200).length, rows.length)
    return timings.completed - timings.started
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** One request with a placeholder for each parameter. */
function makeCollection({ url, authToken }: { url: string; authToken: string }, names: readonly string[]): unknown {
  const { protocol, hostname, port, pathname } = new URL(url)
  const query = [
    ...names.map((key) => ({ key, value: `{{${key}}}` })),
    { key: 'authToken', value: encodeURIComponent(authToken) },
  ]
  const address = {
    protocol: protocol.slice(0, -1),
    host: hostname.split('.'),
    port,
    path: pathname.slice(1).split('/'),
  }
  const header = [{ key: 'Accept', value: 'application/json' }]
  const request = { method: 'POST', header, url: { ...address, query } }
  return { info: { name: 'Creations', schema }, item: [{ name: 'Create', request }] }
}

/** Encodes the values, because Newman does not encode a plus sign or an ampersand. */
const encode = (row: Parameters): Parameters =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, encodeURIComponent(value)]))
