import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createErrorEnd } from '../../../../src/main/electron/end-app.ts'
import type { Log } from '../../../../src/main/ports.ts'

function setUp(hasLog: boolean, ready = Promise.resolve()) {
  const said: string[] = []
  const log: Log = {
    info: () => undefined,
    problem: (event, facts) => void said.push(`${event} ${JSON.stringify(facts)}`),
  }
  const end = createErrorEnd(
    {
      app: { exit: (code) => void said.push(`exit ${code}`), whenReady: () => ready },
      dialog: { showErrorBox: (_title, content) => void said.push(content) },
    },
    () => (hasLog ? log : undefined),
  )
  return { said, end }
}
const secret = new TypeError('GET https://tv.example/api?authToken=SECRET failed')

test.each([
  [true, 'so it closes'],
  [false, 'could not start'],
])(
  'an uncaught error is shown once, without its message, and ends the app (already started: %s)',
  async (hasLog, words) => {
    const { said, end } = setUp(hasLog)
    end(secret)
    end(secret)
    await nextTurn()
    expect(said.join('\n')).not.toContain('SECRET')
    expect(said.slice(-2)).toEqual([expect.stringContaining(words), 'exit 1'])
    expect(said).toHaveLength(hasLog ? 3 : 2)
    expect(said.at(-2)).toContain('TypeError')
  },
)

test.each([true, false])(
  'an uncaught error of a full disk says that there is no room (already started: %s)',
  async (hasLog) => {
    const { said, end } = setUp(hasLog)
    end(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    await nextTurn()
    expect(said.slice(-2)).toEqual([expect.stringContaining('Free some disk space'), 'exit 1'])
  },
)

test('an error is shown only once Electron is ready, because Linux shows no box before', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { said, end } = setUp(false, promise)
  end(secret)
  await nextTurn()
  expect(said).toEqual([])
  resolve()
  await nextTurn()
  expect(said).toEqual([expect.stringContaining('could not start'), 'exit 1'])
})
