import { assert, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guessColumns } from '../../../../../../src/renderer/src/features/bulk/list/bulk-fields.ts'
import { parseTable } from '../../../../../../src/renderer/src/features/bulk/list/parse-table.ts'
import { writeCsv } from '../../../../../../src/shared/domain/csv-cell.ts'

describe('a list', () => {
  it.each([',', ';', '\t', '|'])('is read with the delimiter %j, and each row has its line number', (sign) => {
    const text = [
      ['mac', 'city'],
      ['001A79000001', 'Paris'],
      ['', ''],
      ['001A79000002', '"a\nb"'],
    ]
      .map((cells) => cells.join(sign))
      .join('\r\n')
    expect(parseTable(text)).toMatchObject({
      ok: true,
      header: ['mac', 'city'],
      delimiter: sign,
      rows: [
        { line: 2, cells: ['001A79000001', 'Paris'] },
        { line: 4, cells: ['001A79000002', 'a\nb'] },
      ],
      ragged: [],
    })
  })

  it.each([
    ['sep=;', '\r\n'],
    ['\uFEFFsep=;', '\n'],
    ['"sep=;"', '\n'],
    ['SEP=;;', '\r'],
  ])('has no row for the line in which Excel notes the delimiter: %j', (first, end) => {
    expect(parseTable([first, 'mac;remark', '001A79000001;a,b,c,d', ''].join(end))).toMatchObject({
      header: ['mac', 'remark'],
      delimiter: ';',
      rows: [{ line: 3, cells: ['001A79000001', 'a,b,c,d'] }],
    })
  })

  it.each(['001A79000001', '2017101234567', 'R20171012'])(
    'without column names is read with the delimiter that follows the box %s',
    (box) => {
      expect(parseTable(`${box};12 Main St, Dublin, IE\n${box};14 Main St, Dublin, IE`)).toMatchObject({
        delimiter: ';',
        hasHeader: false,
        rows: [{ cells: [box, '12 Main St, Dublin, IE'] }, { cells: [box, '14 Main St, Dublin, IE'] }],
      })
    },
  )

  it('of a spreadsheet has the texts of formulas that keep leading zeros', () => {
    expect(parseTable('mac,zip,phone\n001A79000001,="01000","=""0612345678"""\n')).toMatchObject({
      rows: [{ cells: ['001A79000001', '01000', '0612345678'] }],
    })
  })

  it('that Setdesk wrote has its own texts again, without the apostrophes that keep a spreadsheet from running them', () => {
    const rows = [
      ['mac', 'phone', 'mobile', 'password', 'city'],
      ['00:1A:79:12:34:56', '+33145678901', '+33612345678', "-it's;=12", '="Lyon"'],
    ]
    const table = parseTable(writeCsv(rows))
    expect(table).toMatchObject({ ok: true, header: rows[0], rows: [{ line: 2, cells: rows[1] }] })
  })

  it('may be a single column without a name', () => {
    expect(parseTable('00:1A:79:00:00:01\n00:1A:79:00:00:02\n')).toMatchObject({
      ok: true,
      hasHeader: false,
      header: ['1'],
      rows: [{ line: 1 }, { line: 2 }],
    })
  })

  it('has all its rows, with their lines, if it mixes the line ends of several systems', () => {
    const text =
      '\uFEFFmac;model\r\n001A79000001;MAG520\r\n001A79000002;"MAG\r\n520"\n001A79000003;MAG520\r001A79000004;\r\n'
    expect(parseTable(text)).toMatchObject({
      rows: [
        { line: 2, cells: ['001A79000001', 'MAG520'] },
        { line: 3, cells: ['001A79000002', 'MAG\n520'] },
        { line: 5, cells: ['001A79000003', 'MAG520'] },
        { line: 6, cells: ['001A79000004', ''] },
      ],
      ragged: [],
    })
  })

  it('may have 100,000 rows with names and empty lines at the end, but no row more', () => {
    const rows = `mac\n${'A\n'.repeat(100_000)}`
    expect(parseTable(`${rows}\n\n`)).toMatchObject({ ok: true, rows: { length: 100_000 } })
    expect(parseTable(`${rows}\nA\n`)).toEqual({ ok: false, problem: 'too-many-rows', line: 100_003 })
  })

  it('reports the lines with too many or too few cells', () => {
    expect(parseTable('mac,city\nA,B\nA\nA,B,C\n')).toMatchObject({ ok: true, ragged: [3, 4] })
  })

  it('with a quotation mark that is never closed is refused, and the line is named', () => {
    expect(parseTable('mac,city\nA,B\nC,"D\nE,F\n')).toEqual({ ok: false, problem: 'quote-never-closed', line: 3 })
    expect(parseTable('mac,city\nA,B\nC,"D')).toEqual({ ok: false, problem: 'quote-never-closed', line: 3 })
  })

  it.each([
    [
      'a quoted word at the start of a cell',
      '001A79000001,"Rue" Lilas,tv.a\n001A79000002,x,tv.b\n001A79000003,"y",tv.c',
    ],
    ['a quotation mark that is never closed', '001A79000001,"Rue,tv.a\n001A79000002,x,tv.b\n001A79000003,"y",tv.c'],
    ['ditto marks', '001A79000001,",tv.a\n001A79000002,",tv.b\n001A79000003,x,tv.c'],
    ['ditto marks between numbers', 'R420198347,",tv.a\nR420198348,",tv.b\nR420198349,x,tv.c'],
    ['ditto marks at the ends of lines', 'R420198347,tv.a,"\nR420198348,tv.b,"\nR420198349,tv.c,x'],
    ['a sign for inches', '001A79000001,"big,tv.a\n001A79000002,15",tv.b\n001A79000003,x,tv.c'],
    ['a quoted word that hides cells of its own line', '001A79000001,"Rue" Lilas,tv.a,"x",y'],
  ])('in which %s joins several cells or rows to one is refused, and the line is named', (_, rows) => {
    expect(parseTable(`mac,note,hostname,,\n\n${rows}\n`)).toEqual({
      ok: false,
      problem: 'quote-never-closed',
      line: 3,
    })
  })

  it('may have quotation marks within a line, and addresses of several lines in quotation marks', () => {
    const cells = [
      ['"Le "Bar" du port"', 'Le "Bar" du port'],
      ['15" TV', '15" TV'],
      ['"14 Rue des Lilas, Bat B\n75020, Paris"', '14 Rue des Lilas, Bat B\n75020, Paris'],
      ['"\n14 Rue, Paris\n"', '14 Rue, Paris'],
      ['"old box:\n001A79000009"', 'old box:\n001A79000009'],
    ] as const
    for (const [written, read] of cells)
      expect(parseTable(`"The "MAC" address",address\n001A79000001,${written}\n001A79000002,x\n`)).toMatchObject({
        rows: [{ cells: ['001A79000001', read] }, { cells: ['001A79000002', 'x'] }],
      })
  })

  it.each([
    ['1234567890123450,00;STB 1\n1234567890123460,00;STB 1', ';', false],
    ['001A79000001,001A79000002;STB 1\n001A79000003,001A79000004;STB 1', ';', false],
    ['phone;mac\n0612345678,0698765432;00:1A:79:11:22:33', ';', true],
    ['serial;note\nABC12345|2024;x\nABC12346|2024;x', ';', true],
  ])('keeps its delimiter if its first cells have another sign after a number: %j', (text, delimiter, hasHeader) => {
    expect(parseTable(text)).toMatchObject({ delimiter, hasHeader })
  })

  it.each([
    ['a note of two lines with a box', 'mac,hostname,note\n001A79000001,tv.a,"Replaces:\n001A79000002, broken"'],
    ['a quoted word in a short row', 'mac,street,city,note\n001A79000001,"14 "Les" Lilas",Paris'],
    ['a quoted word in a long row', 'mac;model\n001A79000001;"TV 32" LED";x'],
  ])('is not refused for %s', (_, text) => {
    expect(parseTable(text)).toMatchObject({ ok: true, rows: [{ line: 2 }] })
  })

  it('is refused if it has 300 columns, or no rows', () => {
    const wide = Array.from({ length: 300 }, (_, index) => `c${index}`).join(',')
    expect(parseTable(`${wide}\n${wide}`)).toEqual({ ok: false, problem: 'too-many-columns', line: 1 })
    expect(parseTable('mac,city\n')).toEqual({ ok: false, problem: 'no-rows' })
    expect(parseTable('\n\n')).toEqual({ ok: false, problem: 'no-rows' })
  })

  it('can be read without an error whatever the text is, and has no cell longer than the text', () => {
    assert(
      property(string({ unit: 'binary', maxLength: 400 }), (text) => {
        const table = parseTable(text)
        if (table.ok)
          for (const { cells } of table.rows)
            for (const cell of cells) expect(cell.length).toBeLessThanOrEqual(text.length)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the columns of a list', () => {
  it('are recognized by many names, in any order, and each field has one column', () => {
    expect(guessColumns(['City', 'MAC-Address', 'First name', 'Mobile phone', 'Mac', 'Notes'], 'new-customer')).toEqual(
      ['customer.city', 'box.raw', 'customer.firstname', 'customer.mobile', undefined, undefined],
    )
    expect(guessColumns(['City', 'S/N'], 'hostname')).toEqual([undefined, 'box.raw'])
  })

  it.each([
    ['Spanish', 'Dirección MAC;Nombre;Apellidos;Calle;Código postal;Ciudad;País;Móvil;Producto'],
    ['French', 'Adresse MAC;Prénom;Nom;Rue;Code postal;Ville;Pays;Portable;Produit'],
    ['Portuguese', 'Endereço MAC;Nome;Apelido;Morada;Código-postal;Localidade;País;Telemóvel;Pacote'],
    ['Arabic', 'عنوان MAC;الاسم الأول;اسم العائلة;العنوان;الرمز البريدي;المدينة;البلد;الجوال;المنتج'],
  ])('are recognized by their %s names, with or without accents', (_, header) => {
    const fields = ['firstname', 'lastname', 'street', 'zipcode', 'city', 'country', 'mobile']
    const columns = ['box.raw', ...fields.map((name) => `customer.${name}`), 'plan.productid']
    const bare = header.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()
    for (const titles of [header, bare]) expect(guessColumns(titles.split(';'), 'new-customer')).toEqual(columns)
  })
})
