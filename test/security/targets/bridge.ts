import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IpcMainInvokeEvent } from 'electron'
import { z } from 'zod'
import { channelNotes } from '../../../scripts/lib/bridge/bridge-page.ts'
import type { Handlers } from '../../../src/main/app.ts'
import { createDispatch } from '../../../src/main/bridge/dispatch.ts'
import { carryCalls } from '../../../src/main/electron/carry-bridge.ts'
import { createDraw } from '../../../src/sandbox/faults/fault.ts'
import { events, type Reply } from '../../../src/shared/bridge/bridge.ts'
import { channels, type Channel } from '../../../src/shared/bridge/contract.ts'
import { succeed } from '../../../src/shared/result.ts'
import { createFakeApp } from '../../fakes/app.ts'
import { createFakeLog } from '../../fakes/log.ts'
import { aYear, boxNumbered, personNumbered } from '../../faults/inside/make-actions.ts'
import { createWorld, noNetwork, type World } from '../../faults/inside/world.ts'
import { judge, type Target } from '../../faults/targets/target.ts'
import { stampOfLedger } from '../ledger-rows.ts'
import { spoilRequest } from '../spoil-request.ts'

const all = Object.keys(channels).toSorted() as Channel[]
const snapshotOfChannels = join(import.meta.dirname, '..', 'channels.json')

/** Screens that show a password: the form in work, and the handout of a job. */
const showsPassword: ReadonlySet<string> = new Set(['draft.read', 'job.read'])
const secretName = /^(?:token|authToken|bearer|authorization|pin|ownPin|secret|key|passphrase|wrapped|proxyLogIn)$/i

/** Calls every channel as a hostile page would. `size`: spoilt calls per channel. */
export const bridge: Target = async (options) => {
  const { seed, folder, size = 1000 } = options
  const wrong = [...compareChannels(), ...(await callFromElsewhere()), ...(await answerTooMuch()), ...lookAtShapes()]
  const spoilt = await callSpoilt(folder, seed, size)
  wrong.push(...spoilt.wrong)
  return judge('bridge', options, {
    figure: `${all.length} channels, ${spoilt.calls} spoilt calls (${spoilt.fitting} still fitted), ${wrong.length} crashes, effects and leaks`,
    bound: `the known channels, ${size} calls each, 0 crashes, 0 effects, no token in a reply`,
    wrong,
  })
}

/** A channel that is new to the audit must be looked at by a person first. */
function compareChannels(): readonly string[] {
  const known = JSON.parse(readFileSync(snapshotOfChannels, 'utf8')) as readonly string[]
  return [
    ...all
      .filter((name) => !known.includes(name))
      .map((name) => `${name} is new: check it, then add it to channels.json`),
    ...known
      .filter((name) => !all.includes(name as Channel))
      .map((name) => `${name} is gone: remove it from channels.json`),
  ]
}

/** In the window: only the top frame of the app's own page may call. */
async function callFromElsewhere(): Promise<readonly string[]> {
  const app = createFakeApp()
  let handle: ((event: IpcMainInvokeEvent, ...args: readonly unknown[]) => unknown) | undefined
  carryCalls({ handle: (_name: string, given: typeof handle) => void (handle = given) }, app, createFakeLog())
  const top = { parent: null }
  const senders: readonly unknown[] = [
    null,
    ...[
      'https://evil.example/',
      'app://setdesk.evil.example/',
      'app://evil/setdesk/',
      'app://user@setdesk/',
      'app://setdesk:80/',
      'file:///setdesk/index.html',
      'about:blank',
      'about:srcdoc',
      'data:text/html,x',
      'blob:app://setdesk/1',
      'devtools://devtools/bundled/inspector.html',
      '',
    ].map((url) => ({ url, ...top })),
    { url: 'app://setdesk/', parent: { url: 'app://setdesk/' } },
  ]
  const wrong: string[] = []
  for (const channel of all) {
    for (const senderFrame of senders) {
      const reply = (await handle?.(
        { senderFrame } as IpcMainInvokeEvent,
        channel,
        channelNotes[channel].example,
      )) as Reply<unknown>
      if (reply.ok || reply.error.code !== 'not-allowed')
        wrong.push(`${channel}: answered ${JSON.stringify(senderFrame)}`)
    }
  }
  if (app.calls.length > 0) wrong.push(`${app.calls.length} calls from elsewhere reached a handler`)
  await handle?.({ senderFrame: { url: 'app://setdesk/', ...top } } as IpcMainInvokeEvent, 'app.snapshot', {})
  if (app.calls.length === 0) wrong.push('the page itself is not answered')
  return wrong
}

const handlersThat = (act: (channel: string, request: unknown) => Promise<unknown>): Handlers =>
  Object.fromEntries(
    all.map((channel) => [channel, (request: unknown) => act(channel, request)]),
  ) as unknown as Handlers

/** A handler that gives too much, or throws with a secret in its message: nothing of it crosses. */
async function answerTooMuch(): Promise<readonly string[]> {
  const secret = 'canary-of-the-bridge-0a1b2c3d'
  const log = createFakeLog()
  const plain = createFakeApp().handlers as unknown as Readonly<
    Record<string, (request: unknown) => Promise<Reply<unknown>>>
  >
  const ways: Readonly<Record<string, Handlers>> = {
    'gives more than the contract': handlersThat(async (channel, request) => {
      const reply = await plain[channel]?.(request)
      return succeed({ ...(reply?.ok === true ? (reply.value as object) : {}), token: secret, authToken: secret })
    }),
    'gives something else': handlersThat(() => Promise.resolve(succeed(secret))),
    throws: handlersThat(() =>
      Promise.reject(new Error(`failed at https://x/?authToken=${secret}`, { cause: secret })),
    ),
    'gives an error of its own': handlersThat(() =>
      Promise.resolve({ ok: false, error: { code: secret, message: secret } }),
    ),
  }
  const wrong: string[] = []
  for (const [way, handlers] of Object.entries(ways)) {
    const dispatch = createDispatch(handlers, log)
    for (const channel of all) {
      const reply = await dispatch(channel, channelNotes[channel].example)
      if (JSON.stringify(reply).includes(secret)) wrong.push(`${channel}: a handler that ${way} is passed on`)
    }
  }
  if (JSON.stringify(log.lines).includes(secret)) wrong.push('the log holds what a handler threw')
  return wrong
}

/** No shape of an answer has a place for a token, and none is open for anything. */
function lookAtShapes(): readonly string[] {
  const answers = [
    ...all.map((name) => [name, channels[name].response] as const),
    ...Object.entries(events).map(([name, shape]) => [name, shape] as const),
  ]
  return answers.flatMap(([name, shape]) => {
    const wrong: string[] = []
    visit(z.toJSONSchema(shape, { io: 'output', unrepresentable: 'any' }), (key, part) => {
      if (secretName.test(key) && name !== 'activity.list') wrong.push(`${name}: its answer has a field ${key}`)
      if (/password/i.test(key) && key !== 'passwordsOnHandouts' && !showsPassword.has(name))
        wrong.push(`${name}: its answer has a field ${key}`)
      if (Object.keys(part).length === 0) wrong.push(`${name}: its field ${key} takes anything`)
    })
    return wrong
  })
}

function visit(schema: unknown, see: (key: string, part: object) => void): void {
  if (typeof schema !== 'object' || schema === null) return
  const properties = 'properties' in schema ? (schema.properties as Readonly<Record<string, object>>) : {}
  for (const [key, part] of Object.entries(properties)) see(key, part)
  for (const [key, part] of Object.entries(schema)) if (key !== 'examples' && key !== 'default') visit(part, see)
}

/** Calls that could end or lock this app, or start a server; they are sent only where the contract rejects them. */
const notCarriedOut = /^(?:who\.|app\.restart$|connection\.start-training$|maintenance\.erase-everything$)/
/** Calls per channel that still fit the contract and are carried out. */
const mostCarriedOut = 25

/** On a whole app with saved work. Calls that break the contract must have no effect; the others must not break the app. */
async function callSpoilt(folder: string, seed: number, size: number) {
  const world = await createWorld({ seed, folder: join(folder, 'bridge') })
  const draw = createDraw(seed)
  let sent = 0
  world.setNetwork(() => {
    sent += 1
    return Promise.resolve(noNetwork)
  })
  await saveSome(world)
  const { reply } = world.box()
  const wrong: string[] = []
  const fitting: (readonly [Channel, unknown])[] = []
  let calls = 0
  const crashes = async (channel: Channel, request: unknown): Promise<boolean> => {
    calls += 1
    try {
      const answer = await reply(channel, request as never)
      return !answer.ok && answer.error.code === 'internal'
    } catch {
      return true
    }
  }
  const state = (): string => JSON.stringify([stampOfLedger(world.folder()), sent])

  for (const channel of all) {
    const before = state()
    for (let number = 0; number < size; number += 1) {
      const request = spoilRequest(channelNotes[channel].example, draw)
      if (fits(channel, request)) fitting.push([channel, request])
      else if (await crashes(channel, request)) wrong.push(`${channel}: call ${number} broke it`)
    }
    if (state() !== before) wrong.push(`${channel}: calls that it rejected had an effect`)
  }
  for (const channel of all) {
    const own = fitting.filter(([name]) => name === channel && !notCarriedOut.test(name))
    for (const [, request] of own.slice(0, mostCarriedOut))
      if (await crashes(channel, request)) wrong.push(`${channel}: a call that fits broke it: ${say(request)}`)
  }
  // The measure itself: a valid call must show. A draft that has become a job is not stored again: this one is new.
  const before = state()
  await reply('draft.save', { draft: { ...channelNotes['draft.save'].example.draft, id: 'never-seen-before' } })
  if (state() === before) wrong.push('an effect does not show')
  wrong.push(...world.problems())
  await world.close()
  return { wrong, calls, fitting: fitting.length }
}

const say = (request: unknown): string => {
  try {
    return JSON.stringify(request).slice(0, 300)
  } catch {
    return 'not to be written'
  }
}

function fits(channel: Channel, request: unknown): boolean {
  try {
    return channels[channel].request.strict().safeParse(request).success
  } catch {
    return false
  }
}

async function saveSome(world: World): Promise<void> {
  for (let number = 0; number < 3; number += 1)
    await world.box().call('job.save', {
      draftId: `bridge-job-${number}`,
      intent: {
        kind: 'new-customer',
        box: boxNumbered(number),
        customer: personNumbered(number),
        plan: aYear,
        logIn: {},
      },
      evenIfKnown: false,
    })
  await world.time.settle()
}
