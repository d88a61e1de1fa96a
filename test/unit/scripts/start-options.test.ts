import { describe, expect, it } from 'vitest'
import { readStartOptions } from '../../../scripts/lib/start-options.mjs'

describe('what was asked of npm start', () => {
  it('tries Electron first, with nothing said', () => {
    expect(readStartOptions([])).toEqual({ host: 'any', rest: [] })
    expect(readStartOptions(['--data', 'dir'])).toEqual({ host: 'any', rest: ['--data', 'dir'] })
  })

  it('takes a host by its name and passes on the rest', () => {
    expect(readStartOptions(['--data', 'dir', '--electron'])).toEqual({ host: 'electron', rest: ['--data', 'dir'] })
    expect(readStartOptions(['--loopback'])).toEqual({ host: 'loopback', rest: [] })
  })

  it('serves a browser where an address is asked for', () => {
    for (const flag of ['--port', '--port=0', '--json', '--no-open']) {
      expect(readStartOptions([flag])).toEqual({ host: 'loopback', rest: [flag] })
    }
  })

  it('takes a flag for no other that begins alike', () => {
    expect(readStartOptions(['--portable']).host).toBe('any')
  })
})
