import { expect, test } from 'vitest'
import { firstScreen } from '../bench/first-screen.ts'
import { targetName } from './target.ts'

// All hosts have the same build, and only this one serves its scripts over HTTP.
test.runIf(targetName === 'loopback')('Home is usable after a download that is no larger than the limit', async () => {
  const { value, notes } = await firstScreen.measure()
  expect(value, notes.join('\n')).toBeLessThanOrEqual('atMost' in firstScreen.gate ? firstScreen.gate.atMost : 0)
})
