import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A new empty folder, removed after the test. A program that the test started may still write its last line there. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'setdesk-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
