import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { goTo, openForTest, sees, startPractising } from './drive.ts'

/** The offset of SQLite's schema number in the file. */
const schemaNumberAt = 60

const cases: readonly (readonly [name: string, harm: (file: Buffer) => Buffer, says: string])[] = [
  ['damaged', (file) => Buffer.concat([randomBytes(200), file.subarray(200)]), 'The file of saved work is damaged.'],
  [
    'newer',
    (file) => {
      const newer = Buffer.from(file)
      newer.writeUInt32BE(9999, schemaNumberAt)
      return newer
    },
    'A newer Setdesk made this file of saved work.',
  ],
]

test.each(cases)(
  'Setdesk starts although its data file is %s, reports that, and leaves the file unchanged',
  async (_, harm, says) => {
    const setdesk = await openForTest()
    const path = join(setdesk.dataFolder, 'setdesk.db')
    await startPractising(setdesk.page)
    await setdesk.kill()
    const harmed = harm(readFileSync(path))
    writeFileSync(path, harmed)

    const page = await setdesk.restart()
    await sees(page, says)
    await goTo(page, 'Queue')
    await goTo(page, 'Activate')
    await sees(page, says)
    expect(readFileSync(path).equals(harmed)).toBe(true)
    await setdesk.restart()
    await sees(setdesk.page, says)
    expect(readFileSync(path).equals(harmed)).toBe(true)
  },
)
