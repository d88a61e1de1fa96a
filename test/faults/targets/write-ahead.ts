import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import { entryPayloadSchema, sealedAs } from '../../../src/main/jobs/ledger/rows.ts'
import { readKeyFile } from '../../../src/main/vault/key-file.ts'
import { fakeKeyStore } from '../../fakes/key-store.ts'
import { createSealing } from '../../../src/main/vault/sealing.ts'
import { keyFileName } from '../../../src/main/vault/vault.ts'
import { buildRequest, type Exchange, type PlatformRequest } from '../../../src/platform/transport/exchange.ts'
import { operation } from '../../../src/platform/catalogue/catalogue.ts'
import { join } from 'node:path'
import { madePassword, type DirectPlatform } from '../inside/direct-platform.ts'
import { aYear, boxNumbered, personNumbered } from '../inside/make-actions.ts'
import { ledgerFile } from '../inside/open-box.ts'
import { fingerprintOf, openReader } from '../inside/read-committed.ts'
import { createWorld, type World } from '../inside/world.ts'
import { judge, type Target } from './target.ts'

const customers = 4
const lost: Exchange = { reach: 'maybe-sent', failure: 'connection-reset' }

/**
 * Reads the ledger's file when a changing request arrives: its attempt, its fingerprint and the platform's earlier state must be
 * committed, also for repeated requests. For renewals and product changes that is the end date and the product.
 */
export const writeAhead: Target = async (options) => {
  const { seed, folder, size = 500 } = options
  const draw = createDraw(seed)
  const world = await createWorld({ seed, folder, connection: { longestProcessingSeconds: 2, resendsRenewals: true } })
  const { time, platform } = world
  for (let number = 0; number < customers; number += 1) platform.makeCustomer(`rosa.${number}`)
  const file = ledgerFile(world.folder())
  const sealing = createSealing(await keyOf(world.folder()))
  const arrivals = new Map<string, number>()
  const wrong: string[] = []
  let resends = 0

  const look = (request: PlatformRequest): void => {
    const { operation: called, parameters } = platform.understand(request)
    arrivals.set(called.id, (arrivals.get(called.id) ?? 0) + 1)
    const say = (fault: string): void => void wrong.push(`${called.id}: ${fault}`)
    const reader = openReader(file)
    const attempt = reader.attempt(fingerprintOf(called, parameters))
    reader.close()
    const last = attempt?.entries.at(-1)
    if (attempt === undefined || last === undefined) return say('no attempt with its fingerprint is committed')
    if (last.type !== 'attempt') return say(`the last happening committed is a ${last.type}`)
    if (attempt.operation !== called.id) return say(`the attempt is one of ${attempt.operation}`)
    if (attempt.entries.some(({ type, sequence }) => type === 'attempt' && sequence < last.sequence)) resends += 1
    if (last.sealed === null) return say('the attempt holds no pre-image')
    const opened = sealing.open(sealedAs.entry(attempt.stepId, last.at, 'attempt'), last.sealed)
    const seen = entryPayloadSchema.parse(JSON.parse(opened))
    if (seen.before === undefined) say('what was read before is not in the attempt')
    if (called.effect === 'renew' || called.effect === 'change') {
      const stands = askPlatform(platform, world, parameters['userid'] ?? '')
      for (const part of [seen.endDate?.slice(0, 10), seen.product])
        if (part === undefined || !stands.includes(part))
          say(`${part} was recorded, and the customer stands: ${stands}`)
    }
  }
  world.setNetwork((request) => {
    if (!request.changes) return Promise.resolve(platform.carryOut(request))
    look(request)
    const fate = draw()
    if (fate < 0.1) return Promise.resolve(lost)
    const exchange = platform.carryOut(request)
    return Promise.resolve(fate < 0.2 ? lost : exchange)
  })

  const total = (): number => [...arrivals.values()].reduce((sum, count) => sum + count, 0)
  for (let number = 0; total() < size; number += 1) {
    await saveOne(world, number, draw)
    if (number % 8 === 7) await time.pass(60_000)
  }
  wrong.push(...world.problems())
  await world.close()
  return judge('write-ahead', options, {
    figure: `${(100 * (1 - wrong.length / total())).toFixed(1)} % of ${total()} changing requests (${arrivals.size} operations, ${resends} resends)`,
    bound: '100 %',
    wrong,
  })
}

/** A customer's present data on the platform. */
function askPlatform(platform: DirectPlatform, { connection }: World, userid: string): string {
  const values = {
    userid,
    password: madePassword,
    customermappingid: '',
    crmService: platform.crmService,
    authToken: platform.authToken,
  }
  const request = buildRequest(operation('getCustomer_V2'), values, {
    baseUrl: connection.baseUrl,
    retrieval: 'query',
    timeoutMs: 1000,
  })
  const answer = platform.carryOut(request)
  return answer.reach === 'answered' ? answer.text : ''
}

/** The key of an app, from its file; the test's key store has no secret. */
async function keyOf(folder: string): Promise<Uint8Array> {
  const record = readKeyFile(join(folder, keyFileName))
  if (typeof record === 'string' || record.protection !== 'system') throw new Error('There is no key')
  return (await fakeKeyStore().unwrap(Buffer.from(record.wrapped, 'base64'))).key
}

async function saveOne({ box, platform }: World, number: number, draw: () => number): Promise<void> {
  const { call } = box()
  const draftId = `ahead-${String(number).padStart(6, '0')}`
  const known = { userid: `rosa.${Math.floor(draw() * customers)}`, password: madePassword }
  const hostname = platform.hostnames[0] ?? ''
  switch (number % 8) {
    case 0:
    case 1: {
      const customer = personNumbered(number)
      const intent = {
        kind: 'new-customer' as const,
        box: boxNumbered(number),
        customer,
        plan: aYear,
        logIn: {},
        hostname,
      }
      return void (await call('job.save', { draftId, intent, evenIfKnown: true }))
    }
    case 2: {
      const intent = { kind: 'existing-customer' as const, box: boxNumbered(number), ...known, hostname }
      return void (await call('job.save', { draftId, intent, evenIfKnown: true }))
    }
    case 3:
    case 4: {
      const action = {
        kind: 'renewal' as const,
        ...known,
        months: 1 + (number % 3),
        days: 0,
        from: 'end-date' as const,
      }
      return void (await call('job.save', { draftId, intent: action }))
    }
    case 5: {
      const action = {
        kind: 'product-change' as const,
        ...known,
        productid: draw() < 0.5 ? '102' : '103',
        months: 6,
        days: 0,
        from: 'end-date' as const,
        keepExtraPackages: false,
      }
      return void (await call('job.save', { draftId, intent: action }))
    }
    default: {
      const action = { kind: number % 8 === 6 ? ('disable' as const) : ('enable' as const), ...known }
      return void (await call('job.save', { draftId, intent: action }))
    }
  }
}
