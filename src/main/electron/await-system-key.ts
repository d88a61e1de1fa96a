import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

/** Where Chromium keeps, on Windows, the key that unwraps all that it wrapped, itself wrapped by the user's log-in. */
export const systemKeyFile = 'Local State'

const schema = z.object({ os_crypt: z.object({ encrypted_key: z.string().min(1) }) })

/** Chromium writes its file within some ten seconds of a change. */
const longestWaitMs = 30_000
const pauseMs = 250

/**
 * Settles once the file with the system's key is on disk. Before that a power cut would leave a data key that nothing can
 * unwrap. Rejects where the file does not come.
 */
export async function awaitSystemKey(folder: string, waitMs = longestWaitMs): Promise<void> {
  const until = performance.now() + waitMs
  while (!(await holdsKey(join(folder, systemKeyFile)))) {
    if (performance.now() > until) throw new Error('The system has not written its key yet.')
    await sleep(pauseMs)
  }
}

async function holdsKey(path: string): Promise<boolean> {
  try {
    return schema.safeParse(JSON.parse(await readFile(path, 'utf8'))).success
  } catch {
    return false
  }
}
