import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'

/** On Windows, Chromium's file with the key that unwraps everything it wrapped. The user's Windows login protects that key. */
export const systemKeyFile = 'Local State'

const schema = z.object({ os_crypt: z.object({ encrypted_key: z.string().min(1) }) })

/** Chromium writes the file within about ten seconds of a change. */
const longestWaitMs = 30_000
const pauseMs = 250

/**
 * Resolves once the file with the system's key is on disk. A power cut before that would leave a data key that cannot be
 * unwrapped. Rejects if the file does not appear in time.
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
