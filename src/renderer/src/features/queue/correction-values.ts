import {
  knownCustomerActionSchema,
  type CountsFrom,
  type KnownCustomerAction,
} from '../../../../shared/domain/action.ts'

/**
 * The form values of an action on an existing customer: numbers as text, one length with a unit. Fields that a kind
 * does not have stay empty.
 */
export interface CorrectionValues {
  userid: string
  password: string
  customermappingid: string
  productid: string
  count: string
  unit: 'months' | 'days'
  from: CountsFrom
  keepExtraPackages: boolean
}

/** The action, or the invalid fields: `path` in the form, `code` of the rule. */
export type CorrectionReading =
  | { readonly ok: true; readonly action: KnownCustomerAction }
  | { readonly ok: false; readonly problems: readonly { readonly path: string; readonly code: string }[] }

/** The form values of an action. */
export function toCorrection(action: KnownCustomerAction): CorrectionValues {
  const length = 'months' in action ? action : { months: 0, days: 0 }
  const unit = length.days > 0 ? 'days' : 'months'
  return {
    userid: action.userid,
    password: action.password ?? '',
    customermappingid: action.customermappingid ?? '',
    productid: 'productid' in action ? action.productid : '',
    count: length[unit] === 0 ? '' : String(length[unit]),
    unit,
    from: 'from' in action ? action.from : 'end-date',
    keepExtraPackages: 'keepExtraPackages' in action && action.keepExtraPackages,
  }
}

/** Parses the form into an action of the same kind. */
export function readCorrection(values: CorrectionValues, kind: KnownCustomerAction['kind']): CorrectionReading {
  const parsed = knownCustomerActionSchema.safeParse(candidateOf(values, kind))
  if (parsed.success) return { ok: true, action: parsed.data }
  return {
    ok: false,
    problems: parsed.error.issues.map(({ path, message }) => ({
      path: toFormPath(path.map(String).join('.')),
      code: message,
    })),
  }
}

/** The values of every kind of action: the schema takes those that its kind has. */
function candidateOf(values: CorrectionValues, kind: KnownCustomerAction['kind']): unknown {
  const { userid, password, customermappingid, unit, productid, from, keepExtraPackages } = values
  return {
    kind,
    userid,
    ...(password !== '' && { password }),
    ...(customermappingid.trim() !== '' && { customermappingid: customermappingid.trim() }),
    months: 0,
    days: 0,
    [unit]: toNumber(values.count),
    productid,
    from,
    keepExtraPackages,
  }
}

/** A text that is no number becomes NaN, which every rule refuses. */
const toNumber = (text: string): number => (text.trim() === '' ? 0 : Number(text))

const toFormPath = (path: string): string => (path === 'months' || path === 'days' ? 'count' : path)
