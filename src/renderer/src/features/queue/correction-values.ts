import {
  knownCustomerActionSchema,
  type CountsFrom,
  type KnownCustomerAction,
} from '../../../../shared/domain/action.ts'

/** The form values of an action on an existing customer: numbers as text, one length with a unit. Fields of other kinds stay empty. */
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

/** Parses the form into an action of the same kind, or into its invalid fields. `path`: in the form. `code`: the rule. */
export function readCorrection(values: CorrectionValues, kind: KnownCustomerAction['kind']) {
  const parsed = knownCustomerActionSchema.safeParse(candidateOf(values, kind))
  if (parsed.success) return { ok: true as const, action: parsed.data }
  const problems = parsed.error.issues.map(({ path, message }) => {
    const [field] = path.map(String)
    return { path: field === 'months' || field === 'days' ? 'count' : (field ?? ''), code: message }
  })
  return { ok: false as const, problems }
}

/** The values for every kind of action. The schema picks those of its kind. */
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
