import { describe, expect, it } from 'vitest'
import { answerInstead, readStartOptions } from '../../../scripts/lib/start-options.mjs'

describe('the options of npm start', () => {
  it('choose Electron first if they name no host', () => {
    expect(readStartOptions([])).toEqual({ host: 'any', rest: [] })
    expect(readStartOptions(['--data', 'dir'])).toEqual({ host: 'any', rest: ['--data', 'dir'] })
  })

  it('choose a host by its name, and the rest is passed on', () => {
    expect(readStartOptions(['--data', 'dir', '--electron'])).toEqual({ host: 'electron', rest: ['--data', 'dir'] })
    expect(readStartOptions(['--loopback'])).toEqual({ host: 'loopback', rest: [] })
  })

  it('choose the browser if they ask for an address', () => {
    for (const flag of ['--port', '--port=0', '--json', '--no-open']) {
      expect(readStartOptions([flag])).toEqual({ host: 'loopback', rest: [flag] })
    }
  })

  it('do not confuse a flag with a longer one that begins with it', () => {
    expect(readStartOptions(['--portable']).host).toBe('any')
  })
})

describe('npm start', () => {
  const flags = ['--electron', '--loopback', '--data', '--no-open', '--json', '--port', '--help']

  it('prints its options if it is asked for them, and opens nothing', () => {
    for (const asked of [['--help'], ['--loopback', '--help'], ['-h']]) {
      const { text = '', exitCode } = answerInstead(asked) ?? {}
      expect(exitCode).toBe(0)
      for (const flag of flags) expect(text).toContain(`\n  ${flag}`)
    }
  })

  it('names the options that it knows if it gets another one', () => {
    for (const args of [['--portable'], ['--loopback', '--dat=x'], ['--data', 'dir', '-x']]) {
      const { text = '', exitCode } = answerInstead(args) ?? {}
      expect(exitCode).toBe(2)
      expect(text).toContain(`does not know ${String(args.at(-1))}.`)
      for (const flag of flags) expect(text).toContain(`\n  ${flag}`)
    }
  })

  it('opens the app with the options that it knows, a link or a file, and leaves the options of Electron to Electron', () => {
    for (const args of [
      [],
      ['--data', 'dir', '--no-open'],
      ['--data=dir', '--port=4000', '--json'],
      ['setdesk://activate'],
      ['--electron', '--disable-gpu'],
    ])
      expect(answerInstead(args)).toBeUndefined()
  })
})
