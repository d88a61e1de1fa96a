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

it('the question which host to open accepts only the letter or the word of the browser host', async () => {
  for (const typed of ['b\n', ' B \n', 'browser\n']) expect((await answer(typed)).chosen).toBe('browser')
})

it('the question which host to open stops the start after any other answer: Enter, another word, or the end of the input', async () => {
  for (const typed of ['\n', 's\n', 'yes\n', '']) expect((await answer(typed)).chosen).toBe('stop')
})

it('the question which host to open names the folder of the other queue', async () => {
  expect((await answer('s\n')).shown).toContain('/data/browser')
})
