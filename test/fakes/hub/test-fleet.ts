import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import type { HubAnswer, HubCall, HubError, HubRequest, StationRole } from '../../../src/shared/fleet/hub-calls.ts'
import type { Result } from '../../../src/shared/result.ts'
import type { TestDatabase } from './test-database.ts'

/** How a test reaches the hub: its answers without HTTP, or a client of the real one. */
export type AskHub = (name: HubCall, token: string | undefined, request: unknown) => Promise<Result<unknown, HubError>>

/** A station with its key, as a test plays it. */
export interface TestStation {
  readonly id: string
  readonly token: string
  readonly identity: KeyObject
  /** Calls the hub; a refusal fails the test. */
  readonly call: <C extends HubCall>(name: C, request: HubRequest<C>) => Promise<HubAnswer<C>>
  /** Calls the hub and returns the code of its refusal, `ok` without one. */
  readonly codeOf: <C extends HubCall>(name: C, request: HubRequest<C>) => Promise<HubError['code'] | 'ok'>
}

const hex = (bytes: number): string => randomBytes(bytes).toString('hex')
const base64 = (bytes: number): string => randomBytes(bytes).toString('base64')

/** A new Ed25519 key and its raw public half, base64. */
export function makeIdentity() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  return { privateKey, identityKey: Buffer.from(x, 'base64url').toString('base64') }
}

/** The request to enrol that a key signs. */
export function signEnrolment(lookup: string, identity: ReturnType<typeof makeIdentity>, name = 'Counter 1') {
  const { privateKey, identityKey } = identity
  const sealKey = base64(32)
  const proof = sign(undefined, Buffer.from([lookup, identityKey, sealKey].join('\n')), privateKey).toString('base64')
  return { lookup, name, identityKey, sealKey, proof }
}

/** What a station signs to sign in. */
export function signChallenge(station: string, challenge: string, identity: KeyObject): string {
  return sign(undefined, Buffer.from(['setdesk-hub-sign-in', station, challenge].join('\n')), identity).toString(
    'base64',
  )
}

/** Asks the hub. Throws if it refuses. */
export async function mustAsk<C extends HubCall>(
  ask: AskHub,
  name: C,
  token: string | undefined,
  request: HubRequest<C>,
): Promise<HubAnswer<C>> {
  const answered = await ask(name, token, request)
  if (!answered.ok) throw new Error(`${name}: ${answered.error.code}: ${answered.error.message}`)
  return answered.value as HubAnswer<C>
}

/** A fleet whose first supervisor is enrolled as soon as it is needed. */
export function createTestFleet(ask: AskHub, { as }: Pick<TestDatabase, 'as'>) {
  let first: Promise<TestStation> | undefined

  const must = <C extends HubCall>(name: C, token: string | undefined, request: HubRequest<C>) =>
    mustAsk(ask, name, token, request)

  async function enrolWith(lookup: string, name: string): Promise<TestStation> {
    const identity = makeIdentity()
    const { station } = await must('enrol', undefined, signEnrolment(lookup, identity, name))
    return signIn(station, identity.privateKey)
  }

  async function signIn(id: string, identity: KeyObject): Promise<TestStation> {
    const { challenge } = await must('challenge', undefined, { station: id })
    const signature = signChallenge(id, challenge, identity)
    const { token } = await must('sign-in', undefined, { station: id, challenge, signature })
    return {
      id,
      token,
      identity,
      call: (name, request) => must(name, token, request),
      codeOf: async (name, request) => {
        const answered = await ask(name, token, request)
        return answered.ok ? 'ok' : answered.error.code
      },
    }
  }

  async function enrolFirst(): Promise<TestStation> {
    const lookup = hex(32)
    await as('setdesk_owner', `select setdesk.make_first_code('\\x${lookup}', 24)`)
    return enrolWith(lookup, 'Office')
  }

  const supervisor = (): Promise<TestStation> => (first ??= enrolFirst())

  return {
    supervisor,
    signIn,
    must,
    async enrol(name = 'Counter', { role = 'station', group }: { role?: StationRole; group?: string } = {}) {
      const lookup = hex(32)
      const invitation = { lookup, role, envelope: base64(64), hours: 1, ...(group === undefined ? {} : { group }) }
      await (await supervisor()).call('stations.invite', invitation)
      return enrolWith(lookup, name)
    },
  }
}

/** A unique ULID. `order` decides its place among the others. */
export const makeJobId = (order = '0'): string => `01${order}${hex(20).toUpperCase()}`.slice(0, 26)

let requests = 0
/** The version of a request about a claim, above all earlier ones. */
export const nextVersion = (): number => (requests += 1)

export const makeClaimKey = (): string => hex(32)

/** A copy of a job as a station puts it. The bytes stand for what is sealed. */
export const makeWorkItem = (job: string, fence: number, version: number, sealed = base64(48)) =>
  ({ job, fence, version, state: 'saved', sealed }) as const

/** Stored audit entries as they were sent. */
export const withoutTimes = (entries: HubAnswer<'audit.read'>['entries']) =>
  entries.map(({ sequence, previous, hash, sealed }) => ({ sequence, previous, hash, sealed }))

/** Lines of an audit chain from `sequence` on. */
export function makeAuditEntries(count: number, sequence = 1, first = '0'.repeat(64)) {
  let previous = first
  return Array.from({ length: count }, (_, index) => {
    const sealed = randomBytes(50)
    const hash = createHash('sha256').update(Buffer.from(previous, 'hex')).update(sealed).digest('hex')
    const entry = { sequence: sequence + index, previous, hash, sealed: sealed.toString('base64') }
    previous = hash
    return entry
  })
}
