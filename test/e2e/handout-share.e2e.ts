import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { createOperator } from '../fakes/policy.ts'
import { activate, anyMac, anyPerson, call, openForFile, press, sees, settlesAs } from './drive.ts'
import { connectTo, openPlatformForFile } from './drive-platform.ts'
import { targetName } from './target.ts'

const platform = await openPlatformForFile()
const setdesk = await openForFile({ context: { locale: 'en-GB' } })
const person = anyPerson()

/** Stands for the share sheet of a system that has one, and keeps what it is given. */
async function offerSystemShare(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(Navigator.prototype, 'share', {
      configurable: true,
      value: async (data: ShareData): Promise<void> => {
        const { dataset } = document.documentElement
        dataset['shared'] = JSON.stringify(data)
        const failure = dataset['shareFails'] ?? ''
        if (failure !== '') throw new DOMException('', failure)
        await Promise.resolve()
      },
    })
  })
}

const letShareFail = async (page: Page, name: string): Promise<void> =>
  await page.evaluate((failure) => {
    document.documentElement.dataset['shareFails'] = failure
  }, name)

const sharedIn = async (page: Page): Promise<ShareData> =>
  JSON.parse((await page.locator('html').getAttribute('data-shared')) ?? '{}') as ShareData

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Print 1 sheet' })

test.runIf(targetName === 'loopback')(
  "the system's share sheet gets the text of the handout, and closing the sheet is not an error",
  async () => {
    const { page } = setdesk
    await connectTo(page, platform)
    await offerSystemShare(page)
    await activate(page, anyMac(), person)
    await settlesAs(page, 'done')
    await press(page, 'Paper and sharing')
    await sees(page, 'The text contains the password. Send it to the customer only.')
    await press(page, 'Share')
    const { jobs } = await call(page, 'job.list', { limit: 1 })
    const { intent } = await call(page, 'job.read', { id: jobs[0]?.id ?? '' })
    if (intent.kind !== 'new-customer') throw new Error('another kind')
    await expect.poll(() => sharedIn(page)).toMatchObject({ title: expect.stringContaining('Your TV login') })
    const { text = '', url, files } = await sharedIn(page)
    expect(text).toContain(`User ID: ${intent.logIn.userid ?? ''}\nPassword: ${intent.logIn.password ?? ''}`)
    expect([url, files]).toEqual([undefined, undefined])

    const failed = dialogOf(page).getByText('No program opened to send this message.')
    await letShareFail(page, 'NotAllowedError')
    await press(page, 'Share')
    await failed.waitFor()
    await letShareFail(page, 'AbortError')
    await press(page, 'Share')
    await failed.waitFor({ state: 'hidden' })
  },
)

test.runIf(targetName === 'loopback')(
  'a handout can be printed but not sent if the operator forbids sharing',
  async () => {
    const { page } = setdesk
    const text = createOperator().write(1, { shareHandouts: false })
    const seen = await call(page, 'connection.read-file', { text })
    if (!seen.ok) throw new Error('The file was not read.')
    const dialog = dialogOf(page)
    await dialog.getByRole('link', { name: 'E-mail' }).waitFor()
    await call(page, 'connection.take-file', {
      text,
      stamp: seen.stamp,
      fingerprint: seen.policy?.fingerprint ?? '',
    })
    await dialog.getByText('Your operator does not allow this: sending handouts by mail or message.').waitFor()
    for (const role of ['link', 'button'] as const)
      for (const name of ['E-mail', 'Text message', 'Share', 'Copy the text'])
        expect(await dialog.getByRole(role, { name, exact: true }).count(), name).toBe(0)
    expect(await dialog.getByRole('button', { name: 'Print', exact: true }).isEnabled()).toBe(true)
  },
)
