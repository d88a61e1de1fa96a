import { activationSchema, type Activation, type Draft } from '../../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import type { CreationOptions } from '../../../../../shared/domain/customer/creation.ts'
import {
  type CustomerField,
  customerFields,
  type CustomerInput,
  fillFromDefaults,
  type Plan,
} from '../../../../../shared/domain/customer/customer.ts'
import {
  readDeviceIdentifier,
  type DeviceIdentifier,
  type IdentifierReading,
} from '../../../../../shared/domain/device-identifier.ts'
import { optionProblems, readOptions, type OptionSettings } from './make-draft.ts'

/** The path of a field in the draft. The form shows a problem at the field with this path. */
export type DraftPath =
  | 'box.raw'
  | 'box.model'
  | `customer.${CustomerField}`
  | `plan.${keyof Plan}`
  | 'logIn.userid'
  | 'logIn.password'
  | 'hostname'
  | `options.${keyof NonNullable<Draft['options']>}`

export interface DraftReading {
  readonly box: IdentifierReading
  /** The customer to save. Fields that were left empty contain the connection's defaults. */
  readonly customer: CustomerInput
  /** The fields whose value is the connection's default, and the phone if it was filled with the mobile number. */
  readonly fromDefaults: ReadonlySet<CustomerField>
  /** The code of the broken rule by field. The locale has a message for each code. */
  readonly problems: Readonly<Partial<Record<DraftPath, string>>>
  /** Whether the platform issues the credentials. A typed user ID or password then stays in the draft, but is not sent. */
  readonly isPlatformIssued: boolean
  /** The creation options to save. Undefined if the technician set none. */
  readonly options: CreationOptions | undefined
  /** The work to save. Undefined if the draft has problems. */
  readonly intent: Activation | undefined
}

/** A placeholder for a box that cannot be read yet, so that the other fields are still checked. */
const noBox: DeviceIdentifier = { kind: 'serial', value: 'none' }

type DraftSettings = Pick<Connection, 'defaults'> & Partial<Pick<Connection, 'logIns'>> & OptionSettings

/** Validates the whole draft by the same rules as saving. */
export function readDraft(draft: Draft, connection: DraftSettings): DraftReading {
  const box = readDeviceIdentifier(draft.box.raw, draft.box.asSerial ? 'serial' : undefined)
  const { customer, filled } = fillFromDefaults(draft.customer, connection.defaults)
  const problems: Partial<Record<DraftPath, string>> = {}
  if (draft.withoutBox !== true && !box.ok) problems['box.raw'] = box.problem
  const isPlatformIssued = isIssuedByPlatform(draft, connection)
  const isNew = draft.kind === 'new-customer'
  const options = isNew ? readOptions(draft, connection) : undefined
  const sent = isNew && isPlatformIssued ? { ...draft, logIn: { userid: '', password: '' } } : draft
  const parsed = activationSchema.safeParse(candidateOf(sent, customer, box.ok ? box.identifier : noBox, options))
  for (const issue of parsed.error?.issues ?? []) {
    const path = draftPath(draft.kind, issue.path.join('.'))
    problems[path] ??= issue.message
  }
  if (isNew && optionProblems(draft, connection).currency !== undefined) problems['options.currency'] ??= 'required'
  // An empty phone is filled with the mobile number. If both are empty, the problem is reported only at the mobile number.
  if (problems['customer.mobile'] !== undefined && problems['customer.phone'] === 'required')
    delete problems['customer.phone']
  // A chosen product fills in its usual length. While no product is chosen, a missing length is therefore not reported.
  if (problems['plan.productid'] === 'required') {
    delete problems['plan.months']
    delete problems['plan.days']
  }
  const fromDefaults = customerFields.filter(
    (field) => filled.includes(field) || isDefault(customer[field], connection.defaults[field]),
  )
  return {
    box,
    customer,
    fromDefaults: new Set(fromDefaults),
    problems,
    options,
    isPlatformIssued,
    intent: Object.keys(problems).length === 0 && parsed.success ? parsed.data : undefined,
  }
}

/**
 * Whether the platform issues the credentials. If a correction has a user ID, that user ID was chosen on this computer, so the platform
 * does not issue another.
 */
const isIssuedByPlatform = (draft: Draft, { logIns }: DraftSettings): boolean =>
  logIns === 'platform' && (draft.correcting === undefined || draft.logIn.userid.trim() === '')

function candidateOf(
  draft: Draft,
  customer: CustomerInput,
  identifier: DeviceIdentifier,
  options: CreationOptions | undefined,
): unknown {
  const box = { identifier, raw: draft.box.raw, model: draft.box.model }
  const hostname = draft.hostname.trim()
  const optionalHostname = hostname !== '' && { hostname }
  const userid = draft.logIn.userid.trim()
  const optionalPassword = draft.logIn.password !== '' && { password: draft.logIn.password }
  switch (draft.kind) {
    case 'new-customer':
      return {
        kind: draft.kind,
        ...(draft.withoutBox !== true && { box, ...optionalHostname }),
        customer,
        plan: readPlan(draft.plan),
        ...(options !== undefined && { options }),
        logIn: { ...(userid !== '' && { userid }), ...optionalPassword },
      }
    case 'existing-customer':
      return { kind: draft.kind, box, userid, ...optionalPassword, ...optionalHostname }
    case 'hostname':
      return { kind: draft.kind, box, hostname }
  }
}

/** Returns the plan as numbers. An empty field becomes 0. Any other text that is not one to six digits becomes NaN. */
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

/**
 * Converts the path of a field in an intent to the path of the same field in the draft. An existing customer's credentials are under
 * `logIn` in a draft, but not in an intent.
 */
function draftPath(kind: Draft['kind'], path: string): DraftPath {
  const inDraft = kind === 'existing-customer' && (path === 'userid' || path === 'password') ? `logIn.${path}` : path
  return (inDraft.startsWith('box.identifier') ? 'box.raw' : inDraft) as DraftPath
}

function isDefault(value: string, standard: string | undefined): boolean {
  return standard !== undefined && standard.trim() !== '' && value.trim() === standard.trim()
}
