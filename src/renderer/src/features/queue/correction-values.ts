import {
  knownCustomerActionSchema,
  type CountsFrom,
  type KnownCustomerAction,
} from '../../../../shared/domain/action.ts'

/**
 * The form values of an action on an existing customer. Numbers are text, and there is one length with a unit. Fields that the
 * kind of action does not have stay empty.
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

/** Converts an action to form values. The length is in days if the action has days, or else in months. */
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

/** Parses the form values into an action of `kind`. Otherwise returns each problem with its form field and the code of its rule. */
export function readCorrection(values: CorrectionValues, kind: KnownCustomerAction['kind']) {
  const parsed = knownCustomerActionSchema.safeParse(candidateOf(values, kind))
  if (parsed.success) return { ok: true as const, action: parsed.data }
  const problems = parsed.error.issues.map(({ path, message }) => {
    const [field] = path.map(String)
    return { path: field === 'months' || field === 'days' ? 'count' : (field ?? ''), code: message }
  })
  return { ok: false as const, problems }
}

/** Returns the values for every kind of action. The schema drops the values that `kind` does not have. */
function candidateOf(values: CorrectionValues, kind: KnownCustomerAction['kind']): unknown {
  const { userid, password, customermappingid, unit, productid, from, keepExtraPackages } = values
  return {
    kind,
    userid,
    ...(password !== '' && { password }),
    ...(customermappingid.trim() !== '' && { customermappingid: customermappingid.trim() }),
    months: 0,
    days: 0,
    // A text that is not a number becomes NaN, which every rule refuses.
    [unit]: values.count.trim() === '' ? 0 : Number(values.count),
    productid,
    from,
    keepExtraPackages,
  }
}
