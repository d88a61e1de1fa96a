import { refuse, type Action } from './action.ts'
import { bindToHostname, bindToUser, create, prolong, toggle, type Change } from './change.ts'
import { drawDescription } from './draw-description.ts'
import { describeLesson } from './lesson.ts'
import { findLikeAnswers } from './like-answers.ts'
import { findOperation, type Operation } from './operations.ts'
import { createRandom } from './random.ts'
import { read } from './read.ts'
import { createSpeaker, type Said } from './say.ts'
import { createWorld, type Customer, type World } from './world.ts'
import { createRecordWriter } from './write-record.ts'
import { writeReply } from './write-reply.ts'
import type { Encoding, PlatformDescription } from './description.ts'
import type { Hidden, Platform, PlatformCall, PlatformReply, Told } from './platform.ts'

/** What can be fixed in a generated platform. Without a clock the time is always noon of 22 November 2026. */
export interface DrawOptions {
  /** Milliseconds since 1970. */
  readonly now?: () => number
  readonly encoding?: Encoding
  /** Changes the description for a case that needs one axis. Names and sentences stay as generated. */
  readonly adjust?: (description: PlatformDescription) => PlatformDescription
}

const changes: Readonly<Partial<Record<Operation['does'], (change: Change) => Action>>> = {
  create,
  renew: prolong,
  change: prolong,
  disable: toggle,
  enable: toggle,
  'bind-user': bindToUser,
  'bind-hostname': bindToHostname,
}

const noonOfTheDay = Date.UTC(2026, 10, 22, 12)

/** Generates a whole platform from a seed. The same seed and the same calls give the same answers. */
export function drawPlatform(seed: number, options: DrawOptions = {}): Platform {
  const { now = () => noonOfTheDay, encoding, adjust = (drawn) => drawn } = options
  const drawn = adjust(drawDescription(seed, encoding === undefined ? {} : { encoding }))
  const world = createWorld(createRandom(seed).fork('world'), drawn, now)
  const speaker = createSpeaker(drawn, createRecordWriter(drawn, world))
  const description = { ...drawn, notes: [...drawn.notes, ...findLikeAnswers(drawn, speaker)] }
  let calls = 0
  let hidden: Hidden = 'nothing'

  const write = (said: Said, operation: string): PlatformReply => writeReply(said, description, calls, operation)
  return {
    description,
    authToken: world.authToken,
    crmService: world.crmService,
    cmsService: world.cmsService,
    hostnames: world.hostnames,
    products: world.products,
    answer: (call) => {
      calls += 1
      const operation = findOperation(call.method, call.path)
      const name = `${call.method} ${operation?.name ?? call.path}`
      if (operation === null)
        return {
          reply: { status: 404, headers: {}, text: '' },
          told: { operation: name, outcome: 'read' },
        }
      const query = parametersOf(call, operation, description)
      const refusedOutcome = operation.does in changes ? 'not-done' : 'read'
      if (query['authToken'] !== world.authToken)
        return {
          reply: write(speaker.refuseToken(), operation.name),
          told: { operation: name, outcome: refusedOutcome, reason: 'token' },
        }
      const action = findServiceFault(query, operation, description, world) ?? perform(operation, query, call)
      const said = speaker.say(action, operation)
      return {
        reply: write(said, operation.name),
        told: { operation: name, ...tellAction(action, said, refusedOutcome) },
      }
    },
    trouble: () => write(speaker.trouble(), 'trouble'),
    ledger: () => [...world.ledger],
    customers: () => world.customers.map(world.show),
    devicesOf: (userid) =>
      world.customers.filter(({ part }) => part.userid === userid).flatMap(({ devices }) => devices),
    macsUnder: (hostname) => [...(world.macs.get(hostname) ?? [])],
    makeCustomer: (part = {}) => world.show(world.add(part)),
    hide: (what) => void (hidden = what),
    lesson: () => describeLesson(description),
  }

  function perform(operation: Operation, query: Readonly<Record<string, string>>, call: PlatformCall): Action {
    const { behaviour, reads } = description
    const change = { world, behaviour, operation, query, doesMoveStart: reads.trace === 'startDate' }
    const perform = changes[operation.does]
    return perform === undefined
      ? read({ world: withoutHidden(world, hidden), description, operation, query, call })
      : perform(change)
  }

  function tellAction(action: Action, { shown }: Said, refused: 'read' | 'not-done'): Omit<Told, 'operation'> {
    const show = (customers: readonly Customer[]): Pick<Told, 'customers' | 'shown'> => ({
      customers: customers.map(world.show),
      shown,
    })
    switch (action.kind) {
      case 'yes':
        return {
          outcome: 'done',
          entries: action.entries,
          ...(action.customer === null ? {} : show([action.customer])),
        }
      case 'no':
        return { outcome: refused, reason: action.reason }
      case 'unknown':
        return { outcome: 'read', isUnknown: true, reason: `unknown-${action.about}` }
      case 'customer':
        return { outcome: 'read', ...show(action.customers) }
      case 'status':
        return { outcome: 'read', ...show([action.customer]) }
      case 'statuses':
        return { outcome: 'read', ...show(action.customers), missing: action.missing }
      case 'page':
        return { outcome: 'read', ...show(action.customers), hasNext: action.hasNext }
      case 'boxes':
        return { outcome: 'read', devices: action.boxes, shown }
    }
  }
}

/** The world as the reads show it. */
function withoutHidden(world: World, hidden: Hidden): World {
  if (hidden === 'nothing') return world
  const macs = new Map([...world.macs.keys()].map((hostname) => [hostname, []]))
  const customers = hidden === 'everybody' ? [] : world.customers.map((customer) => ({ ...customer, devices: [] }))
  return { ...world, macs, customers }
}

/** The parameters of a call, from where the platform expects them. */
function parametersOf(
  { query, body }: PlatformCall,
  { path }: Operation,
  { behaviour: { getCustomerParameters: place } }: PlatformDescription,
): Readonly<Record<string, string>> {
  if (!path.startsWith('/api/GetCustomer/') || place === 'query') return query
  const inBody = readParameters(body)
  return place === 'body' ? inBody : { ...query, ...inBody }
}

function readParameters(body: string): Readonly<Record<string, string>> {
  if (!body.trim().startsWith('{')) return Object.fromEntries(new URLSearchParams(body))
  try {
    const parsed = JSON.parse(body) as Readonly<Record<string, unknown>>
    return Object.fromEntries(
      Object.entries(parsed).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
    )
  } catch {
    return {}
  }
}

const withCms = new Set(['create', 'disable', 'enable', 'change', 'bind-user'])

function findServiceFault(
  query: Readonly<Record<string, string>>,
  operation: Operation,
  { behaviour }: PlatformDescription,
  world: { readonly crmService: string; readonly cmsService: string },
): Action | null {
  const renewal = { crmServices: ['crmServices'], crmService: ['crmService'], either: ['crmServices', 'crmService'] }
  const places = operation.does === 'renew' ? renewal[behaviour.renewalService] : ['crmService']
  const given = places.map((name) => query[name] ?? '').find((value) => value !== '')
  if (given === undefined) return refuse('missing', 'bad-value')
  if (given !== world.crmService) return refuse('bad-service', 'bad-value')
  if (!withCms.has(operation.does)) return null
  const cms = query['cmsService'] ?? ''
  if (cms !== '') return cms === world.cmsService ? null : refuse('bad-service', 'bad-value')
  const isDemanded = behaviour.strictness === 'all' && operation.does !== 'bind-user'
  return isDemanded ? refuse('missing', 'bad-value') : null
}
