import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isOperationId, operation } from '../../src/platform/catalogue/catalogue.ts'
import { planSteps } from '../../src/main/jobs/plans.ts'
import type { IntentOf } from '../../src/shared/domain/activation.ts'
import { startPlatform, type PlatformProcess } from '../faults/start-platform.ts'
import { summarise, type Metric } from './metric.ts'
import { runNewman } from './newman.ts'
import { openApp, type OpenApp } from './open-app.ts'
import { inMs, mustBe } from './paired.ts'
import { median } from './statistics.ts'
import { makeIntent } from './waiting-app.ts'

const customers = 500
const concurrency = 8
const latencyMs = 80
const runs = 5

export const drainVsNewman: Metric = {
  key: 'drain_vs_newman',
  title: 'time to create 500 customers at 80 ms: Newman, unverified / Setdesk, each read before and after',
  gate: { atLeast: 4 },
  async measure() {
    const pairs: { readonly newman: number; readonly setdesk: Made }[] = []
    for (let run = 0; run < runs; run += 1)
      pairs.push({ newman: (await onPlatform(byNewman)).ms, setdesk: await onPlatform(bySetdesk) })
    return summarise(
      pairs.map(({ newman, setdesk }) => newman / setdesk.ms),
      [
        `Newman ${inMs(median(pairs.map(({ newman }) => newman)))} and ${customers} requests`,
        `Setdesk ${inMs(median(pairs.map(({ setdesk }) => setdesk.ms)))} and ${pairs[0]?.setdesk.requests} requests`,
        'on either side the platform made every customer, each once',
      ],
    )
  },
}

interface Made {
  readonly ms: number
  readonly requests: number
}

/** Creates the customers on a new platform that permits duplicates, and checks that there are none. */
async function onPlatform(create: (platform: PlatformProcess) => Promise<number>): Promise<Made> {
  const folder = mkdtempSync(join(tmpdir(), 'setdesk-bench-platform-'))
  const platform = await startPlatform(folder)
  try {
    await platform.set({ latencyMs })
    const ms = await create(platform)
    await check(platform)
    return { ms, requests: (await platform.requests()).length }
  } finally {
    await platform.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Checks that the platform has exactly these customers, each created once, with the requested name. */
async function check(platform: PlatformProcess): Promise<void> {
  const ledger = await platform.ledger()
  mustBe('effects', ledger.length, customers)
  mustBe('creations', ledger.filter(({ effect }) => effect === 'create').length, customers)
  const made = new Map(ledger.map(({ userid, parameters }) => [userid, parameters['lastname']]))
  mustBe('customers made', made.size, customers)
  for (let number = 1; number <= customers; number += 1) {
    const { customer, logIn } = makeCreation(number)
    mustBe(`the name of ${logIn.userid}`, made.get(logIn.userid ?? ''), customer.lastname)
  }
}

/** Sends the same values as a job, from a table as an operator would have it. */
async function byNewman({ address }: PlatformProcess): Promise<number> {
  const app = await openApp(address)
  await app.close()
  const steps = Array.from({ length: customers }, (_, index) => {
    const payload = { intent: makeCreation(index + 1), technician: '', customermappingid: `WV6K6G-${index + 1}` }
    return planSteps(payload, app.connection)
  }).flat()
  mustBe('creations to be sent', steps.length, customers)
  const [first] = steps
  if (first === undefined || !isOperationId(first.operation)) throw new Error('A creation has a call')
  const url = address.url + operation(first.operation).path
  return runNewman(
    { url, authToken: address.authToken },
    steps.map(({ payload }) => payload.send),
  )
}

/** Saves while sending is paused, then measures from "resume" until no job is unfinished, checked ten times a second. */
async function bySetdesk({ address }: PlatformProcess): Promise<number> {
  const app = await openApp(address, { concurrency })
  try {
    await app.call('queue.pause', {})
    for (let number = 1; number <= customers; number += 1)
      await app.call('job.save', { draftId: `draft-no-${number}`, intent: makeCreation(number) })
    const started = performance.now()
    await app.call('queue.resume', {})
    while (await isUnfinished(app)) await delay(100)
    const ms = performance.now() - started
    mustBe('jobs done', (await app.call('app.snapshot', {})).counts.done, customers)
    return ms
  } finally {
    await app.close()
  }
}

async function isUnfinished(app: OpenApp): Promise<boolean> {
  const { saved, sending, checking, waiting } = (await app.call('app.snapshot', {})).counts
  return saved + sending + checking + waiting > 0
}

/** A customer without a box and with a fixed user ID, so that both sides create the same. */
function makeCreation(number: number): IntentOf<'new-customer'> {
  const { customer, plan } = makeIntent(number)
  const logIn = { userid: String(4_000_000_000 + number), password: 'kv7tm2xwpa' }
  return { kind: 'new-customer', customer, plan, logIn }
}
