import { describe, expect, it } from 'vitest'
import { readStartOptions } from '../../../scripts/lib/start-options.mjs'

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

  it('do not confuse a flag with one that begins the same', () => {
    expect(readStartOptions(['--portable']).host).toBe('any')
  })
})
