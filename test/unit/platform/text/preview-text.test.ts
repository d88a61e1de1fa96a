import { describe, expect, test } from 'vitest'
import { defaultFieldNames } from '../../../../src/platform/answer.ts'
import { previewText } from '../../../../src/platform/text/propose-text-layout.ts'
import type { TextLayout } from '../../../../src/shared/domain/field-mapping/field-mapping.ts'

const named: TextLayout = {
  form: 'named',
  recordSeparator: '\n',
  fieldSeparator: ';',
  nameSeparator: '=',
  columns: {},
}
const show = (text: string, layout = named) => previewText(text, layout, 'getCustomers', defaultFieldNames)

describe('a preview of a text', () => {
  test('shows every name with its values in the first records, in order', () => {
    expect(show('userid=7;mac=A1;mac=A2\nuserid=8;status=Trial\nuserid=9\nuserid=10')).toEqual({
      fields: [
        { name: 'userid', samples: ['7', '8', '9'] },
        { name: 'mac', samples: ['A1, A2', '', ''] },
        { name: 'status', samples: ['', 'Trial', ''] },
      ],
      total: 4,
    })
  })

  test('shows columns by their header, or by their configured meanings', () => {
    const header = show('userid;status\n7;Trial\n8;Active', { ...named, form: 'header' })
    expect(header).toEqual({
      fields: [
        { name: 'userid', samples: ['7', '8'] },
        { name: 'status', samples: ['Trial', 'Active'] },
      ],
      total: 2,
    })
    const columns: TextLayout = { ...named, form: 'columns' }
    expect(show('7;Trial', columns).fields.map(({ name }) => name)).toEqual(['', ''])
    const mapped: TextLayout = { ...columns, columns: { getCustomers: ['userid', 'unused' as const] } }
    expect(show('7;Trial', mapped).fields.map(({ name }) => name)).toEqual(['userid', ''])
  })

  test('shows no password', () => {
    expect(show('userid=7;Kennwort=geheim').fields[1]).toEqual({ name: 'Kennwort', samples: ['•••'] })
    const columns: TextLayout = { ...named, form: 'columns', columns: { getCustomers: ['userid', 'password'] } }
    expect(show('7;geheim', columns).fields[1]).toEqual({ name: 'password', samples: ['•••'] })
  })

  test('shows no password in a record that does not fit the layout', () => {
    expect(show('userid=7;password=geheim;x').misfit).toBe('userid=7;password=•••;x')
  })

  test.each<readonly [string, string, TextLayout, string]>([
    ['a field without a name', 'userid=7\nTotal 1;x', named, 'Total 1;x'],
    ['a text that cannot be a name', 'userid=7;{x}=8', named, '{x}=8'],
    ['a quote that is never closed', 'userid=7;name="Bo', named, 'userid=7;name="Bo'],
    ['a line with an extra field', 'a;b\n1;2\n1;2;3', { ...named, form: 'header' }, '1;2;3'],
    ['a single column', '7\n8', { ...named, form: 'columns' }, '7'],
    [
      'another number of columns than configured',
      '7;8',
      { ...named, form: 'columns', columns: { getCustomers: ['userid', 'status', 'endDate'] } },
      '7;8',
    ],
  ])('quotes the record that does not fit the layout: %s', (_, text, layout, misfit) => {
    expect(show(text, layout).misfit).toBe(misfit)
  })
})
