import { draftIntentSchema, type Draft, type DraftIntent } from '../../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import type { CreationOptions } from '../../../../../shared/domain/creation.ts'
import {
  customerFields,
  fillFromDefaults,
  type CustomerField,
  type CustomerInput,
} from '../../../../../shared/domain/customer.ts'
import {
  readDeviceIdentifier,
  type DeviceIdentifier,
  type IdentifierReading,
} from '../../../../../shared/domain/device-identifier.ts'
import type { Plan } from '../../../../../shared/domain/plan.ts'
import { optionProblems, readOptions, type OptionSettings } from './draft-options.ts'
import { createsCustomer } from './creates-customer.ts'
import { isMadeByPlatform } from './is-made-there.ts'

/** Where a problem is: the path of a field in the draft. */
export type DraftPath =
  | 'box.raw'
  | 'box.model'
  | `customer.${CustomerField}`
  | `plan.${keyof Plan}`
  | 'logIn.userid'
  | 'logIn.password'
  | 'hostname'
  | `options.${keyof NonNullable<Draft['options']>}`

/** What a draft says so far, as it would be saved. */
export interface DraftReading {
  readonly box: IdentifierReading
  /** With the connection's defaults in the empty fields. */
  readonly customer: CustomerInput
  /** Fields whose value is the connection's, or the mobile put in for a missing phone. */
  readonly fromDefaults: ReadonlySet<CustomerField>
  /** Rule code by field; the locale has a sentence for each. */
  readonly problems: Readonly<Partial<Record<DraftPath, string>>>
  /** The platform makes the log-in: what was typed of one stays in the draft and is not sent. */
  readonly isMadeThere: boolean
  /** What was said of how the customer is created; absent where nobody was asked. */
  readonly options: CreationOptions | undefined
  /** Present once there is no problem. */
  readonly intent: DraftIntent | undefined
}

/** Stands in for a box that cannot be read yet, so that the other fields are judged all the same. */
const noBox: DeviceIdentifier = { kind: 'serial', value: 'none' }

/** What of a connection a draft is read by. */
type DraftSettings = Pick<Connection, 'defaults'> & Partial<Pick<Connection, 'logIns'>> & OptionSettings

/** Reads the whole draft by the rules that the saving side holds it to, and says what is wrong by field. */
export function readDraft(draft: Draft, connection: DraftSettings): DraftReading {
  const box = readDeviceIdentifier(draft.box.raw, draft.box.asSerial ? 'serial' : undefined)
  const { customer, filled } = fillFromDefaults(draft.customer, connection.defaults)
  const problems: Partial<Record<DraftPath, string>> = {}
  const needsBox = draft.kind !== 'customer-alone'
  if (needsBox && !box.ok) problems['box.raw'] = box.problem
  const options = createsCustomer(draft.kind) ? readOptions(draft, connection) : undefined
  const parsed = draftIntentSchema.safeParse(
    candidateOf(withoutTyped(draft, connection), customer, box.ok ? box.identifier : noBox, options),
  )
  for (const issue of parsed.error?.issues ?? []) {
    const path = draftPath(draft.kind, issue.path.join('.'))
    problems[path] ??= issue.message
  }
  if (createsCustomer(draft.kind) && optionProblems(draft, connection).currency !== undefined)
    problems['options.currency'] ??= 'required'
  // A missing phone is the mobile: while that is wrong, there is one thing to mend.
  if (problems['customer.mobile'] !== undefined && problems['customer.phone'] === 'required')
    delete problems['customer.phone']
  const fromDefaults = customerFields.filter(
    (field) => filled.includes(field) || isDefault(customer[field], connection.defaults[field]),
  )
  return {
    box,
    customer,
    fromDefaults: new Set(fromDefaults),
    problems,
    options,
    isMadeThere: isMadeByPlatform(draft, connection),
    intent: Object.keys(problems).length === 0 && parsed.success ? parsed.data : undefined,
  }
}

const withoutTyped = (draft: Draft, connection: DraftSettings): Draft =>
  createsCustomer(draft.kind) && isMadeByPlatform(draft, connection)
    ? { ...draft, logIn: { userid: '', password: '' } }
    : draft

function candidateOf(
  draft: Draft,
  customer: CustomerInput,
  identifier: DeviceIdentifier,
  options: CreationOptions | undefined,
): unknown {
  const box = { identifier, raw: draft.box.raw, model: draft.box.model }
  const hostname = draft.hostname.trim()
  const optionalHostname = hostname === '' ? {} : { hostname }
  const userid = draft.logIn.userid.trim()
  const { password } = draft.logIn
  switch (draft.kind) {
    case 'new-customer':
    case 'customer-alone':
      return {
        kind: draft.kind,
        ...(draft.kind === 'new-customer' && { box, ...optionalHostname }),
        customer,
        plan: readPlan(draft.plan),
        ...(options === undefined ? {} : { options }),
        logIn: { ...(userid === '' ? {} : { userid }), ...(password === '' ? {} : { password }) },
      }
    case 'existing-customer':
      return { kind: draft.kind, box, userid, ...(password === '' ? {} : { password }), ...optionalHostname }
    case 'hostname':
      return { kind: draft.kind, box, hostname }
  }
}

/** The plan in numbers; an empty field is 0, anything but digits is no number. */
export function readPlan(plan: Draft['plan']): Plan {
  return {
    productid: plan.productid,
    months: wholeNumber(plan.months),
    days: wholeNumber(plan.days),
    renewalinterval: wholeNumber(plan.renewalinterval),
  }
}

function wholeNumber(text: string): number {
  const digits = text.trim()
  if (digits === '') return 0
  return /^[0-9]{1,6}$/.test(digits) ? Number(digits) : Number.NaN
}

/** An existing customer's log-in lies at the top of the intent, and in its own place in the draft. */
function draftPath(kind: Draft['kind'], path: string): DraftPath {
  const inDraft = kind === 'existing-customer' && (path === 'userid' || path === 'password') ? `logIn.${path}` : path
  return (inDraft.startsWith('box.identifier') ? 'box.raw' : inDraft) as DraftPath
}

function isDefault(value: string, standard: string | undefined): boolean {
  return standard !== undefined && standard.trim() !== '' && value.trim() === standard.trim()
}
