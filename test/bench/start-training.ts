import type { Page } from 'playwright'
import { mustBe } from './paired.ts'

/** Completes the first run, so that Home is shown, as a technician sees it each morning. */
export async function startTraining(page: Page): Promise<void> {
  // The address is shortened before the browser is signed in.
  await page.waitForFunction(() => localStorage.getItem('setdesk-bearer') !== null)
  const refusal = await page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('setdesk-bearer') ?? ''}`
    const headers = { 'content-type': 'application/json', authorization }
    const answer = await fetch('/bridge/connection.start-training', { method: 'POST', headers, body: '{}' })
    const reply: unknown = await answer.json()
    const isStarted = typeof reply === 'object' && reply !== null && 'ok' in reply && reply.ok === true
    return isStarted ? undefined : JSON.stringify(reply)
  })
  mustBe('the refusal to start training', refusal, undefined)
}
