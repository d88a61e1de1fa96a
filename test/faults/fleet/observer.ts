import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { hubCalls, type HubAnswer, type HubCall, type HubRequest } from '../../../src/shared/fleet/hub-calls.ts'
import { deriveLookup, normaliseOneTimeCode } from '../../../src/shared/fleet/one-time-code.ts'
import type { HarnessLedger } from './happenings.ts'

/** A supervisor's station that is written from the contract alone. It reads what the hub has, and changes nothing. */
export interface Observer {
  /** Asks until a hub answers. */
  readonly ask: <C extends HubCall>(call: C, request: HubRequest<C>) => Promise<HubAnswer<C>>
  /** The ids of the jobs of a station that the hub has a copy of. */
  readonly listWork: (station: string) => Promise<readonly string[]>
  /** Reads all copies of a station's work into the ledger. */
  readonly readWork: (station: string) => Promise<void>
  /** Reads a station's whole audit chain into the ledger. */
  readonly readAudit: (station: string) => Promise<void>
  readonly close: () => void
}

const keysAtOnce = 8
const pause = 200

/** Raw public key, base64. */
const rawKey = (key: KeyObject): string =>
  Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('base64')

/** Enrols with a supervisor's one-time code. */
export async function createObserver(hub: string, typed: string, ledger: HarnessLedger): Promise<Observer> {
  const identity = generateKeyPairSync('ed25519')
  const signLines = (...lines: readonly string[]): string =>
    sign(null, Buffer.from(lines.join('\n')), identity.privateKey).toString('base64')
  let token: string | undefined
  let isClosed = false
  let readings = 0

  const askOnce = async <C extends HubCall>(call: C, request: HubRequest<C>): Promise<HubAnswer<C> | string> => {
    const headers = {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    }
    const response = await fetch(`${hub}/v1/${call}`, { method: 'POST', headers, body: JSON.stringify(request) }).catch(
      () => undefined,
    )
    const body = (await response?.json().catch(() => undefined)) as
      | { ok: true; value: unknown }
      | { ok: false; error: { code: string } }
      | undefined
    if (body === undefined) return 'unavailable'
    return body.ok ? (hubCalls[call].answer.parse(body.value) as HubAnswer<C>) : body.error.code
  }
  const insist = async <C extends HubCall>(call: C, request: HubRequest<C>): Promise<HubAnswer<C>> => {
    for (;;) {
      if (isClosed) throw new Error('The observer is closed')
      const answer = await askOnce(call, request)
      if (typeof answer !== 'string') return answer
      if (answer === 'not-signed-in') await signIn()
      else if (answer !== 'unavailable' && answer !== 'too-many') throw new Error(`The observer's ${call}: ${answer}`)
      else await delay(pause)
    }
  }
  const signIn = async (): Promise<void> => {
    token = undefined
    const { challenge } = await insist('challenge', { station })
    const signature = signLines('setdesk-hub-sign-in', station, challenge)
    const answer = await askOnce('sign-in', { station, challenge, signature })
    if (typeof answer !== 'string') token = answer.token
  }
  const lookup = await deriveLookup(normaliseOneTimeCode(typed) ?? '')
  const identityKey = rawKey(identity.publicKey)
  const sealKey = rawKey(generateKeyPairSync('x25519').publicKey)
  const proof = signLines(lookup, identityKey, sealKey)
  const { station } = await insist('enrol', { lookup, name: 'Observer', identityKey, sealKey, proof })
  await signIn()

  const begin = (): number => {
    readings += 1
    ledger.add({ what: 'reading-begun', reading: readings })
    return readings
  }
  const listWork = async (whose: string): Promise<HubAnswer<'work.list'>['items']> => {
    const items: HubAnswer<'work.list'>['items'] = []
    for (let hasMore = true; hasMore;) {
      const after = items.at(-1)?.job
      const page = await insist('work.list', { station: whose, ...(after !== undefined && { after }) })
      items.push(...page.items)
      ;({ hasMore } = page)
    }
    return items
  }
  return {
    ask: insist,
    listWork: async (whose) => (await listWork(whose)).map(({ job }) => job),
    async readWork(whose) {
      const reading = begin()
      ledger.add({ what: 'work-read', reading, station: whose, items: await listWork(whose) })
    },
    async readAudit(whose) {
      const reading = begin()
      const entries: HubAnswer<'audit.read'>['entries'] = []
      for (let hasMore = true; hasMore;) {
        const page = await insist('audit.read', { station: whose, after: entries.at(-1)?.sequence ?? 0 })
        entries.push(...page.entries)
        ;({ hasMore } = page)
      }
      ledger.add({ what: 'audit-read', reading, station: whose, entries })
    },
    close: () => void (isClosed = true),
  }
}

/** Asks who has these keys. The judge of claims reports a key that is missing. */
export async function findAll(observer: Observer, keys: readonly string[]): Promise<void> {
  const all = [...new Set(keys)]
  for (let first = 0; first < all.length; first += keysAtOnce)
    await observer.ask('claims.find', { keys: all.slice(first, first + keysAtOnce) })
}
