import {
  columnMeanings,
  textLayoutSchema,
  unusedColumn,
  type TextColumn,
  type TextLayout,
} from '../../../src/shared/domain/field-mapping/field-mapping.ts'
import type { Lesson } from '../../platforms/platform.ts'
import { mappableOf } from './map-lesson.ts'

const changing = [
  'addCustomer',
  'addCustomerAsync',
  'addCustomerWithDevice',
  'AddMacAddressForUser',
  'AddMacAddressToHostname',
  'renewCustomerV2',
  'renewCustomerV2Async',
  'changeCustomerProduct',
  'changeCustomerProductAsync',
  'Disable',
  'Enable',
]
const reading = ['getCustomer', 'getCustomer_V2', 'GetCustomerStatus', 'GetCustomerStatusByReseller']

/** The layout that an engineer would configure; undefined if the answers are not plain text. */
export function mapLayout({ layout, fields }: Lesson): TextLayout | undefined {
  if (layout === undefined) return undefined
  const { recordSeparator, fieldSeparator, form, nameSeparator = '=', hasHeader } = layout
  const meaningOf = (name: string): TextColumn => {
    const meaning = fields.find((field) => field.name === name)?.meaning
    const own = meaning && mappableOf(meaning)
    return columnMeanings.find((one) => one === own) ?? unusedColumn
  }
  const columnsOf = (names: readonly string[] = []): TextColumn[] => names.map(meaningOf)
  const own = columnsOf(layout.columns)
  const columns: Record<string, TextColumn[]> =
    form === 'named' || hasHeader === true
      ? {}
      : Object.fromEntries([
          ...changing.map((id) => [id, columnsOf(layout.outcomeColumns)] as const),
          ...reading.map((id) => [id, own.slice(0, -2)] as const),
          ['getCustomers', own] as const,
        ])
  const mapped = {
    form: form === 'named' ? 'named' : hasHeader === true ? 'header' : 'columns',
    recordSeparator,
    fieldSeparator,
    nameSeparator,
    columns,
  }
  const parsed = textLayoutSchema.safeParse(mapped)
  return parsed.success ? parsed.data : undefined
}
