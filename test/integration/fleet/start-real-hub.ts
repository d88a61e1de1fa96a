import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { takeLines } from '../../faults/json-lines.ts'

const program = fileURLToPath(new URL('../../../src/hub/cli.ts', import.meta.url))

/** The hub's own program on a database in memory. */
export async function startRealHub() {
  const child = spawn(process.execPath, [program, '--try', '--port', '0', '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  const { url, code } = await new Promise<{ url: string; code: string }>((resolve) =>
    takeLines(child.stdout, (line) => {
      const told = line as { readonly url?: string; readonly code?: string }
      if (told.url !== undefined && told.code !== undefined) resolve({ url: told.url, code: told.code })
    }),
  )
  return { url, firstCode: () => Promise.resolve(code) }
}
