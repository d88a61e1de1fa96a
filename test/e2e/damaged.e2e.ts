import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { goTo, openForTest, press, sees, startPractising, saveActivation, hasState } from './drive.ts'

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

test('Setdesk starts although the key to its saved work is missing, and goes on when the key file is back', async () => {
  const setdesk = await openForTest()
  await startPractising(setdesk.page)
  await hasState(setdesk.page, await saveActivation(setdesk.page), 'done')
  await setdesk.kill()
  const key = join(setdesk.dataFolder, 'key.json')
  renameSync(key, `${key}.away`)

  const page = await setdesk.restart()
  await page.getByRole('heading', { name: 'The key to the saved work is missing', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Show backups' }).click()
  await sees(page, /^Put the file key\.json back from a copy of the data folder/)
  await press(page, 'Start with an empty file')
  await page.getByRole('alertdialog').getByText('The present file is kept beside it, unchanged.').waitFor()
  await press(page, 'Cancel')

  renameSync(`${key}.away`, key)
  const again = await setdesk.restart()
  await goTo(again, 'Queue')
  await again.locator('[data-job] [data-state="done"]').waitFor()
})
