import type { z } from 'zod'
import { type BridgeEvent, events, type Reply } from '../../shared/bridge/bridge.ts'
import type { Channel, channels as allChannels } from '../../shared/bridge/contract.ts'
import { bridgeErrorSchema, type BridgeError } from '../../shared/bridge/errors.ts'
import { fail, succeed, type Result } from '../../shared/result.ts'
import type { App, Handlers } from '../app.ts'
import type { Log } from '../ports.ts'
import { describeProblem } from './describe-problem.ts'

const ruleCode = /^[a-z][a-z0-9-]{0,40}$/
const pathPart = /^[A-Za-z0-9_-]{1,40}$/
const most = 50

export type Dispatch = (channel: unknown, payload: unknown) => Promise<Reply<unknown>>

const internal: BridgeError = { code: 'internal', message: 'Something went wrong inside Setdesk.', retryable: false }

/** The only entry to the handlers, shared by both hosts. The channel's schemas parse every request and every reply. */
export function createDispatch(handlers: Handlers, log: Log): Dispatch {
  let channels: typeof allChannels | undefined
  const routes = new Map<Channel, ReturnType<typeof openChannel>>()
  const open = (channel: Channel, schemas: typeof allChannels) => {
    const route = openChannel({ channel, schemas: schemas[channel], handlers, log })
    routes.set(channel, route)
    return route
  }

  return async (channel, payload) => {
    // Loaded late, because the schemas of all channels would delay the start.
    channels ??= (await import('../../shared/bridge/contract.ts')).channels
    if (!isChannel(channels, channel)) {
      log.problem('bridge.unknown-channel')
      return fail({ code: 'unknown-channel', message: 'There is no such channel.', retryable: false })
    }
    return await (routes.get(channel) ?? open(channel, channels))(payload)
  }
}

/** Only own keys count, so "__proto__" and "constructor" are unknown channels. */
const isChannel = (channels: object, channel: unknown): channel is Channel =>
  typeof channel === 'string' && Object.hasOwn(channels, channel)

interface ChannelParts {
  readonly channel: Channel
  readonly schemas: (typeof allChannels)[Channel]
  readonly handlers: Handlers
  readonly log: Log
}

function openChannel({ channel, schemas, handlers, log }: ChannelParts) {
  const request: z.ZodType = schemas.request.strict()
  const response: z.ZodType = schemas.response
  // The cast is safe, because the schema of the same channel parses the request.
  const handle = handlers[channel] as (request: unknown) => Promise<Result<unknown, BridgeError>>

  return async (payload: unknown): Promise<Reply<unknown>> => {
    try {
      const asked = read(request, payload)
      if (!asked.success) {
        const fields = fieldsAtFault(asked.error)
        return fail({ code: 'bad-request', message: 'Some fields of this call do not fit.', retryable: false, fields })
      }
      const result = await handle(asked.data)
      if (!result.ok) return fail(bridgeErrorSchema.parse(result.error))
      const answer = read(response, result.value)
      if (answer.success) return succeed(answer.data)
      log.problem('bridge.response-misfit', { channel, fields: Object.keys(fieldsAtFault(answer.error)).join(' ') })
    } catch (thrown) {
      log.problem('bridge.handler-threw', { channel, ...describeProblem(thrown) })
    }
    return fail(internal)
  }
}

/** How often a schema is interpreted before its reader is compiled. Compiling takes longer than a few readings. */
const fewReadings = 10
const readings = new WeakMap<z.ZodType, number>()

function read(schema: z.ZodType, value: unknown) {
  const count = (readings.get(schema) ?? 0) + 1
  readings.set(schema, count)
  return schema.safeParse(value, { jitless: count <= fewReadings })
}

/** Maps each field path to the code of the broken rule. It never quotes a validator's message, which may contain typed text. */
export function fieldsAtFault(error: z.ZodError): Record<string, string> {
  const marked = error.issues
    .flatMap(issuesWithin)
    .map((issue): [string, string] => [
      issue.path.map((part) => (pathPart.test(String(part)) ? String(part) : '?')).join('.'),
      ruleCode.test(issue.message) ? issue.message : issue.code.replaceAll('_', '-'),
    ])
  // If several rules are broken at one path, the first broken rule is shown.
  return Object.fromEntries(marked.slice(0, most).toReversed())
}

/** For a value that may have one of several forms: the issues of the form that the value has. */
function issuesWithin(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const meant = issue.errors.find((issues) =>
    issues.every(({ code, path }) => code !== 'invalid_type' || path.length > 0),
  )
  return meant?.map((one) => ({ ...one, path: [...issue.path, ...one.path] })) ?? [issue]
}

/** Returns the event with only the keys of the contract. Logs an event that does not fit the contract, and returns undefined. */
export function checkEvent(event: BridgeEvent, log: Log): BridgeEvent | undefined {
  const payload = read(events[event.name], event.payload)
  if (payload.success) return { name: event.name, payload: payload.data } as BridgeEvent
  log.problem('bridge.event-misfit', { event: event.name })
  return undefined
}

export interface ServedApp {
  readonly dispatch: Dispatch
  readonly listen: (push: (event: BridgeEvent) => void) => () => void
  readonly log: Log
}

export const serveApp = (app: App, log: Log): ServedApp => ({
  dispatch: createDispatch(app.handlers, log),
  listen: (push) =>
    app.listen((event) => {
      const checked = checkEvent(event, log)
      if (checked !== undefined) push(checked)
    }),
  log,
})
