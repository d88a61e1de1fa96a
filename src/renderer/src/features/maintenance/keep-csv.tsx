import type { Bridge } from '../../../../shared/bridge/bridge.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import { writeCsv } from '../../../../shared/domain/csv-cell.ts'
import { t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/use-call.tsx'
import { Notice } from '../../ui/notice.tsx'
import { offerFile } from './file-text.ts'

/** Without this mark, spreadsheet programs do not read the file as UTF-8. */
const byteOrderMark = '\uFEFF'
const rowsAPart = 2000
/** The longest part of a file that one call may carry: a character counts twice there if it is a pair of surrogates. No pair is split. */
const longestPart = /.{1,1000000}/gsu

/** The result of an export. The file is in `folder`. Without `folder`, the browser downloaded the file. */
export type ExportedCsv =
  | { readonly ok: true; readonly name: string; readonly folder?: string }
  | { readonly ok: false; readonly error: BridgeError }

/** Writes rows to a CSV file for spreadsheets. Cells are escaped so that none is read as a formula. */
export async function keepCsv(
  bridge: Bridge,
  name: string,
  rows: readonly (readonly string[])[],
): Promise<ExportedCsv> {
  const parts: string[] = []
  let folder: string | undefined
  for (let at = 0; at < rows.length; at += rowsAPart) {
    const rowsText = writeCsv(rows.slice(at, at + rowsAPart))
    for (const text of `${at === 0 ? byteOrderMark : ''}${rowsText}`.match(longestPart) ?? []) {
      const reply = await bridge.call('bulk.write-file', { name, text, isFirst: parts.length === 0 })
      if (!reply.ok) return reply
      parts.push(text)
      folder = reply.value.folder
    }
  }
  if (folder !== undefined) return { ok: true, name, folder }
  offerFile(parts, name, 'text/csv')
  return { ok: true, name }
}

/** Returns a time stamp for file names: date and time in UTC to the second, digits only. `now`: milliseconds since 1970. */
export const stampOfFile = (now: number): string => new Date(now).toISOString().slice(0, 19).replaceAll(/\D/g, '')

export function SavedFileNotice({ kept }: { readonly kept: ExportedCsv | undefined }) {
  if (kept === undefined) return undefined
  if (!kept.ok) return <ErrorNotice error={kept.error} />
  return <Notice tone="good">{sayWhere(kept)}</Notice>
}

/** Says where a saved file is. Without a `folder`, the browser downloaded it. */
export const sayWhere = ({ name, folder }: { readonly name: string; readonly folder?: string | undefined }): string =>
  folder === undefined ? t('maintenance.saved.downloaded', { name }) : t('maintenance.saved.where', { name, folder })
