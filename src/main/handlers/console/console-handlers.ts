import type {
  CatalogueView,
  OperationView,
  ParameterView,
  TextView,
  Understood,
} from '../../../shared/bridge/console-channels.ts'
import type { Reply } from '../../../shared/bridge/bridge.ts'
import { defined } from '../../../shared/defined.ts'
import type { ConsoleValues } from '../../../shared/domain/console.ts'
import { mappableCustomer, type TextLayout } from '../../../shared/domain/field-mapping/field-mapping.ts'
import { customerStatuses } from '../../../shared/domain/customer/customer.ts'
import { succeed } from '../../../shared/result.ts'
import { type Answer, defaultFieldNames, type FieldNames, withFieldMapping } from '../../../platform/answer.ts'
import {
  type CatalogueOperation,
  isChanging,
  isOperationId,
  operation,
  operations,
  withExtraFilter,
} from '../../../platform/catalogue/catalogue.ts'
import { type Parameter, rules, sections } from '../../../platform/catalogue/operation.ts'
import { isCustomerList, isDeviceList, isStatusRead } from '../../../platform/judge/judge.ts'
import { readDeviceList } from '../../../platform/read/read-devices.ts'
import { findLack, readCustomer, readCustomerPage, readStatus } from '../../../platform/read/read-records.ts'
import type { CustomerRecord, DeviceRecord } from '../../../platform/find-fields.ts'
import { createRedactor, redacted } from '../../../platform/redact.ts'
import type { Retrieval } from '../../../platform/transport/exchange.ts'
import { completeValues, consoleFaults, ofConnection } from '../../jobs/steps/console-steps.ts'
import { problem, type Refusal } from '../session/problem.ts'
import {
  type ChannelsOf,
  done,
  type PlatformSession,
  type Session,
  type SessionHandlers,
  withPlatform,
} from '../session/session.ts'
import { interpret } from '../../../platform/interpret.ts'
import { listLeaves, listStatuses } from '../../../platform/read/list-leaves.ts'
import { previewText, proposeTextLayout } from '../../../platform/text/propose-text-layout.ts'
import { plainTextOf } from '../../../platform/text/text-records.ts'
import { tokenPlace } from '../../../shared/domain/connection/connection.ts'
import type { Handlers } from '../../app.ts'
import { updateConnection } from '../connections/store-connection.ts'
import type { Sessions } from '../session/sessions.ts'

/** Offers all operations of the platform's interface to an engineer. A read is sent at once. A change is saved as a job (`job.save`). */
export const consoleHandlers: SessionHandlers<ChannelsOf<'console'>> = {
  'console.catalogue': ({ settings, queue }) => {
    const connection = settings.active()
    const retrieval = (connection && queue.access(connection.id)?.retrieval()) ?? 'query'
    return succeed(describeAll(connection?.extraCustomerFilter ?? '', retrieval))
  },
  'console.preview': (session, { operation: id, values }) => {
    const asked = findCall(session, id)
    if (!asked.ok) return asked
    const { call, connection, access } = asked.value
    const { method, url, body, problems } = access.preview(call.id, completeValues(call, values, connection))
    const changing = isChanging(call) ? consoleFaults({ kind: 'console', operation: id, values }) : faultsOf(values)
    return succeed({
      ...defined({ method, url, body }),
      problems: { ...Object.fromEntries(problems.map(({ name, problem: code }) => [name, code])), ...changing },
      madeWhenSaved: call.effect === 'create' ? madeHere.filter((name) => (values[name] ?? '') === '') : [],
    })
  },
  'console.ask': async (session, { slot, operation: id, values }) => {
    const asked = findCall(session, id)
    if (!asked.ok) return asked
    const { call, connection, access, clock, questions } = asked.value
    if (isChanging(call)) return problem('not-allowed', 'An operation that changes something is saved as a job')
    const typed = faultsOf(values)
    if (Object.keys(typed).length > 0) return broken(typed)
    const begun = clock.elapsed()
    // A cancelled question is reported like a lost answer, because the screen must show how far the request got.
    const reply = await questions.follow(slot, (signal) =>
      access.ask(call.id, completeValues(call, values, connection), signal),
    )
    if (!reply.ok) return broken(Object.fromEntries(reply.error.map(({ name, problem: code }) => [name, code])))
    const answer = reply.value
    return succeed({
      ...defined({ reach: answer.reach, status: answer.status, failure: answer.failure }),
      milliseconds: Math.max(0, Math.round(clock.elapsed() - begun)),
      raw: answer.raw,
      understood: understand(call, answer),
    })
  },
  'console.cancel': ({ questions }, { slot }) => {
    questions.cancel(slot)
    return done
  },
}

const findCall = (session: Session, id: string): Reply<PlatformSession & { readonly call: CatalogueOperation }> =>
  withPlatform(session, (platform) =>
    isOperationId(id)
      ? succeed({ ...platform, call: withExtraFilter(operation(id), platform.connection.extraCustomerFilter) })
      : problem('not-found', 'There is no such operation'),
  )

/** Values that Setdesk generates when a creation is saved. With these values Setdesk finds the created customer later. */
const madeHere = ['userid', 'password', 'customermappingid'] as const

/** The faults for values that the connection sets. Such values must not be typed. */
const faultsOf = (values: ConsoleValues): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(values)
      .filter((name) => ofConnection.has(name))
      .map((name) => [name, 'unknown']),
  )

const broken = (fields: Record<string, string>): Refusal =>
  problem('bad-request', 'A value breaks the interface', { fields })

function describeAll(extraFilter: string, retrieval: Retrieval): CatalogueView {
  const all = operations.map((call) => describe(withExtraFilter(call, extraFilter), retrieval))
  return {
    sections: sections.map(({ section, title, about }) => ({
      section,
      title,
      about,
      operations: all.filter((call) => call.section === section),
    })),
  }
}

function describe(call: CatalogueOperation, retrieval: Retrieval): OperationView {
  const { id, section, method, path, summary, effect, readBack } = call
  const parameters = call.parameters.map((parameter) => describeParameter(parameter, retrieval))
  return { id, section, method, path, summary, effect, parameters, readBack: [...readBack] }
}

function describeParameter(parameter: Parameter, retrieval: Retrieval): ParameterView {
  const { name, type, requirement, rule, meaning, carriedIn } = parameter
  return {
    name,
    type,
    requirement,
    control: controlOf(parameter),
    ...(rule === 'status' && { choices: [...customerStatuses] }),
    meaning,
    rule: rules[rule].meaning,
    carriedIn: carriedIn === 'retrieval' ? retrieval : carriedIn,
  }
}

function controlOf({ name, type, rule }: Parameter): ParameterView['control'] {
  if (ofConnection.has(name)) return 'connection'
  if (type === 'string[]') return 'list'
  if (type === 'boolean') return 'flag'
  return rule === 'status' ? 'choice' : 'text'
}

type Found = Pick<Understood, 'records' | 'total' | 'hasNext' | 'cursor' | 'unread' | 'lacks'>
type Shown = Understood['records'][number]

/** The most records of a list that the screen shows. The screen also shows the total. */
const mostRecords = 20

/** Returns what Setdesk understands of an answer to this operation. Jobs read answers with the same code. */
export function understand(call: CatalogueOperation, answer: Answer): Understood {
  const { verdict, message } = answer
  return { ...defined({ verdict, message }), ...findIn(call, answer) }
}

function findIn(call: CatalogueOperation, answer: Answer): Found {
  if (isDeviceList(call)) {
    const { devices, unread, isCut } = readDeviceList(answer)
    return {
      ...listed(devices.map(showDevice)),
      ...(isCut && { hasNext: true }),
      ...(unread.length > 0 && { unread: unread.length }),
    }
  }
  if (isCustomerList(call)) {
    const page = readCustomerPage(answer, call.returns)
    const lacks = findLack(answer, call.returns)
    if (page === undefined) return { ...listed([]), ...(lacks && { lacks }) }
    const { customers, hasNext, cursor } = page
    return { ...listed(customers.map(showCustomer)), ...defined({ hasNext, cursor }) }
  }
  if (isStatusRead(call)) {
    const status = readStatus(answer)
    return listed(status === undefined ? [] : [showCustomer({ ...readCustomer(answer), status })])
  }
  const customer = call.effect === 'read' || call.effect === 'create' ? readCustomer(answer) : undefined
  return listed(customer === undefined ? [] : [showCustomer(customer)])
}

const listed = (records: readonly Shown[]): Found => ({ records: records.slice(0, mostRecords), total: records.length })

const showCustomer = (customer: CustomerRecord): Shown =>
  mappableCustomer.flatMap((field) => {
    const value = customer[field]
    return value === undefined ? [] : [{ field, value: field === 'password' ? redacted : value }]
  })

const showDevice = ({ id, also = [], model }: DeviceRecord): Shown => [
  ...[id, ...also].map((value) => ({ field: 'deviceIdentifier' as const, value })),
  ...(model === undefined ? [] : [{ field: 'deviceModel' as const, value: model }]),
]

/** A token with at least this many characters cannot be found by guessing. */
const unguessable = 16

/** Tries a field mapping (how a platform names its fields and statuses) on one of the platform's answers. */
export const fieldMappingHandlers: SessionHandlers<'field-mapping.preview'> = {
  'field-mapping.preview': (session, { operation: id, status, text, names: mapped, layout }) => {
    if (!isOperationId(id)) return problem('not-found', 'There is no such operation')
    const call = operation(id)
    const names = withFieldMapping(mapped)
    const connection = session.settings.active()
    const token = connection && session.tokens.read(connection.id, tokenPlace(connection))
    // A pasted answer may contain the token, so the answer is redacted. A short token is not: a text full of guesses would show which is right.
    const redactor = createRedactor([], token === undefined || token.length < unguessable ? [] : [token])
    const exchange = { reach: 'answered' as const, status, headers: {}, text: fixHidden(text) }
    const context = { now: session.clock.now(), redactor, tokenRedactor: redactor, ...(names && { names }) }
    const answer = interpret(exchange, call, { ...context, layout: layout ?? undefined })
    const known = names ?? defaultFieldNames
    const shown = describeText(redactor.text(exchange.text), call, known, layout ?? undefined)
    return succeed({
      ...defined({ text: shown }),
      leaves: listLeaves(answer.data, known).map(({ keys, ...leaf }) => ({ ...leaf, keys: [...keys] })),
      statuses: [...listStatuses(answer.data, call, known)],
      understood: understand(call, answer),
    })
  },
}

/** Saves a field mapping with the active connection. The connection's work continues with the new mapping. */
export const createFieldMappingSave =
  (sessions: Sessions): Handlers['field-mapping.save'] =>
  ({ names, layout }) =>
    sessions.use(async ({ settings }) => {
      const connection = settings.active()
      if (connection === undefined) return problem('no-connection', 'There is no connection to map fields for')
      const mapped = { ...connection, fieldNames: names, ...(layout !== undefined && { textLayout: layout }) }
      updateConnection({ settings, sessions }, mapped)
      await sessions.refresh()
      return done
    })

/** Shows a plain text as records, with the given layout or else with a proposed one. Undefined for any other answer. */
function describeText(
  text: string,
  { id }: CatalogueOperation,
  names: FieldNames,
  layout: TextLayout | undefined,
): TextView | undefined {
  const plain = plainTextOf(text)
  if (plain === undefined) return undefined
  const proposed = proposeTextLayout(plain)
  const tried = layout ?? proposed
  const { fields, total, misfit } =
    tried === undefined ? { fields: [], total: 0, misfit: undefined } : previewText(plain, tried, id, names)
  return {
    fields: fields.map(({ name, samples }) => ({ name, samples: [...samples] })),
    total,
    ...defined({ proposed, misfit }),
  }
}

/** Puts quotes around a redacted number, because the JSON would be invalid without them. */
const fixHidden = (text: string): string =>
  text.replace(new RegExp(String.raw`(:\s{0,8})${redacted}`, 'g'), `$1"${redacted}"`)
