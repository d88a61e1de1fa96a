import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createDispatch } from '../../../src/main/bridge/dispatch.ts'
import { compose } from '../../../src/main/compose.ts'
import { createJsonLinesLog } from '../../../src/main/host/log.ts'
import { runApartInNode } from '../../../src/main/host/run-apart.ts'
import { createSettingsStore, openConfFile } from '../../../src/main/host/settings.ts'
import type { Log } from '../../../src/main/ports.ts'
import { operation } from '../../../src/platform/catalogue/catalogue.ts'
import { createHttpTransport } from '../../../src/platform/transport/transport.ts'
import { createDraw, type Fault } from '../../../src/sandbox/faults/fault.ts'
import { createSandbox } from '../../../src/sandbox/sandbox.ts'
import type { Channel, Request, Response } from '../../../src/shared/bridge/contract.ts'
import { fakeKeyStore } from '../../fakes/key-store.ts'
import { trulyRandom } from '../../fakes/random.ts'
import { aYear, boxNumbered, personNumbered } from '../../faults/inside/make-actions.ts'
import { createFastClock } from '../../faults/matrix/bench.ts'
import { matrixFaults } from '../../faults/matrix/matrix-faults.ts'
import { startProxy, type Phase } from '../../faults/proxy.ts'
import { judge, type Target } from '../../faults/targets/target.ts'
import { findSecrets, spellOut } from '../needles.ts'

/** A fault of the platform, or a cut of the wire, for the next creation. */
type Trouble = { readonly name: string } & ({ readonly fault: Fault } | { readonly phase: Phase })

const resting: ReadonlySet<string> = new Set(['done', 'unconfirmed', 'refused', 'needs-you'])
/** Real milliseconds until a job must rest. */
const patience = 20_000
/** Screens that show the subscriber. */
const showsSubscriber: ReadonlySet<string> = new Set(['job.read', 'job.list', 'activity.list', 'console.ask'])

/** Sends a token, a password and a subscriber through every fault, and looks for them everywhere. `size`: faults. */
export const canary: Target = async (options) => {
  const { seed, folder, size = Number.POSITIVE_INFINITY } = options
  const draw = createDraw(seed)
  const letters = (count: number): string =>
    Array.from({ length: count }, () => 'abcdefghjkmnpqrstvwxyz23456789'[Math.floor(draw() * 30)]).join('')
  // Each has characters that are spelled otherwise in an address, in JSON and in XML.
  const token = `Tk+/${letters(14)}=&"<${letters(6)}`
  const password = `Pw#@=${letters(16)}+$`
  const lastname = `Ünïkat ${letters(14)}`
  const email = `${letters(14)}+tv@north.example`
  const secrets = { token: spellOut(token), password: spellOut(password) }
  const subscriber = { name: spellOut(lastname), email: spellOut(email) }
  const everything = { ...secrets, ...subscriber }
  const wrong = new Set<string>()
  let looks = 0
  const look = (where: string, what: string | Buffer, forms: Readonly<Record<string, readonly Buffer[]>>): void => {
    looks += 1
    for (const name of findSecrets(forms, what)) wrong.add(`${where} holds the ${name}`)
  }

  const printed = listenToOutput()
  try {
    const desk = await openDesk(folder, token, (where, what) => look(where, what, everything))
    const troubles = listTroubles({ token, password, lastname })
    const chosen = troubles.toSorted(() => draw() - 0.5).slice(0, size)
    for (const [number, trouble] of chosen.entries()) {
      const id = await desk.play(trouble, number, { password, lastname, email })
      for (const [channel, reply] of await desk.readScreens(id)) {
        // The handout and the correction need the password that was chosen; the history does not.
        const shown =
          channel === 'job.read'
            ? JSON.stringify(reply).replaceAll(JSON.stringify(password), '')
            : JSON.stringify(reply)
        look(`${channel} after ${trouble.name}`, shown, showsSubscriber.has(channel) ? secrets : everything)
      }
      for (const event of desk.takeEvents()) look(`an event after ${trouble.name}`, event, everything)
    }
    await desk.backUp()
    for (const file of listAll(desk.folder)) look(file.slice(desk.folder.length + 1), readFileSync(file), everything)
    await desk.close()
    for (const file of listAll(desk.folder))
      look(`${file.slice(desk.folder.length + 1)} at the end`, readFileSync(file), everything)
    if (!desk.hasSent(token)) wrong.add('the token was not sent at all')
    look('the output of the process', printed.text(), everything)
    return judge('canary', options, {
      figure: `${chosen.length} faults of ${troubles.length}, ${looks} places looked at, ${wrong.size} with a secret`,
      bound: '0 in logs, output, errors, events, replies that need none, database, WAL, backups, settings',
      wrong: [...wrong],
    })
  } finally {
    printed.end()
  }
}

interface Person {
  readonly password: string
  readonly lastname: string
  readonly email: string
}

/** The faults of the matrix, and a platform that quotes what it was sent. */
function listTroubles({
  token,
  password,
  lastname,
}: Pick<Person, 'password' | 'lastname'> & { readonly token: string }) {
  const ofMatrix = matrixFaults.flatMap(({ name, source }): readonly Trouble[] => {
    if (source.from === 'platform') return [{ name, fault: source.fault }]
    return source.from === 'wire' && source.isSomebody !== true ? [{ name, phase: source.phase }] : []
  })
  const quotes: Readonly<Record<string, string>> = {
    'the token': `No access with ${token}.`,
    'the token in an address': `Bad request: /api/x?authToken=${encodeURIComponent(token)}&a=b`,
    'the token in an address twice encoded': `Bad request: ${encodeURIComponent(encodeURIComponent(token))}`,
    'the token in base64': `Trace ${Buffer.from(`x${token}yz`).toString('base64')}`,
    'the token in JSON': `Got ${JSON.stringify(JSON.stringify({ authToken: token }))}`,
    'the password': `Password ${password} is too weak.`,
    'the password in base64': `Trace ${Buffer.from(password).toString('base64')}`,
    'all of it': `${token} ${password} ${lastname} ${encodeURIComponent(lastname)}`,
  }
  const quoting = Object.entries(quotes).flatMap(([name, message]): readonly Trouble[] =>
    [400, 500].map((status) => ({
      name: `${status} quotes ${name}`,
      fault: { kind: 'status', status, commit: false, message },
    })),
  )
  return [...quoting, ...ofMatrix]
}

/** The app with its own log, settings and files, and a platform behind a wire that can be cut. */
async function openDesk(folder: string, token: string, look: (where: string, what: string) => void) {
  const own = join(folder, 'desk')
  const platformFolder = join(folder, 'platform')
  mkdirSync(own, { recursive: true })
  mkdirSync(platformFolder, { recursive: true })
  writeFileSync(join(platformFolder, 'company-token'), token)
  const platform = await createSandbox({ dataFolder: platformFolder, options: { uniqueUserids: false } })
  if (platform.authToken !== token) throw new Error('The platform has another token')
  const proxy = await startProxy(platform.url)
  const clock = createFastClock()
  const written = createJsonLinesLog(own, clock)
  // What reaches the log is looked at before it is redacted: redaction is the second defence, not the first.
  const watch = (level: keyof Log) => (event: string, facts?: Parameters<Log['info']>[1]) => {
    look(`the log line ${event}`, JSON.stringify([event, facts]))
    written[level](event, facts)
  }
  const log: Log = { info: watch('info'), problem: watch('problem') }
  const real = createHttpTransport()
  let sent = ''
  const app = compose({
    host: 'electron',
    version: '0.0.0',
    dataFolder: own,
    clock,
    random: trulyRandom,
    log,
    runApart: runApartInNode,
    settings: createSettingsStore(own, log, openConfFile),
    keyStore: fakeKeyStore(),
    machineId: () => Promise.resolve('this machine'),
    folderId: () => 'this folder',
    transport: {
      exchange: async (request) => {
        sent = `${request.url.href} ${request.body ?? ''}`
        const exchange = await real.exchange(request)
        if (exchange.reach !== 'answered') look('the cause of a lost answer', JSON.stringify(exchange))
        return exchange
      },
    },
  })
  const events: string[] = []
  app.listen((event) => void events.push(JSON.stringify(event)))
  const dispatch = createDispatch(app.handlers, log)
  const call = async <C extends Channel>(channel: C, request: Request<C>): Promise<Response<C>> => {
    const reply = await dispatch(channel, request)
    if (!reply.ok) throw new Error(`${channel}: ${reply.error.code}`)
    return reply.value as Response<C>
  }
  await app.start()
  const { crmService, cmsService } = platform
  const form = {
    name: 'North',
    colour: 'teal' as const,
    baseUrl: proxy.url,
    allowsPlainHttp: true,
    crmService,
    cmsService,
  }
  const { id: connectionId } = await call('connection.add', { form, token })
  const { connections } = await call('app.snapshot', {})
  const added = connections.find(({ settings }) => settings.id === connectionId)
  if (added === undefined) throw new Error('The connection was not added')
  await call('connection.save', {
    ...added.settings,
    longestProcessingSeconds: 12,
    timeoutSeconds: 2,
    products: platform.products.map(({ id, name }) => ({
      productid: id,
      name,
      months: 12,
      days: 0,
      renewalinterval: 1,
    })),
  })

  return {
    folder: own,
    hasSent: (secret: string) => sent.includes(encodeURIComponent(secret)) || sent.includes(JSON.stringify(secret)),
    takeEvents: () => events.splice(0),
    /** Saves a new customer that meets the fault, and waits until the job rests. Resolves to its id. */
    async play(trouble: Trouble, number: number, { password, ...person }: Person): Promise<string> {
      platform.setFaults('fault' in trouble ? [{ match: { effect: 'create' }, times: 1, fault: trouble.fault }] : [])
      if ('phase' in trouble) proxy.meetNext({ path: operation(added.settings.creation).path, phase: trouble.phase })
      const { id } = await call('job.save', {
        draftId: `canary-job-${number}`,
        intent: {
          kind: 'new-customer',
          box: boxNumbered(number),
          customer: { ...personNumbered(number), ...person },
          plan: { ...aYear, productid: platform.products[0]?.id ?? '' },
          logIn: { userid: `canary-${number}`, password },
        },
        evenIfKnown: true,
      })
      const latest = performance.now() + patience
      for (;;) {
        const { summary } = await call('job.read', { id })
        if (resting.has(summary.state)) return id
        if (performance.now() > latest) throw new Error(`${trouble.name}: the job does not come to rest`)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    /** The replies of the screens that show the job, or should show nothing of it. */
    async readScreens(id: string): Promise<readonly (readonly [Channel, unknown])[]> {
      const values = { crmService, userid: 'canary-0' }
      const requests = [
        ['app.snapshot', {}],
        ['job.read', { id }],
        ['job.list', { limit: 50 }],
        ['activity.list', { filter: {}, limit: 50 }],
        ['console.preview', { operation: 'getCustomers', values }],
        ['console.ask', { slot: 'audit', operation: 'getCustomers', values }],
        ['connection.write-file', {}],
        ['connection.fetch-products', { id: connectionId }],
        ['maintenance.list-backups', {}],
        ['maintenance.diagnostics', {}],
        // Errors must name nothing either.
        ['job.read', { id: 'none' }],
        ['connection.test', { id: connectionId, form: { ...form, baseUrl: 'http://127.0.0.1:1' } }],
      ] as const
      return await Promise.all(
        requests.map(async ([channel, request]) => [channel, await dispatch(channel, request)] as const),
      )
    },
    backUp: () => call('maintenance.back-up', {}),
    async close() {
      await app.stop()
      real.close()
      await proxy.close()
      await platform.close()
    },
  }
}

/** Everything that this process prints meanwhile. It is still printed. */
function listenToOutput() {
  const streams = [process.stdout, process.stderr] as const
  const originals = streams.map((stream) => stream.write.bind(stream))
  let text = ''
  for (const [index, stream] of streams.entries())
    stream.write = (chunk: string | Uint8Array, ...rest: never[]) => {
      text += String(chunk)
      return originals[index]?.(chunk, ...rest) ?? true
    }
  return {
    text: () => text,
    end: () => {
      for (const [index, stream] of streams.entries()) stream.write = originals[index] as typeof stream.write
    },
  }
}

const listAll = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
