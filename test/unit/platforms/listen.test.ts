import { afterEach, describe, expect, it } from 'vitest'
import { drawPlatform } from '../../platforms/draw-platform.ts'
import { listen, type Fate, type Listening } from '../../platforms/listen.ts'
import { named, servedQuery } from './script.ts'
import type { Platform } from '../../platforms/platform.ts'

const open: Listening[] = []

afterEach(async () => {
  for (const listening of open.splice(0)) await listening.close()
})

/** A listening platform with one customer, and a URL that disables the customer. */
async function start(seed: number, fate?: Fate): Promise<{ platform: Platform; listening: Listening; url: string }> {
  const platform = drawPlatform(seed)
  const { userid, password } = platform.makeCustomer()
  const listening = await listen(platform, fate === undefined ? {} : { faults: () => fate })
  open.push(listening)
  const query = new URLSearchParams(servedQuery(platform, { userid, password }))
  return { platform, listening, url: `${listening.url}${named('Disable').path}?${query}` }
}

describe('a generated platform that listens for HTTP', () => {
  it('sends its answers unchanged over HTTP', async () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const { platform, listening, url } = await start(seed)
      const response = await fetch(url, { method: 'POST', redirect: 'manual' })
      const [heard] = listening.heard()
      expect(response.status).toBe(heard?.reply?.status)
      expect(await response.text()).toBe(heard?.reply?.text)
      expect(heard?.told?.outcome).toBe('done')
      expect(platform.ledger()).toHaveLength(1)
    }
  })

  it('reads parameters from the body of a GET', async () => {
    const platform = drawPlatform(7, {
      adjust: (drawn) => ({ ...drawn, behaviour: { ...drawn.behaviour, getCustomerParameters: 'body' } }),
    })
    const { userid, password } = platform.makeCustomer()
    const call = { method: 'GET', path: '/api/GetCustomer/getCustomer', query: {} } as const
    const body = JSON.stringify(servedQuery(platform, { userid, password }))
    expect(platform.answer({ ...call, body }).told.customers).toHaveLength(1)
    expect(platform.answer({ ...call, body: '' }).told.reason).toBe('token')
  })

  it.each([
    ['drop-before', 0],
    ['drop-after', 1],
    ['reset-mid-body', 1],
  ] as const)('loses the reply with the fault %s and writes %i effects', async (fate, effects) => {
    const { platform, url } = await start(3, fate)
    await expect(fetch(url, { method: 'POST' }).then((response) => response.text())).rejects.toThrow()
    expect(platform.ledger()).toHaveLength(effects)
  })

  it.each([
    ['error-before', 0],
    ['error-after', 1],
  ] as const)('answers with an error with the fault %s and writes %i effects', async (fate, effects) => {
    const { platform, url } = await start(5, fate)
    const response = await fetch(url, { method: 'POST' })
    expect(response.status).toBe(platform.description.answers.trouble.status)
    expect(platform.ledger()).toHaveLength(effects)
  })

  it.each([
    ['hang', 0],
    ['hang-after', 1],
  ] as const)('never answers with the fault %s and writes %i effects', async (fate, effects) => {
    const { platform, listening, url } = await start(5, fate)
    const stop = new AbortController()
    const asked = fetch(url, { method: 'POST', signal: stop.signal })
    await expect.poll(() => listening.heard()).toHaveLength(1)
    stop.abort()
    await expect(asked).rejects.toThrow()
    expect(platform.ledger()).toHaveLength(effects)
  })

  it('can have another fault for each call, and later none', async () => {
    const { platform, listening, url } = await start(5)
    listening.setFault((_call, index) => (index === 0 ? { delayMs: 1 } : 'error-before'))
    const first = await fetch(url, { method: 'POST' })
    expect(first.status).toBeLessThan(300)
    expect((await fetch(url, { method: 'POST' })).status).toBe(platform.description.answers.trouble.status)
    listening.setFault(null)
    await fetch(url, { method: 'POST' })
    expect(listening.heard().map(({ fate }) => fate)).toEqual([{ delayMs: 1 }, 'error-before', 'answer'])
  })

  it('redirects a caller without a token to an HTML page', async () => {
    const { listening } = await start(5)
    const response = await fetch(`${listening.url}/login`)
    expect(response.headers.get('content-type')).toContain('text/html')
  })
})
