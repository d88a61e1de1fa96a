import type { Page } from 'playwright'
import { mustBe } from './paired.ts'

/** Completes the first run, so that Home is shown, as a technician sees it each morning. */
export async function startTraining(page: Page): Promise<void> {
  // The address is shortened before the browser is signed in.
  await page.waitForFunction(() => (localStorage.getItem('setdesk-bearer') ?? '') !== '')
  const refusal = await page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('setdesk-bearer') ?? ''}`
    const headers = { 'content-type': 'application/json', authorization }
    const call = async (channel: string): Promise<unknown> =>
      await (await fetch(`/bridge/${channel}`, { method: 'POST', headers, body: '{}' })).json()
    // The first screen waits for this, too: until the key is opened, nothing can be saved.
    while (JSON.stringify(await call('app.snapshot')).includes('"state":"opening"'))
      await new Promise((resolve) => setTimeout(resolve, 10))
    const reply = await call('connection.start-training')
    const isStarted = typeof reply === 'object' && reply !== null && 'ok' in reply && reply.ok === true
    return isStarted ? undefined : JSON.stringify(reply)
  })
  mustBe('the refusal to start training', refusal, undefined)
}
