import { describe, expect, it } from 'vitest'
import { keepCsv, stampOfFile } from '../../../../../src/renderer/src/features/maintenance/keep-csv.tsx'
import type { Bridge } from '../../../../../src/shared/bridge/bridge.ts'
import { bulkChannels } from '../../../../../src/shared/bridge/bulk-channels.ts'

interface Part {
  readonly name: string
  readonly text: string
  readonly isFirst: boolean
}

/** A window that writes to a folder, but fails at the given part. */
function openWindow(failAt = Number.POSITIVE_INFINITY): { readonly bridge: Bridge; readonly parts: readonly Part[] } {
  const parts: Part[] = []
  const call = async (_channel: string, request: Part) => {
    if (parts.length === failAt)
      return { ok: false, error: { code: 'disk-full', message: 'No space is left', retryable: true } }
    parts.push(request)
    return { ok: true, value: { folder: '/saved' } }
  }
  return { bridge: { call: call as Bridge['call'], listen: () => () => undefined }, parts }
}

describe('a CSV file', () => {
  it('has no cell that a spreadsheet would run as a formula, and is marked as UTF-8', async () => {
    const { bridge, parts } = openWindow()
    const kept = await keepCsv(bridge, 'faults-1.csv', [['Name'], ['=cmd()'], ['+1'], ['-1'], ['@x'], ['Zoé, "Z"']])
    expect(kept).toEqual({ ok: true, name: 'faults-1.csv', folder: '/saved' })
    expect(parts.map(({ text }) => text)).toEqual([
      '\uFEFF"Name"\r\n"\'=cmd()"\r\n"\'+1"\r\n"\'-1"\r\n"\'@x"\r\n"Zoé, ""Z"""\r\n',
    ])
  })

  it('is written in parts if it is long, and contains every row once', async () => {
    const { bridge, parts } = openWindow()
    const rows = Array.from({ length: 4500 }, (_, index) => [String(index)])
    await keepCsv(bridge, 'results-1.csv', rows)
    expect(parts.map(({ isFirst }) => isFirst)).toEqual([true, false, false])
    expect(parts.map(({ text }) => text).join('')).toBe(
      `\uFEFF${rows.map(([cell]) => `"${String(cell)}"\r\n`).join('')}`,
    )
  })

  it('is written in parts that one call may carry, also with wide rows, and no character is split', async () => {
    const { bridge, parts } = openWindow()
    const rows = Array.from({ length: 2001 }, (_, index) => [`${String(index)}${'\u{1F4FA}'.repeat(700)}`])
    await keepCsv(bridge, 'faults-1.csv', rows)
    for (const part of parts) expect(bulkChannels['bulk.write-file'].request.safeParse(part).success).toBe(true)
    expect(parts.map(({ isFirst }) => isFirst)).toEqual([true, false, false])
    expect(parts.every(({ text }) => text.isWellFormed())).toBe(true)
    expect(parts.map(({ text }) => text).join('')).toBe(
      `\uFEFF${rows.map(([cell]) => `"${String(cell)}"\r\n`).join('')}`,
    )
  })

  it('is reported as not written if a part of it could not be written', async () => {
    const { bridge } = openWindow(1)
    const rows = Array.from({ length: 3000 }, (_, index) => [String(index)])
    expect(await keepCsv(bridge, 'results-1.csv', rows)).toMatchObject({ ok: false, error: { code: 'disk-full' } })
  })

  it('has the time in its name, in digits only', () => {
    expect(stampOfFile(Date.UTC(2031, 4, 6, 7, 8, 9))).toBe('20310506070809')
  })
})
