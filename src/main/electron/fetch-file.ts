import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { openDownload } from '../../platform/transport/transport.ts'
import type { Route } from '../../platform/transport/exchange.ts'
import type { UpdateFile } from '../../shared/domain/update.ts'
import type { InstallerFailure } from '../ports.ts'

/** A download is given up if the server sends nothing for this long, in milliseconds. */
const silentMs = 60_000

/** The reason why a download failed. It is an exception, because the update library knows no other errors. */
export class FetchFailed extends Error {
  readonly failure: InstallerFailure
  constructor(failure: InstallerFailure) {
    super(failure)
    this.failure = failure
  }
}

export interface FetchOptions {
  readonly route: Route
  readonly signal: AbortSignal
  /** In percent, 0 to 100. */
  readonly onProgress: (percent: number) => void
}

/** Downloads a file of the signed list to `path` and checks its size and hash. Rejects with `FetchFailed`. */
export async function fetchFile(
  { url, file, path }: { readonly url: URL; readonly file: UpdateFile; readonly path: string },
  { route, signal, onProgress }: FetchOptions,
): Promise<void> {
  const found = await openDownload({ url, route, signal, silentMs })
  if (!found.ok) throw new FetchFailed(found.error)
  const hash = createHash('sha512')
  let size = 0
  async function* measure(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > file.size) throw new FetchFailed('changed-file')
      hash.update(chunk)
      onProgress(Math.floor((size / file.size) * 100))
      yield chunk
    }
  }
  try {
    // The file is a program, so only this user may access it.
    await pipeline(found.value, measure, createWriteStream(path, { mode: 0o700 }))
  } catch (error) {
    throw new FetchFailed(failureOf(error, signal))
  }
  if (size !== file.size || hash.digest('base64') !== file.sha512) throw new FetchFailed('changed-file')
}

function failureOf(error: unknown, signal: AbortSignal): InstallerFailure {
  if (error instanceof FetchFailed) return error.failure
  if (signal.aborted) return 'cancelled'
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'no-room'
  return syscall === 'open' || syscall === 'write' ? 'not-written' : 'answer-cut-short'
}

/** SHA-512 of a file, in base64. Rejects if it cannot be read. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha512')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('base64')
}
