import type { Bridge } from '../../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { writeCsv } from '../../../../shared/domain/csv-cell.ts'

/** Spreadsheets take a text file without it for one of another alphabet. */
const byteOrderMark = '\uFEFF'
const rowsAPart = 2000

/** Where a file went: into a folder, or to where the browser keeps downloads. */
export type KeptFile =
  | { readonly ok: true; readonly name: string; readonly folder?: string }
  | { readonly ok: false; readonly error: BridgeError }

/** Puts rows into a CSV file that a spreadsheet opens; no cell of it is a formula. */
export async function keepCsv(bridge: Bridge, name: string, rows: readonly (readonly string[])[]): Promise<KeptFile> {
  const parts: string[] = []
  let folder: string | undefined
  for (let at = 0; at < rows.length; at += rowsAPart) {
    const text = `${at === 0 ? byteOrderMark : ''}${writeCsv(rows.slice(at, at + rowsAPart))}`
    const reply = await bridge.call('bulk.keep-file', { name, text, isFirst: at === 0 })
    if (!reply.ok) return reply
    parts.push(text)
    folder = reply.value.folder
  }
  if (folder !== undefined) return { ok: true, name, folder }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(parts, { type: 'text/csv' }))
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
  return { ok: true, name }
}

/** Tells two files of one kind apart, to the second. */
export const stampOfFile = (now: number): string => new Date(now).toISOString().slice(0, 19).replaceAll(/\D/g, '')
