import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { askForHost } from '../../../scripts/lib/ask-for-host.mjs'

const answer = async (typed: string) => {
  const input = new PassThrough()
  const output = new PassThrough()
  input.end(typed)
  const chosen = await askForHost('/data/browser', { input, output })
  output.end()
  return { chosen, shown: await text(output) }
}

it('the question for the host opens the browser host only if its letter or word is typed', async () => {
  for (const typed of ['b\n', ' B \n', 'browser\n']) expect((await answer(typed)).chosen).toBe('browser')
})

it('the question for the host stops at any other answer: Enter, another word, the end of the input', async () => {
  for (const typed of ['\n', 's\n', 'yes\n', '']) expect((await answer(typed)).chosen).toBe('stop')
})

it('the question for the host names the folder of the other queue', async () => {
  expect((await answer('s\n')).shown).toContain('/data/browser')
})
