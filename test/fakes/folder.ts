import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder of its own for one test, removed after it. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'setdesk-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
