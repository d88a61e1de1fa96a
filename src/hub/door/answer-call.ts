import { createPublicKey, verify } from 'node:crypto'
import { hubCalls, type HubAnswer, type HubCall, type HubError, type HubRequest } from '../../shared/fleet/hub-calls.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'
import type { HubDatabase } from '../database/hub-database.ts'
import type { HubLog } from '../log.ts'
import { formatToken, hashToken } from './tokens.ts'

export interface AnswerDeps {
  readonly database: Pick<HubDatabase, 'call'>
  readonly random: (count: number) => Uint8Array
  readonly log: HubLog
  /** Called when a call failed because of a fault in the hub. */
  readonly onDefect?: (call: string) => void
}

type Answered = Result<unknown, HubError>

export const notSignedIn: HubError = { code: 'not-signed-in', message: 'Sign in first.' }

/** Calls that are not simply passed to one database function: the door checks a signature or adds random bytes. */
type DoorCall = 'enrol' | 'challenge' | 'sign-in'

export const isHubCall = (name: string): name is HubCall => Object.hasOwn(hubCalls, name)

/** Whether a call needs no session. */
export const isForAnyone = (name: HubCall): boolean => hubCalls[name].by === 'anyone'

/** Returns a function that answers a hub call: it checks the request, lets the database decide, and checks the database's answer. */
export function createAnswer(deps: AnswerDeps) {
  return async (name: HubCall, token: string | undefined, body: unknown): Promise<Answered> => {
    const call = hubCalls[name]
    if (token === undefined && !isForAnyone(name)) return fail(notSignedIn)
    const request = call.request.safeParse(body)
    if (!request.success) {
      const [issue] = request.error.issues
      return fail({
        code: 'bad-request',
        message: `Wrong value at ${issue?.path.join('.') || 'the top'}.`.slice(0, 400),
      })
    }
    const answered = await decide(deps, name, token, request.data)
    if (!answered.ok) return answered
    const answer = call.answer.safeParse(answered.value)
    if (answer.success) return succeed(answer.data)
    // A wrong answer is a defect of the hub. The log entry quotes no values.
    deps.log.warn('wrong-answer', { call: name, place: answer.error.issues[0]?.path.join('.') ?? '' })
    deps.onDefect?.(name)
    return fail({ code: 'defect', message: 'The hub has a defect. Its log says where.' })
  }
}

function decide(deps: AnswerDeps, name: HubCall, token: string | undefined, request: unknown): Promise<Answered> {
  const own: { readonly [C in DoorCall]: (given: HubRequest<C>) => Promise<Answered> } = {
    enrol: (given) => enrol(deps, given),
    challenge: (given) => challenge(deps, given),
    'sign-in': (given) => signIn(deps, given),
  }
  if (Object.hasOwn(own, name)) return (own[name as DoorCall] as (given: unknown) => Promise<Answered>)(request)
  return deps.database.call(name.replaceAll(/[.-]/g, '_'), {
    token: token === undefined ? undefined : hashToken(token),
    request,
  })
}

async function enrol({ database }: AnswerDeps, request: HubRequest<'enrol'>): Promise<Answered> {
  const { lookup, identityKey, sealKey, proof } = request
  if (!fitsSignature(identityKey, [lookup, identityKey, sealKey], proof))
    return fail({ code: 'bad-request', message: 'The proof does not fit the keys.' })
  return database.call('enrol', { token: undefined, request })
}

async function challenge({ database, random }: AnswerDeps, { station }: HubRequest<'challenge'>): Promise<Answered> {
  const bytes = Buffer.from(random(32)).toString('base64')
  return database.call('challenge', { token: undefined, request: { station, challenge: bytes } })
}

/** Uses up the challenge before it checks the signature, so that a wrong signature cannot be tried again. */
async function signIn({ database, random, log }: AnswerDeps, request: HubRequest<'sign-in'>): Promise<Answered> {
  const { station, challenge, signature } = request
  const used = await database.call('use_challenge', { token: undefined, request: { station, challenge } })
  if (!used.ok) return used
  const { identityKey } = used.value as { readonly identityKey: string }
  if (!fitsSignature(identityKey, [signInPurpose, station, challenge], signature)) {
    log.warn('sign-in-refused', { station })
    return fail({ code: 'not-signed-in', message: 'The signature does not fit the station.' })
  }
  const token = formatToken(station, random(32))
  const opened = await database.call('open_session', { token: hashToken(token), request: { station, challenge } })
  if (!opened.ok) return opened
  return succeed({ token, ...(opened.value as Omit<HubAnswer<'sign-in'>, 'token'>) })
}

/** Whether an Ed25519 signature (64 bytes, base64) over these lines, joined by line feeds, fits a raw public key (32 bytes, base64). */
function fitsSignature(identityKey: string, lines: readonly string[], signature: string): boolean {
  const x = Buffer.from(identityKey, 'base64')
  const bytes = Buffer.from(signature, 'base64')
  if (x.length !== 32 || bytes.length !== 64) return false
  try {
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url') }, format: 'jwk' })
    return verify(undefined, Buffer.from(lines.join('\n')), key, bytes)
  } catch {
    // Not every 32 bytes are a point of the curve.
    return false
  }
}

/** The first line of the text that a station signs to sign in. */
const signInPurpose = 'setdesk-hub-sign-in'
