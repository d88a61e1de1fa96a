/** SQLite's extended result code of a thrown error. 0 for any other error. */
export const errcodeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0

/** The codes of the file system if there is no room on the disk, or no room for this user. */
export const noRoomCodes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])

/** Whether a failed write found no room on the disk: in the database (SQLITE_FULL) or in another file. */
export function isDiskFull(error: unknown): boolean {
  if ((errcodeOf(error) & 0xff) === 13) return true
  return error instanceof Error && 'code' in error && noRoomCodes.has(error.code)
}
