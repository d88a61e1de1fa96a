import { expect, test } from 'vitest'
import { createErrorEnd } from '../../../../src/main/electron/end-app.ts'
import type { Log } from '../../../../src/main/ports.ts'

function setUp(hasLog: boolean) {
  const said: string[] = []
  const log: Log = {
    info: () => undefined,
    problem: (event, facts) => void said.push(`${event} ${JSON.stringify(facts)}`),
  }
  const end = createErrorEnd(
    {
      app: { exit: (code) => void said.push(`exit ${code}`) },
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
])('an uncaught error is shown once, without its message, and ends the app (already started: %s)', (hasLog, words) => {
  const { said, end } = setUp(hasLog)
  end(secret)
  end(secret)
  expect(said.join('\n')).not.toContain('SECRET')
  expect(said.slice(-2)).toEqual([expect.stringContaining(words), 'exit 1'])
  expect(said).toHaveLength(hasLog ? 3 : 2)
  expect(said.at(-2)).toContain('TypeError')
})

test.each([true, false])(
  'an uncaught error of a full disk says that there is no room (already started: %s)',
  (hasLog) => {
    const { said, end } = setUp(hasLog)
    end(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    expect(said.slice(-2)).toEqual([expect.stringContaining('Free some disk space'), 'exit 1'])
  },
)
