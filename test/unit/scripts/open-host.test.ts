import { describe, expect, it } from 'vitest'
import { ONLY_IN_THE_WINDOW, openHost } from '../../../scripts/lib/open-host.mjs'

type Deps = Parameters<typeof openHost>[1]
interface World {
  /** The arguments for the host. */
  readonly rest?: readonly string[]
  readonly queues?: readonly string[]
  readonly forWindowAlone?: readonly string[]
  readonly folders?: { readonly window: string; readonly browser: string }
  readonly electron?: Awaited<ReturnType<Deps['obtainElectron']>>
  readonly ending?: Awaited<ReturnType<Deps['showWindow']>>
  /** The answer on the terminal; absent if there is no terminal. */
  readonly answer?: 'browser' | 'stop'
}

const apart = { window: '/w', browser: '/b' }
const installed = { ok: true, program: '/electron' } as const
const absent = { ok: false, reason: 'its program is not there' } as const
const crashed = { code: 133, soon: true }

/** Opens a host in the given circumstances. Returns what was done and what was said. */
async function open(host: 'any' | 'electron' | 'loopback', world: World = {}) {
  const { queues = [], forWindowAlone = [], folders = apart, electron = installed, ending, answer } = world
  const { rest = ['--data=/d'] } = world
  const done: string[] = []
  const said: string[] = []
  const code = await openHost(
    { host, rest },
    {
      folders,
      hasQueue: (folder) => queues.includes(folder),
      isForWindowAlone: (folder) => forWindowAlone.includes(folder),
      obtainElectron: ({ insisted }) => {
        done.push(`electron${insisted ? ' now' : ''}`)
        return Promise.resolve(electron)
      },
      showWindow: (program, args) => {
        done.push(['window', program, ...args].join(' '))
        return Promise.resolve(ending ?? { code: 0, soon: false })
      },
      serveLoopback: (args) => {
        done.push(['browser', ...args].join(' '))
        return Promise.resolve(0)
      },
      ask: answer && (() => (done.push('asked'), Promise.resolve(answer))),
      say: (sentence) => void said.push(sentence),
    },
  )
  return { code, done, said: said.join('\n') }
}

describe('the start of Setdesk', () => {
  it('shows the window, and says nothing if there is at most one queue', async () => {
    expect(await open('any', { queues: ['/w'] })).toEqual({
      code: 0,
      done: ['electron', 'window /electron --data=/d'],
      said: '',
    })
  })

  it('serves a browser without checking Electron if the browser was asked for', async () => {
    expect(await open('loopback')).toEqual({ code: 0, done: ['browser --data=/d'], said: '' })
  })

  it('tries to download Electron again if the window was asked for', async () => {
    expect((await open('electron')).done[0]).toBe('electron now')
  })

  it('serves a browser if Electron cannot be used and the window has no queue, and gives the reason', async () => {
    const { code, done, said } = await open('any', { electron: absent })
    expect([code, done]).toEqual([0, ['electron', 'browser --data=/d']])
    expect(said).toContain('its program is not there')
    expect(said).toContain('/b')
  })

  it.each([
    [['--disable-gpu'], 'browser'],
    [['--disable-gpu', '--data', '/d', '--lang=en'], 'browser --data /d'],
    // The browser host refuses this.
    [['--disable-gpu', '--data'], 'browser --data'],
  ])('gives the browser host only the data folder of the options %j', async (rest, served) => {
    expect((await open('electron', { electron: absent, rest })).done.at(-1)).toBe(served)
  })

  it('says how to repair Electron, with the reason', async () => {
    const { said } = await open('any', { electron: { ...absent, remedy: 'Run `x`.' } })
    expect(said).toContain('its program is not there. Run `x`.')
  })

  it('serves a browser if a signal ended the window right after its start', async () => {
    const { done, said } = await open('any', { ending: crashed })
    expect(done).toEqual(['electron', 'window /electron --data=/d', 'browser --data=/d'])
    expect(said).toContain('SIGTRAP')
  })

  it("does not serve a browser after the app's own failure, and ends with the app's code", async () => {
    const { code, done } = await open('any', { ending: { code: 3, soon: true } })
    expect([code, done]).toEqual([3, ['electron', 'window /electron --data=/d']])
  })
})

describe("the start of Setdesk, if the window's queue would not be shown,", () => {
  const world = { electron: absent, queues: ['/w'] } as const

  it('stops with an exit code of its own if there is no terminal, and says which commands to run', async () => {
    const { code, done, said } = await open('any', world)
    expect([code, done]).toEqual([ONLY_IN_THE_WINDOW, ['electron']])
    expect(said).toContain('its program is not there')
    expect(said).toContain('/w')
    expect(said).toContain('npm start -- --electron')
    expect(said).toContain('npm start -- --loopback')
  })

  it('says that the key is in the key store only if it is, and otherwise how a browser shows the queue', async () => {
    const alone = await open('any', { ...world, forWindowAlone: ['/w'] })
    expect(alone.said).toContain("its key is in the system's key store")
    expect(alone.said).not.toContain('--data')
    const { said } = await open('any', world)
    expect(said).not.toContain('key store')
    expect(said).toContain('`npm start -- --loopback --data "/w"` serves it to a browser')
  })

  it('asks on a terminal, and opens the other queue only if the user chooses it', async () => {
    expect(await open('any', { ...world, answer: 'browser' })).toMatchObject({
      code: 0,
      done: ['electron', 'asked', 'browser --data=/d'],
    })
    expect(await open('any', { ...world, answer: 'stop' })).toMatchObject({
      code: ONLY_IN_THE_WINDOW,
      done: ['electron', 'asked'],
    })
  })

  it('also asks after the window has crashed', async () => {
    const { done } = await open('any', { queues: ['/w'], ending: crashed, answer: 'stop' })
    expect(done).toEqual(['electron', 'window /electron --data=/d', 'asked'])
  })

  it('stops even on a terminal if the named folder opens only in the window', async () => {
    const one = { window: '/d', browser: '/d' }
    const shared = { ...world, folders: one, queues: ['/d'], answer: 'browser' } as const
    expect(await open('any', { ...shared, forWindowAlone: ['/d'] })).toMatchObject({
      code: ONLY_IN_THE_WINDOW,
      done: ['electron'],
    })
  })

  it('serves the named folder if its key is not in the key store', async () => {
    const one = { window: '/d', browser: '/d' }
    expect((await open('any', { ...world, folders: one, queues: ['/d'] })).done).toEqual([
      'electron',
      'browser --data=/d',
    ])
  })
})

describe('the start of Setdesk, if both hosts have a queue,', () => {
  const both = { queues: ['/w', '/b'] } as const

  it('names the other queue when the window opens', async () => {
    const { done, said } = await open('any', both)
    expect(done).toEqual(['electron', 'window /electron --data=/d'])
    expect(said).toContain('/b')
    expect(said).toContain('npm start -- --loopback')
  })

  it("says that the window's queue is not shown if a browser was asked for", async () => {
    for (const queues of [['/w'], ['/w', '/b']]) {
      const { done, said } = await open('loopback', { queues })
      expect(done).toEqual(['browser --data=/d'])
      expect(said).toContain('/w')
    }
  })

  it('says nothing if both hosts use the same folder', async () => {
    const folders = { window: '/d', browser: '/d' }
    expect((await open('any', { folders, queues: ['/d'] })).said).toBe('')
    expect((await open('loopback', { folders, queues: ['/d'] })).said).toBe('')
  })
})
