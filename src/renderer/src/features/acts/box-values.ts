import { activationSchema, type IntentOf } from '../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../shared/domain/connection/connection.ts'
import { namesDevice } from '../../../../shared/domain/device-identifier.ts'
import { readBox, type BoxText } from '../scan/box-reading.tsx'
import type { ActCustomer } from './act-customer.ts'

/** A box for a customer as it stands in the form; `old` is the one it takes the place of. */
export interface BoxValues {
  readonly box: BoxText
  readonly model: string
  readonly password: string
  readonly hostname: string
  readonly old: string
}

export interface BoxReading {
  /** Rule code by field. */
  readonly problems: Readonly<Partial<Record<'box' | 'model' | 'password' | 'hostname' | 'old', string>>>
  /** Present once there is no problem. */
  readonly intent: IntentOf<'existing-customer'> | undefined
}

/** The form as it begins: the connection's first hostname, and the customer's only box where it has one. */
export function beginBox({ devices = [] }: ActCustomer, { hostnames }: Pick<Connection, 'hostnames'>): BoxValues {
  const [only, ...others] = devices
  return {
    box: { raw: '', asSerial: false },
    model: '',
    password: '',
    hostname: hostnames[0] ?? '',
    old: only !== undefined && others.length === 0 ? only.id : '',
  }
}

/** Reads the form by the rules that the saving side holds it to. */
export function readBoxAct(values: BoxValues, kind: 'add' | 'swap', customer: ActCustomer): BoxReading {
  const reading = readBox(values.box)
  const old = values.old.trim()
  const model = customer.devices?.find(({ id }) => id === old)?.model
  const problems: Record<string, string> = {}
  if (!reading.ok) problems['box'] = reading.problem
  if (kind === 'swap' && old === '') problems['old'] = 'required'
  if (kind === 'swap' && reading.ok && old !== '' && namesDevice(old, reading.identifier)) problems['old'] = 'same-box'
  const parsed = activationSchema.safeParse({
    kind: 'existing-customer',
    // A box that cannot be read yet keeps no other field from being judged.
    box: {
      identifier: reading.ok ? reading.identifier : { kind: 'serial', value: 'none' },
      raw: values.box.raw,
      model: values.model,
    },
    userid: customer.userid,
    ...(customer.name !== undefined && { customerName: customer.name }),
    ...(values.password !== '' && { password: values.password }),
    ...(values.hostname.trim() !== '' && { hostname: values.hostname }),
    ...(kind === 'swap' && old !== '' && { replaces: { id: old, ...(model !== undefined && { model }) } }),
  })
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [head, tail] = path.map(String)
    const field = head === 'replaces' ? 'old' : head === 'box' ? (tail === 'model' ? 'model' : 'box') : (head ?? '')
    problems[field] ??= message
  }
  const isWhole = Object.keys(problems).length === 0 && parsed.success && parsed.data.kind === 'existing-customer'
  return { problems, intent: isWhole ? (parsed.data as IntentOf<'existing-customer'>) : undefined }
}
