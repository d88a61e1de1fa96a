import { describe, expect, test } from 'vitest'
import {
  LayoutForm,
  RecordTable,
  TextPanel,
} from '../../../../../src/renderer/src/features/console/field-mapping/text-panel.tsx'
import { saySeparator } from '../../../../../src/renderer/src/features/console/field-mapping/separators.ts'
import { textForms, type TextLayout } from '../../../../../src/shared/domain/field-mapping/field-mapping.ts'
import {
  LeafTable,
  MappedList,
} from '../../../../../src/renderer/src/features/console/field-mapping/mapping-tables.tsx'
import { renderWords } from '../../../../fakes/render-words.tsx'

const ignore = (): void => undefined
const named: TextLayout = {
  form: 'named',
  recordSeparator: '\n',
  fieldSeparator: ';',
  nameSeparator: '=',
  columns: { devices: ['deviceIdentifier', 'unused'] },
}
const fields = [
  { name: 'userid', samples: ['7', '8'] },
  { name: 'status', samples: ['Trial', 'Active'] },
]
const panel = (part: Partial<Parameters<typeof TextPanel>[0]>): string =>
  renderWords(
    <TextPanel
      operation="devices"
      example="userid=7;status=Trial"
      text={{ fields, total: 2 }}
      layout={named}
      onChange={ignore}
      {...part}
    />,
  )

describe('a plain text answer', () => {
  test('is shown with a proposed layout for the operator to confirm', () => {
    const html = panel({ layout: null, text: { fields, total: 2, proposed: named } })
    expect(html).toContain('It looks like 2 records: A name and a value · Line break · Semicolon ; · Equals sign =.')
    expect(html).toContain('Use this layout')
    expect(html).toMatch(/userid.*status/s)
  })

  test('can be given a layout by hand if none is proposed', () => {
    const html = panel({ layout: null, text: { fields: [], total: 0 } })
    expect(html).toContain('Set the layout manually')
    expect(html).not.toContain('<table')
  })

  test('reports a text that does not fit its layout', () => {
    expect(panel({ text: { fields: [], total: 0, misfit: 'OK' } })).toContain('“OK” does not fit')
    expect(panel({})).toContain('The text fits: 2 records in this answer to devices.')
  })

  test('makes the screen ask for the meaning of its columns only if the columns have no names', () => {
    const bare = fields.map((field) => ({ ...field, name: '' }))
    const html = panel({ layout: { ...named, form: 'columns' }, text: { fields: bare, total: 2 } })
    expect(html).toContain('Column 1')
    expect(html).toContain('Box (MAC or serial number)')
    for (const form of ['named', 'header'] as const)
      expect(panel({ layout: { ...named, form } })).not.toContain('Column 1')
  })
})

describe('the layout of a plain text', () => {
  test.each(textForms)('can be edited if its form is %s', (form) => {
    const html = renderWords(<LayoutForm layout={{ ...named, form }} onChange={ignore} />)
    expect(html.includes('Between name and value')).toBe(form === 'named')
  })

  test.each([
    [{ fieldSeparator: '\n' }, 'This already separates something else'],
    [{ fieldSeparator: '' }, 'Type the separator'],
    [{ nameSeparator: '"' }, 'Leave out the quotation mark'],
  ])('with the wrong separator %o shows what is wrong', (changed, sentence) => {
    expect(renderWords(<LayoutForm layout={{ ...named, ...changed }} onChange={ignore} />)).toContain(sentence)
  })

  test('names usual separators, and shows other ones as they are', () => {
    expect(['\n', '\n\n', '\t', '~~'].map((one) => saySeparator(one))).toEqual([
      'Line break',
      'Empty line',
      'Tab',
      '~~',
    ])
  })

  test('is listed with the field mapping and can be removed', () => {
    const html = renderWords(<MappedList names={{}} onChange={ignore} layout={named} onForgetLayout={ignore} />)
    expect(html).toContain('A name and a value · Line break · Semicolon ; · Equals sign =')
    expect(html).toContain('Remove the plain text layout')
  })
})

test('the preview of a text shows at most three records side by side', () => {
  const html = renderWords(<RecordTable text={{ fields: [{ name: 'a', samples: ['1', '2', '3'] }], total: 9 }} />)
  expect(html.match(/Record \d/g)).toEqual(['Record 1', 'Record 2', 'Record 3'])
})

test('the field mapping of a text in columns without names offers only words for the outcome', () => {
  const leaves = [
    { keys: ['outcome'], sample: 'gelukt', known: 'outcome' as const },
    { keys: ['userid'], sample: '7', known: 'userid' as const },
  ]
  const html = renderWords(
    <LeafTable leaves={leaves} names={{ approvalWord: ['gelukt'] }} isNameless onChange={ignore} />,
  )
  expect(html).toContain('“gelukt”')
  expect(html).toContain('These words mean yes')
  expect(html).not.toContain('“7”')
  expect(renderWords(<LeafTable leaves={leaves.slice(1)} names={{}} isNameless onChange={ignore} />)).toContain(
    'Name the columns above',
  )
})
