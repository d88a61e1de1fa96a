import { customerActSchema, type CountsFrom, type CustomerAct } from '../../../../shared/domain/act.ts'
import { customerFields, type CustomerInput } from '../../../../shared/domain/customer.ts'

/** Work on a customer as a form: numbers as text, one length with its unit. Fields a kind does not have stay empty. */
export interface CorrectionValues {
  userid: string
  password: string
  customermappingid: string
  productid: string
  count: string
  unit: 'months' | 'days'
  from: CountsFrom
  renewalinterval: string
  keepExtraPackages: boolean
  customer: CustomerInput
}

/** The work, or the fields that have to be mended: path in the form -> rule code. */
export type CorrectionReading =
  | { readonly ok: true; readonly act: CustomerAct }
  | { readonly ok: false; readonly problems: readonly { readonly path: string; readonly code: string }[] }

const noCustomer = Object.fromEntries(customerFields.map((field) => [field, ''])) as CustomerInput

/** The form that says what the work said. */
export function toCorrection(act: CustomerAct): CorrectionValues {
  const length = 'plan' in act ? act.plan : 'months' in act ? act : { months: 0, days: 0 }
  const unit = length.days > 0 ? 'days' : 'months'
  const logIn = 'logIn' in act ? act.logIn : act
  return {
    userid: logIn.userid ?? '',
    password: logIn.password ?? '',
    customermappingid: 'customermappingid' in act ? (act.customermappingid ?? '') : '',
    productid: 'plan' in act ? act.plan.productid : 'productid' in act ? act.productid : '',
    count: length[unit] === 0 ? '' : String(length[unit]),
    unit,
    from: 'from' in act ? act.from : 'end-date',
    renewalinterval: 'plan' in act ? String(act.plan.renewalinterval) : '1',
    keepExtraPackages: 'keepExtraPackages' in act && act.keepExtraPackages,
    customer: 'customer' in act ? act.customer : noCustomer,
  }
}

/** Reads the form back into work of the same kind. */
export function readCorrection(values: CorrectionValues, kind: CustomerAct['kind']): CorrectionReading {
  const parsed = customerActSchema.safeParse(candidateOf(values, kind))
  if (parsed.success) return { ok: true, act: parsed.data }
  return {
    ok: false,
    problems: parsed.error.issues.map(({ path, message }) => ({
      path: toFormPath(path.map(String).join('.')),
      code: message,
    })),
  }
}

function candidateOf(values: CorrectionValues, kind: CustomerAct['kind']): unknown {
  const { productid, from, keepExtraPackages } = values
  const count = toNumber(values.count)
  const length = { months: values.unit === 'months' ? count : 0, days: values.unit === 'days' ? count : 0 }
  const known = {
    kind,
    userid: values.userid,
    ...filled('password', values.password),
    ...filled('customermappingid', values.customermappingid.trim()),
  }
  switch (kind) {
    case 'customer-alone':
      return {
        kind,
        customer: values.customer,
        plan: { productid, ...length, renewalinterval: toNumber(values.renewalinterval) },
        logIn: { ...filled('userid', values.userid.trim()), ...filled('password', values.password) },
      }
    case 'renewal':
      return { ...known, ...length, from }
    case 'product-change':
      return { ...known, productid, ...length, from, keepExtraPackages }
    case 'disable':
    case 'enable':
      return known
  }
}

function filled<Key extends string>(key: Key, value: string): Partial<Record<Key, string>> {
  return value === '' ? {} : ({ [key]: value } as Record<Key, string>)
}

/** Anything that is no number is NaN, which every rule refuses. */
const toNumber = (text: string): number => (text.trim() === '' ? 0 : Number(text))

const formPaths: Readonly<Record<string, string>> = {
  months: 'count',
  days: 'count',
  'plan.months': 'count',
  'plan.days': 'count',
  'plan.productid': 'productid',
  'plan.renewalinterval': 'renewalinterval',
  'logIn.userid': 'userid',
  'logIn.password': 'password',
}

function toFormPath(path: string): string {
  return formPaths[path] ?? path
}
