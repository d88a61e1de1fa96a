import { describe, expect, test } from 'vitest'
import { maskTextFields, readTextRecords } from '../../../../src/platform/text/text-records.ts'
import {
  emptyLine,
  nameColumn,
  textLayoutSchema,
  type TextLayout,
} from '../../../../src/shared/domain/field-mapping/field-mapping.ts'

const named: TextLayout = {
  form: 'named',
  recordSeparator: '\n',
  fieldSeparator: ';',
  nameSeparator: '=',
  columns: {},
}
const header: TextLayout = { ...named, form: 'header' }
const columns: TextLayout = {
  ...named,
  form: 'columns',
  fieldSeparator: '|',
  columns: { getCustomers: ['userid', 'unused', 'status'], GetCustomerStatus: ['userid', 'status'] },
}
const read = (text: string, layout = named, operation = 'getCustomers') => readTextRecords(text, layout, operation)

describe('names with values', () => {
  test('become one record per line, with every value as text', () => {
    expect(read('userid=007;status=Disabled\r\n userid = 12345678901234567890 ; mac=00:1A:79:00:00:01;\n\n')).toEqual([
      { userid: '007', status: 'Disabled' },
      { userid: '12345678901234567890', mac: '00:1A:79:00:00:01' },
    ])
  })

  test('may have the separator inside a value, or an empty value', () => {
    expect(read('note=a=b;email=')).toEqual([{ note: 'a=b', email: '' }])
  })

  test('are read with any separators, even with one field per line and an empty line between records', () => {
    const pipes = { ...named, recordSeparator: '|', fieldSeparator: ',', nameSeparator: ':' }
    expect(read('userid:7,mac:00:1A:79:00:00:01|userid:8,mac:', pipes)).toEqual([
      { userid: '7', mac: '00:1A:79:00:00:01' },
      { userid: '8', mac: '' },
    ])
    const lines = { ...named, recordSeparator: emptyLine, fieldSeparator: '\n' }
    expect(read('userid=7\nstatus=Trial\n \n\nuserid=8\nstatus=Active\n', lines)).toEqual([
      { userid: '7', status: 'Trial' },
      { userid: '8', status: 'Active' },
    ])
    expect(read('userid=7  status=Trial', { ...named, fieldSeparator: ' ' })).toEqual([
      { userid: '7', status: 'Trial' },
    ])
    expect(read('userid=7<br>userid=8', { ...named, recordSeparator: '<br>' })).toEqual([
      { userid: '7' },
      { userid: '8' },
    ])
  })

  test('may have quoted values, and a quote inside a value is an ordinary character', () => {
    expect(read('name="Bo; \nLi ""B"" ";size=5"')).toEqual([{ name: 'Bo; \nLi "B"', size: '5"' }])
  })

  test('may be quoted and separated by spaces or tabs, with an empty value between them', () => {
    const tabs = { ...header, fieldSeparator: '\t' }
    expect(read('"a"\t"b"\t"c"\n"1"\t\t"3"', tabs)).toEqual([{ a: '1', b: '', c: '3' }])
    expect(read('"a" "b"\n"1" "2"', { ...header, fieldSeparator: ' ' })).toEqual([{ a: '1', b: '2' }])
  })

  test('become a list if a name occurs twice in a record', () => {
    expect(read('mac=A1;mac=A2')).toEqual([{ mac: ['A1', 'A2'] }])
  })

  test.each([
    ['words', 'Customer not found'],
    ['words on one of the lines', 'userid=7;status=Active\nOK'],
    ['a field without a name', 'userid=7;Active'],
    ['a sentence before the separator', 'Dear customer, we are sorry that we have to tell you: the result=1'],
    ['a text that cannot be a name', '{"userid"=7'],
    ['no name at all', '=7;userid=8'],
    ['a quote that is never closed', 'userid=7;name="Bo'],
    ['a text after a closing quote', 'userid=7;name="Bo" Li;status=Active'],
    ['only white space', ' \n '],
  ])('are all rejected if the text has %s', (_, text) => {
    expect(read(text)).toBeUndefined()
  })
})

describe('columns that the first line names', () => {
  test('become records by those names', () => {
    expect(read('User ID;"Status"\n7;Trial\n"0;8";Active\n', header)).toEqual([
      { 'User ID': '7', Status: 'Trial' },
      { 'User ID': '0;8', Status: 'Active' },
    ])
  })

  test('are an empty list if there is nothing below the names', () => {
    expect(read('userid;status', header)).toEqual([])
  })

  test('leave out a column without a name', () => {
    expect(read('userid;status;\n7;Trial;', header)).toEqual([{ userid: '7', status: 'Trial' }])
  })

  test.each([
    ['a line has an extra field', 'userid;status\n7;Trial\n8;Active;x'],
    ['a line has a missing field', 'userid;status\n7;Trial\n8'],
    ['a name occurs twice', 'status;Status\n7;Trial'],
    ['the first line has no names', '7;Trial\n8;Active'],
  ])('are not read if %s', (_, text) => {
    expect(read(text, header)).toBeUndefined()
  })
})

describe('columns without names', () => {
  test("are read by the operation's configured meanings, without those marked as unused", () => {
    expect(read('7|x|Trial\n8||', columns)).toEqual([
      { userid: '7', status: 'Trial' },
      { userid: '8', status: '' },
    ])
    expect(read('7|Trial', columns, 'GetCustomerStatus_GET')).toEqual([{ userid: '7', status: 'Trial' }])
  })

  test('are not read if no meanings are configured for the operation, or if a line has more or fewer columns than configured', () => {
    expect(read('7|x|Trial', columns, 'devices')).toBeUndefined()
    expect(read('7|x|Trial\nOK', columns)).toBeUndefined()
    expect(read('OK', { ...columns, columns: { getCustomers: ['outcome'] } })).toBeUndefined()
  })

  test('get their meanings one by one, and the GET and the POST of an operation share these meanings', () => {
    const mapped = nameColumn(columns, 'renewCustomerV2_GET', { index: 1, count: 3, meaning: 'userid' })
    expect(mapped.columns['renewCustomerV2']).toEqual(['unused', 'userid', 'unused'])
    const more = nameColumn(mapped, 'renewCustomerV2', { index: 0, count: 3, meaning: 'outcome' })
    expect(more.columns['renewCustomerV2']).toEqual(['outcome', 'userid', 'unused'])
    expect(more.columns['getCustomers']).toEqual(columns.columns['getCustomers'])
  })
})

describe('a text of any size', () => {
  test('is read in one pass, and is rejected above the limit', () => {
    const line = 'userid=7;status=Active;mac=00:1A:79:00:00:01\n'
    expect(read(line.repeat(30_000))).toHaveLength(30_000)
    expect(read(line.repeat(70_000))).toBeUndefined()
    expect(read(' '.repeat(2_000_000), { ...named, recordSeparator: emptyLine })).toBeUndefined()
    expect(read(`userid=7${'\n'.repeat(100_000)}`)).toEqual([{ userid: '7' }])
  })
})

const isSecret = (name: string) => name === 'password'
const mask = (text: string, layout = header) => maskTextFields(text, layout, 'getCustomers', isSecret)

describe('secret fields', () => {
  test('are masked in their places and nowhere else', () => {
    const text = 'userid=abc;password=abc\r\npassword = "a""b" ;userid=8;password='
    expect(maskTextFields(text, named, 'getCustomers', isSecret)).toBe(
      'userid=abc;password=•••\r\npassword = "•••" ;userid=8;password=',
    )
    const bare = nameColumn(columns, 'getCustomers', { index: 1, count: 3, meaning: 'password' })
    expect(maskTextFields('7|abc|abc', bare, 'getCustomers', isSecret)).toBe('7|•••|abc')
  })

  test('stay visible if no part of the text fits the layout', () => {
    expect(maskTextFields('password abc', named, 'getCustomers', isSecret)).toBe('password abc')
  })

  test('are masked in every row, even if some rows have more or fewer columns', () => {
    expect(mask('name;password;status\nBo;abc;Active\nBo;Li;abc;Active\nBo;abc\n3 rows')).toBe(
      'name;password;status\nBo;•••;Active\nBo;•••;•••;Active\nBo;•••\n3 rows',
    )
    expect(mask('name;password\n"Bo;abc\nLi;def')).toBe('name;password\n"Bo;•••\nLi;•••')
    expect(mask('password;Password;a\nabc;def;7')).toBe('password;Password;a\n•••;def;7')
    const bare = nameColumn(columns, 'getCustomers', { index: 1, count: 3, meaning: 'password' })
    expect(mask('7|abc|x\n8|def\nOK', bare)).toBe('7|•••|x\n8|•••\nOK')
  })

  test('are masked in one pass, even if every column is secret', () => {
    const row = 'password;'.repeat(60_000)
    expect(maskTextFields(`${row}\n${row}`, header, 'getCustomers', isSecret)).toHaveLength(row.length + 1 + 4 * 60_000)
  })
})

describe('a layout for plain texts', () => {
  test.each([
    [{}, true],
    [{ recordSeparator: '' }, false],
    [{ recordSeparator: ';' }, false],
    [{ nameSeparator: ';' }, false],
    [{ form: 'header', nameSeparator: ';' }, true],
    [{ fieldSeparator: '"' }, false],
    [{ fieldSeparator: 'x'.repeat(11) }, false],
    [{ form: 'other' }, false],
    [{ columns: { getCustomers: ['userid', 'shoe size'] } }, false],
  ])('is valid with %o: %s', (changed, isUsable) => {
    expect(textLayoutSchema.safeParse({ ...named, ...changed }).success).toBe(isUsable)
  })
})
