import { readMobile } from '../../../../../shared/domain/customer/read-mobile.ts'
import type { DraftPath } from '../../activation/draft/read-draft.ts'
import type { ColumnMap } from './bulk-fields.ts'
import type { TableRow } from './parse-table.ts'
import type { BadRow, RowFault } from './read-row.ts'

/** Rows with the same fault in the same field. */
export interface FaultGroup extends RowFault {
  readonly rows: number
  /** The lines of the first few rows. */
  readonly lines: readonly number[]
  /** The value that all rows have in this field. Absent if the values differ, or if no column fills the field. */
  readonly value?: string
  /** The number of rows whose value is a local mobile number that the connection's country can complete. */
  readonly local?: number
}

/** The new value for the rows of a group: the same text for every row, or each row's local number with the country code. */
export type Replacement = { readonly text: string } | 'country-code'

const shownLines = 5

/** Returns groups of at least two rows, largest group first. A row with two faults is in two groups. */
export function groupFaults(bad: readonly BadRow[], columns: ColumnMap, country: string): readonly FaultGroup[] {
  const ofField = Map.groupBy(
    bad.flatMap((row) => row.faults.map((fault) => ({ row, fault }))),
    ({ fault }) => `${fault.path} ${ruleOf(fault)}`,
  )
  return [...ofField.values()]
    .flatMap((found) => splitByValue(found, columns))
    .filter(({ length }) => length > 1)
    .map((found) => describe(found, columns, country))
    .sort((one, other) => other.rows - one.rows)
}

/** Returns the rows of a group with the value of the faulty field replaced. A row whose number cannot get the country code is left out. */
export function replaceIn(
  bad: readonly BadRow[],
  columns: ColumnMap,
  country: string,
  { path, code, value }: Pick<FaultGroup, 'path' | 'code' | 'value'>,
  replacement: Replacement,
): readonly TableRow[] {
  const column = columns.indexOf(path)
  if (column < 0) return []
  return bad
    .filter(({ faults }) => faults.some((fault) => fault.path === path && ruleOf(fault) === ruleOf({ path, code })))
    .filter(({ cells }) => value === undefined || cells[column] === value)
    .flatMap(({ line, cells }) => {
      const text = replacement === 'country-code' ? readMobile(cells[column] ?? '', country)?.mobile : replacement.text
      return text === undefined ? [] : [{ line, cells: withCell(cells, column, text) }]
    })
}

interface Found {
  readonly row: BadRow
  readonly fault: RowFault
}

/** Splits rows with the same fault into groups. Rows that share a value form their own group. All other rows form one group. */
function splitByValue(found: readonly Found[], columns: ColumnMap): readonly (readonly Found[])[] {
  const ofValue = [...Map.groupBy(found, ({ row, fault }) => valueOf(row, fault.path, columns)).values()]
  return [...ofValue.filter(({ length }) => length > 1), ofValue.filter(({ length }) => length === 1).flat()]
}

function describe(found: readonly Found[], columns: ColumnMap, country: string): FaultGroup {
  const [{ row, fault } = { row: undefined, fault: { path: 'box.raw' as const, code: '' } }] = found
  const { path } = fault
  const value = row && valueOf(row, path, columns)
  const isSame = value !== undefined && found.every((one) => valueOf(one.row, path, columns) === value)
  const local =
    path === 'customer.mobile'
      ? found.filter((one) => readMobile(valueOf(one.row, path, columns) ?? '', country) !== undefined).length
      : 0
  return {
    path,
    code: found.every((one) => one.fault.code === fault.code) ? fault.code : ruleOf(fault),
    rows: found.length,
    lines: found.slice(0, shownLines).map((one) => one.row.line),
    ...(isSame && { value }),
    ...(local > 0 && { local }),
  }
}

const valueOf = ({ cells }: TableRow, path: DraftPath, columns: ColumnMap): string | undefined => {
  const column = columns.indexOf(path)
  return column < 0 ? undefined : (cells[column] ?? '')
}

/** Returns a fault code without its detail. The detail may be, for example, the line of another row with the same box. */
const ruleOf = ({ code }: RowFault): string => code.split(':')[0] ?? code

const withCell = (cells: readonly string[], column: number, text: string): readonly string[] =>
  Array.from({ length: Math.max(cells.length, column + 1) }, (_, at) => (at === column ? text : (cells[at] ?? '')))
