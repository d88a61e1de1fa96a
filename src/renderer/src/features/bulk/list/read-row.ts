import { boxOf, type Activation, type Draft } from '../../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import { customerFields, plainUserid } from '../../../../../shared/domain/customer/customer.ts'
import {
  identifierKey,
  isFromSpreadsheet,
  isLostInSpreadsheet,
  strayLetters,
  type IdentifierReading,
} from '../../../../../shared/domain/device-identifier.ts'
import type { SerialPattern } from '../../../../../shared/domain/label/label.ts'
import { doubtListed } from '../../../../../shared/domain/label/read-listed.ts'
import { readMobile } from '../../../../../shared/domain/customer/read-mobile.ts'
import { makeDraft, planOf } from '../../activation/draft/make-draft.ts'
import { type DraftPath, readDraft } from '../../activation/draft/read-draft.ts'
import { type BulkKind, type ColumnMap, neededColumn } from './bulk-fields.ts'
import type { TableRow } from './parse-table.ts'

/** A fault of a row. `code` is the code of the broken rule, for which the locale has a message. */
export interface RowFault {
  readonly path: DraftPath
  readonly code: string
}

/** Values for all rows, by field of the draft. */
export type CommonValues = Readonly<Partial<Record<DraftPath, string>>>

export interface RowRules {
  readonly kind: BulkKind
  readonly columns: ColumnMap
  readonly common: CommonValues
  /** The technician confirmed that national numbers belong to the connection's country. */
  readonly completesMobiles: boolean
  readonly patterns?: readonly SerialPattern[]
}

/** Returns the common values that are on screen. A field with a column has none, except the hostname, whose input is always on screen. */
export const commonOnScreen = ({ common, columns }: RowRules): CommonValues =>
  Object.fromEntries(
    Object.entries(common).filter(([path]) => path === 'hostname' || !columns.some((column) => column === path)),
  )

/** Whether a customer's box would get no hostname. A box from stock does not work until it is bound to a hostname. */
export const staysDark = (intent: Activation): boolean => intent.kind !== 'hostname' && intent.hostname === undefined

/**
 * Creates a function that reads the cells of a row by the same rules as the form. The function returns the intent to save, or the faults.
 */
function createRowReader(rules: RowRules, connection: Connection) {
  const draftFrom = createDrafting(rules, connection)
  const common = commonOnScreen(rules)
  return (cells: readonly string[]) => {
    const values: Partial<Record<DraftPath, string>> = { ...common }
    for (const [index, path] of rules.columns.entries()) {
      const cell = cells[index] ?? ''
      if (path !== undefined && cell !== '') values[path] = cell
    }
    const { box, intent, problems } = readDraft(draftFrom(values), connection)
    const faults = Object.entries(problems).map(([path, code]) => ({ path: path as DraftPath, code }))
    const doubtedProduct = doubtProduct(values['plan.productid'] ?? '', rules, connection)
    const doubtedBox = doubtBox(box, values['box.raw'] ?? '', rules)
    const doubts = firstOfEach([
      ...doubtRow(cells, rules),
      ...doubtValues(values),
      doubtedBox,
      doubtedProduct,
      ...refuseLogIn(values, rules, connection),
    ])
    // While the product is unknown, faults in the subscription length are not reported, because the right product may supply its usual
    // length.
    const others = faults
      .filter(({ path }) => doubtedProduct === undefined || !lengthPaths.has(path))
      .filter(({ path }) => !doubts.some((doubt) => doubt.path === path))
    const named = intent && boxOf(intent)
    if (intent === undefined || named === undefined || doubts.length > 0)
      return {
        ok: false as const,
        faults: [...doubts, ...others],
        ...(box.ok && { key: identifierKey(box.identifier) }),
      }
    return { ok: true as const, intent, key: identifierKey(named.identifier) }
  }
}

/** The first doubt of each field. */
const firstOfEach = (doubts: readonly (RowFault | undefined)[]): readonly RowFault[] =>
  doubts
    .filter((doubt) => doubt !== undefined)
    .filter(({ path }, index, all) => all.findIndex((one) => one.path === path) === index)

/** A delimiter within a value moves all values after it into wrong fields. So a row with more values than columns is not saved. */
const doubtRow = (cells: readonly string[], { columns }: RowRules): readonly RowFault[] =>
  cells.slice(columns.length).some((cell) => cell !== '') ? [{ path: neededColumn, code: 'too-many-cells' }] : []

const lengthPaths: ReadonlySet<DraftPath> = new Set(['plan.months', 'plan.days'])

/** In a list, no technician checks each box. So a possible typing error or an article number is a fault. */
function doubtBox(box: IdentifierReading, text: string, { patterns }: RowRules): RowFault | undefined {
  const reading = doubtListed(box, patterns, text)
  // Any other problem is a fault of the draft already.
  if (!box.ok || reading.ok) return undefined
  const letters = reading.problem === 'nearly-mac' ? `:${strayLetters(box.identifier.value)}` : ''
  return { path: 'box.raw', code: `${reading.problem}${letters}` }
}

/** A value that was lost before the file was read may still fit the platform's rules. */
const doubtValues = (values: CommonValues): readonly RowFault[] =>
  (Object.entries(values) as [DraftPath, string][]).flatMap(([path, text]): readonly RowFault[] => {
    if (text.includes('\uFFFD')) return [{ path, code: 'lost-letter' }]
    const isLost = isLostInSpreadsheet(text) || (numberPaths.has(path) && isFromSpreadsheet(text))
    return isLost ? [{ path, code: 'spreadsheet' }] : []
  })

const numberPaths: ReadonlySet<DraftPath> = new Set(['logIn.userid', 'customer.phone'])

/** Whether the platform makes the credentials of the customers in a list. Such customers are saved one at a time. */
export const isMadeByPlatform = (kind: BulkKind, logIns: Connection['logIns']): boolean =>
  kind === 'new-customer' && logIns === 'platform'

/** Setdesk does not send credentials that the platform makes. So a list must have none. */
const refuseLogIn = (values: CommonValues, { kind }: RowRules, { logIns }: Connection): readonly RowFault[] =>
  isMadeByPlatform(kind, logIns)
    ? (['logIn.userid', 'logIn.password'] as const)
        .filter((path) => (values[path] ?? '') !== '')
        .map((path) => ({ path, code: 'made-by-platform' }))
    : []

/** In a list, no technician chooses each product. So a product that the connection does not offer is a fault. */
function doubtProduct(asked: string, { kind }: RowRules, { products }: Connection): RowFault | undefined {
  const isUnknown = kind === 'new-customer' && asked !== '' && products.length > 0
  return isUnknown && findProduct(asked, products) === undefined
    ? { path: 'plan.productid', code: 'product-unknown' }
    : undefined
}

/** Finds a product by its id, or else by its name. Undefined if several products have the name. */
function findProduct(asked: string, products: Connection['products']) {
  const wanted = asked.trim().toLowerCase()
  const [named, ...others] = products.filter(({ name }) => name.toLowerCase() === wanted)
  return products.find(({ productid }) => productid === asked.trim()) ?? (others.length === 0 ? named : undefined)
}

/** Creates a function that puts the values of a row into an untouched form. */
function createDrafting({ kind, completesMobiles }: RowRules, connection: Connection): (values: CommonValues) => Draft {
  const empty = makeDraft('bulk-row', connection)
  return (values) => {
    const at = (path: DraftPath, otherwise = ''): string => values[path] ?? otherwise
    const asked = at('plan.productid')
    const product = findProduct(asked, connection.products)
    const usual = product === undefined ? empty.plan : planOf(product)
    const isLengthGiven = at('plan.months') !== '' || at('plan.days') !== ''
    const customer = { ...empty.customer }
    for (const field of customerFields) customer[field] = at(`customer.${field}`, empty.customer[field])
    if (completesMobiles)
      customer.mobile = readMobile(customer.mobile, connection.phoneCountry)?.mobile ?? customer.mobile
    return {
      ...empty,
      kind,
      box: { raw: at('box.raw'), asSerial: false, model: at('box.model') },
      customer,
      plan: {
        productid: product?.productid ?? at('plan.productid', usual.productid),
        months: isLengthGiven ? at('plan.months') : usual.months,
        days: isLengthGiven ? at('plan.days') : usual.days,
        renewalinterval: at('plan.renewalinterval', usual.renewalinterval),
      },
      logIn: { userid: at('logIn.userid'), password: at('logIn.password') },
      hostname: at('hostname', empty.hostname),
    }
  }
}

export interface GoodRow {
  readonly line: number
  readonly intent: Activation
}

/** Good rows on their way from the worker to the main process. The page reads only the `lines` and passes the JSON `text` on. */
export interface WrittenRows {
  readonly lines: readonly number[]
  readonly text: string
}

/** Writes rows in the worker. The page gets no objects of rows, because the garbage of a long list would block typing. */
export const writeRows = (rows: readonly GoodRow[]): WrittenRows => ({
  lines: rows.map(({ line }) => line),
  text: JSON.stringify(rows),
})

/** A row that cannot be saved, with the reasons. Its cells are kept for corrections and another check. */
export interface BadRow extends TableRow {
  readonly faults: readonly RowFault[]
}

export type RowCheck = ReturnType<typeof createRowCheck>

/** Checks a list row by row. Each box, and each user ID of a new customer, may occur only once. */
export function createRowCheck(rules: RowRules, connection: Connection) {
  const readRow = createRowReader(rules, connection)
  const taken = new Map<string, number>()
  const unfit = createUnfitBoxes()
  return {
    check: ({ line, cells }: TableRow): { readonly good: GoodRow } | { readonly bad: BadRow } => {
      const refuse = (faults: readonly RowFault[], key: string | undefined) => {
        unfit.put(line, key)
        return { bad: { line, cells, faults } }
      }
      const reading = readRow(cells)
      if (!reading.ok) return refuse(reading.faults, reading.key)
      const { intent, key } = reading
      const userid = intent.kind === 'new-customer' ? intent.logIn.userid : undefined
      const claims: readonly (readonly [DraftPath, string])[] = [
        ['box.raw', key],
        ...(userid === undefined ? [] : [['logIn.userid', plainUserid(userid)] as const]),
      ]
      const faults = claims.flatMap(([path, value]): readonly RowFault[] => {
        const before = taken.get(`${path} ${value}`)
        return before === undefined ? [] : [{ path, code: `repeated:${String(before)}` }]
      })
      if (faults.length > 0) return refuse(faults, key)
      unfit.put(line, undefined)
      // Only good rows claim their box and user ID. So a bad row does not block another row, or itself after a correction.
      for (const [path, value] of claims) taken.set(`${path} ${value}`, line)
      return { good: { line, intent } }
    },
    /** Forgets the box of a bad row that is left out, so that the row is not named as a repetition. */
    leaveOut: (line: number): void => unfit.put(line, undefined),
    /** Adds a fault to a bad row if another row has the same box. The fault names the line of that row. */
    withRepeat(row: BadRow): BadRow {
      const key = unfit.keyOf(row.line)
      if (key === undefined || row.faults.some(({ path }) => path === 'box.raw')) return row
      const other = taken.get(`box.raw ${key}`) ?? unfit.firstWith(key)
      if (other === undefined || other === row.line) return row
      return { ...row, faults: [...row.faults, { path: 'box.raw', code: `repeated:${String(other)}` }] }
    },
  }
}

/** The boxes of rows that cannot be saved. */
function createUnfitBoxes() {
  const keys = new Map<number, string>()
  const lines = new Map<string, Set<number>>()
  return {
    keyOf: (line: number): string | undefined => keys.get(line),
    firstWith: (key: string): number | undefined => lines.get(key)?.values().next().value,
    put(line: number, key: string | undefined): void {
      const before = keys.get(line)
      if (before !== undefined && before !== key) lines.get(before)?.delete(line)
      if (key === undefined) {
        keys.delete(line)
        return
      }
      keys.set(line, key)
      lines.set(key, (lines.get(key) ?? new Set()).add(line))
    },
  }
}
