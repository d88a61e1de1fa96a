import { expect, test } from 'vitest'
import { createVaultHandlers } from '../../../../../src/main/handlers/app/vault-handlers.ts'
import { createFakeClock } from '../../../../fakes/clock.ts'

function open() {
  const clock = createFakeClock()
  const tried: string[] = []
  const handlers = createVaultHandlers({
    vault: {
      protect: async () => 'done',
      changePassphrase: async () => 'done',
      unlock: async (passphrase) => {
        tried.push(passphrase)
        return passphrase === 'right' ? 'done' : 'wrong-passphrase'
      },
    },
    sessions: { refresh: async () => undefined },
    clock,
    onPassphraseChanged: () => undefined,
  })
  return { clock, tried, unlock: (passphrase: string) => handlers['vault.unlock']({ passphrase }) }
}

test('two mistyped passphrases and the right one are answered at once', async () => {
  const { unlock } = open()
  const answers = [await unlock('mistyped'), await unlock('mistyped'), await unlock('right')]
  expect(answers.map(({ ok }) => ok)).toEqual([false, false, true])
})

test('guesses of a passphrase are answered more and more slowly, even if they are sent together', async () => {
  const { clock, tried, unlock } = open()
  const answers = Array.from({ length: 40 }, (_, number) => unlock(`guess ${String(number)}`))
  await clock.pass(10_000)
  expect(tried.length).toBeLessThan(8)
  await clock.pass(60_000)
  expect(tried.length).toBeLessThan(12)
  await clock.pass(40 * 30_000)
  await Promise.all(answers)
  expect(tried).toHaveLength(40)
})

test('the first mistake after the right passphrase is answered at once', async () => {
  const { clock, unlock } = open()
  for (let count = 0; count < 3; count += 1) await unlock('guess')
  const right = unlock('right')
  await clock.pass(1000)
  expect((await right).ok).toBe(true)
  expect(await unlock('mistyped')).toMatchObject({ error: { code: 'wrong-passphrase' } })
})
