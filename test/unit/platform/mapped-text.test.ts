import { describe, expect, test } from 'vitest'
import { type Answer, type Verdict, withFieldMapping } from '../../../src/platform/answer.ts'
import { operation, type OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import { readDevices } from '../../../src/platform/read/read-devices.ts'
import { readCreatedLogIn, readCustomerPage, readStatus } from '../../../src/platform/read/read-records.ts'
import { interpret } from '../../../src/platform/interpret.ts'
import { createRedactor } from '../../../src/platform/redact.ts'
import {
  type FieldMapping,
  nameColumn,
  type TextColumn,
  type TextLayout,
} from '../../../src/shared/domain/field-mapping/field-mapping.ts'

const named: TextLayout = {
  form: 'named',
  recordSeparator: '\n',
  fieldSeparator: ';',
  nameSeparator: '=',
  columns: {},
}
const header: TextLayout = { ...named, form: 'header' }
const columnsFor = (id: OperationId, ...columns: readonly TextColumn[]): TextLayout =>
  columns.reduce<TextLayout>((all, meaning, index) => nameColumn(all, id, { index, count: columns.length, meaning }), {
    ...named,
    form: 'columns',
    fieldSeparator: '|',
  })

function answerTo(
  id: OperationId,
  text: string,
  layout: TextLayout | 'none' = named,
  { status = 200, mapped = {} }: { readonly status?: number; readonly mapped?: FieldMapping } = {},
): Answer {
  const names = withFieldMapping(mapped)
  return interpret({ reach: 'answered', status, headers: {}, text }, operation(id), {
    now: 0,
    redactor: createRedactor(['the-token']),
    tokenRedactor: createRedactor(['the-token']),
    ...(names && { names }),
    layout: layout === 'none' ? undefined : layout,
  })
}

const lists: readonly OperationId[] = ['getCustomers', 'GetCustomerStatusByReseller', 'GetCustomerStatusByIds']

describe('values in a plain text without a configured layout', () => {
  const reads: readonly OperationId[] = [...lists, 'getCustomer', 'GetCustomerStatus', 'devices']
  const changes: readonly OperationId[] = ['addCustomer', 'AddMacAddressForUser', 'renewCustomer', 'Disable']
  test.each([...reads, ...changes])('decide nothing, whatever words they contain: %s', (id) => {
    const texts = [
      'userid=7;status=Disabled',
      'userid=7;status=Expired\nuserid=8;status=blocked',
      'userid=7;note=customer not found',
      'result=success;userid=7;password=abc',
      'userid: 7, status: Expired',
      '7|Expired|no',
      'kunde;stand\n7;expired',
    ]
    for (const text of texts) expect(answerTo(id, text, 'none').verdict, text).toBe('unclear')
  })

  test('count only if the whole text is mapped', () => {
    const mapped = { approvalWord: ['uitkomst=gelukt'], refusalWord: ['fout=17'], absenceWord: ['fout=404'] }
    const verdictOn = (text: string) => answerTo('Disable', text, 'none', { mapped }).verdict
    expect(['uitkomst=gelukt', 'fout=17', 'nummer=9;fout=17', 'nummer=9'].map(verdictOn)).toEqual([
      'accepted',
      'refused',
      'unclear',
      'unclear',
    ])
    expect(answerTo('getCustomer', 'fout=404', 'none', { mapped }).verdict).toBe('absent')
  })

  test('do not refuse a change: only the HTTP status does', () => {
    expect(answerTo('Disable', 'code=7;text=expired', 'none', { status: 400 }).verdict).toBe('refused')
    expect(answerTo('Disable', 'code=7;text=customer not found', 'none', { status: 404 }).verdict).toBe('unclear')
  })
})

describe('the configured layout of a plain text', () => {
  test.each(lists)('turns the lines of the answer to %s into a list, even if there is only one line', (id) => {
    const answer = answerTo(id, 'userid=7;status=Disabled\nuserid=0012345678901234567;status=Active')
    expect(answer.verdict).toBe('accepted')
    expect(readCustomerPage(answer)?.customers).toEqual([
      { userid: '7', status: 'Disabled' },
      { userid: '0012345678901234567', status: 'Active' },
    ])
    expect(readCustomerPage(answerTo(id, 'userid=7;status=Disabled'))?.customers).toHaveLength(1)
  })

  test('makes a status, a list of boxes and the credentials of a creation readable', () => {
    expect(readStatus(answerTo('GetCustomerStatus', 'userid=7;status=Expired'))).toBe('Expired')
    const devices = answerTo('devices', 'mac=001122334455;model=A\nmac=00:1A:79:00:00:01;model=B')
    expect(devices.verdict).toBe('accepted')
    expect(readDevices(devices)?.map(({ id }) => id)).toEqual(['001122334455', '00:1A:79:00:00:01'])
    const created = answerTo('addCustomer', 'loginid=7;password=the word')
    expect(created.verdict).toBe('accepted')
    expect(readCreatedLogIn(created)).toEqual({ userid: '7', password: 'the word' })
  })

  test.each<readonly [string, OperationId, string, Verdict]>([
    ['yes', 'Disable', 'result=ok', 'accepted'],
    ['a mapped yes', 'Disable', 'uitkomst=gelukt;nummer=9', 'accepted'],
    ['no', 'Disable', 'result=error;message=Customer not found', 'refused'],
    ['a mapped no', 'Disable', 'uitkomst=mislukt', 'refused'],
    ['an unknown word', 'Disable', 'uitkomst=misschien', 'unclear'],
    ['an absent record', 'getCustomer', 'result=error;message=Customer not found', 'absent'],
    ['words that are not a record', 'getCustomer', 'Customer not found', 'absent'],
    ['OK only', 'Disable', 'OK', 'accepted'],
    ['an empty text', 'getCustomers', '', 'unclear'],
  ])('lets an answer in plain text be judged like any other: %s', (_, id, text, verdict) => {
    const mapped = { outcome: ['uitkomst'], approvalWord: ['gelukt'], refusalWord: ['mislukt'] }
    expect(answerTo(id, text, named, { mapped }).verdict).toBe(verdict)
  })

  test.each([
    ['a line that does not fit', 'userid=7;status=Active\nuserid'],
    ['a line that was cut short', 'userid=7;status=Active\nuserid=8;sta'],
    ['a line of words', 'userid=7;status=Active\nTotal 1'],
  ])('is not applied to a list with %s', (_, text) => {
    const answer = answerTo('getCustomers', text)
    expect(answer.verdict).toBe('unclear')
    expect(readCustomerPage(answer)).toBeUndefined()
  })

  test('reads boxes or a status from a single column with a known name', () => {
    const boxes = answerTo('devices', 'STB_SN\r\n001A79000452\r\n', header, {
      mapped: { deviceIdentifier: ['STB_SN'] },
    })
    expect(readDevices(boxes)).toEqual([{ id: '001A79000452' }])
    const mapped = { status: ['Toestand'], activeWord: ['0'] }
    expect(readStatus(answerTo('GetCustomerStatus', 'Toestand\n0', header, { mapped }))).toBe('Active')
    expect(answerTo('GetCustomerStatus', 'Not now\nerror', header, { mapped }).verdict).toBe('unclear')
    expect(answerTo('devices', 'Fout\n001A79000452', header).verdict).toBe('unclear')
  })

  test('reads a refusal from a single column that is mapped to the message', () => {
    const mapped = { message: ['foutNr'], refusalWord: ['FOUT17'] }
    const verdictIn = (layout: TextLayout | 'none') =>
      answerTo('AddMacAddressForUser', 'foutNr\r\nFOUT17\r\n', layout, { mapped }).verdict
    expect([verdictIn('none'), verdictIn(header)]).toEqual(['unclear', 'refused'])
  })

  test.each([
    ['counts the records', 'totalCount=2\nmac=001122334455\nmac=001A79000001', 2],
    ['reports success', 'uitkomst=gelukt\nmac=001122334455', 1],
    ['has a count and success', 'uitkomst=gelukt;aantal=2\nmac=001122334455;soort=STB\nmac=001A79000001;soort=STB', 2],
  ])('ignores a first line that %s', (_, text, count) => {
    const mapped = { outcome: ['uitkomst'], approvalWord: ['gelukt'] }
    const answer = answerTo('devices', text, named, { mapped })
    expect(answer.verdict).toBe('accepted')
    expect(readDevices(answer)).toHaveLength(count)
  })

  test.each(['totalCount=3\nmac=001122334455', 'uitkomst=mislukt\nmac=001122334455', 'note=1;of=1\nmac=001122334455'])(
    'does not ignore any other first line: %j',
    (text) => {
      const mapped = { outcome: ['uitkomst'], approvalWord: ['gelukt'], refusalWord: ['mislukt'] }
      expect(answerTo('devices', text, named, { mapped }).verdict).not.toBe('accepted')
    },
  )

  test('finds records inside a JSON text and inside XML', () => {
    const text = 'userid=7;status=Active\nuserid=8;status=Trial'
    for (const body of [JSON.stringify(text), `<string xmlns="http://x">${text}</string>`])
      expect(readCustomerPage(answerTo('getCustomers', body))?.customers).toHaveLength(2)
  })

  test.each(['{"userid":"7","status":"Active"}', '[{"userid":"7","status":"Active"}]'])(
    'leaves JSON unchanged: %s',
    (text) => {
      expect(readCustomerPage(answerTo('getCustomers', text))?.customers).toEqual([{ userid: '7', status: 'Active' }])
    },
  )
})

describe('columns that the first line names', () => {
  test('are read by those names, also in quotes', () => {
    const answer = answerTo('getCustomers', '"Kunde";"status"\n"7";"Disabled"', header, {
      mapped: { userid: ['kunde'] },
    })
    expect(readCustomerPage(answer)?.customers).toEqual([{ userid: '7', status: 'Disabled' }])
  })

  test('make an empty list if the answer has only a line of known names', () => {
    expect(readCustomerPage(answerTo('getCustomers', 'userid;status', header))?.customers).toEqual([])
    expect(answerTo('devices', 'mac;model', header).verdict).toBe('accepted')
    const commas: TextLayout = { ...header, fieldSeparator: ',' }
    expect(answerTo('getCustomers', 'Sorry, come back later', commas).verdict).toBe('unclear')
  })
})

describe('columns without names', () => {
  const mapped = columnsFor('getCustomers', 'userid', 'password', 'status')

  test('are read by their configured meanings', () => {
    const answer = answerTo('getCustomers', '7|abc|Disabled\n8||Active', mapped)
    expect(readCustomerPage(answer)?.customers).toEqual([
      { userid: '7', password: 'abc', status: 'Disabled' },
      { userid: '8', status: 'Active' },
    ])
    const boxes = columnsFor('devices', 'deviceIdentifier', 'deviceModel')
    expect(readDevices(answerTo('devices', '00:1A:79:00:00:01|MAG', boxes))).toEqual([
      { id: '00:1A:79:00:00:01', model: 'MAG' },
    ])
  })

  test.each([
    ['getCustomers', 'User not found|x|7'],
    ['getCustomers', 'Error|17|x'],
    ['devices', 'Error|7'],
    ['devices', 'No box|7'],
  ] as const)('make no list if words stand where a user ID or a box belongs: %s, %s', (id, text) => {
    const layout = id === 'devices' ? columnsFor('devices', 'deviceIdentifier', 'deviceModel') : mapped
    const answer = answerTo(id, text, layout)
    expect(answer.verdict).not.toBe('accepted')
    expect(answer.data).toBe(text)
  })

  test('can contain the credentials or the refusal of a creation', () => {
    const creation = columnsFor('addCustomer', 'outcome', 'userid', 'password')
    const made = answerTo('addCustomer', 'OK|7|abc', creation)
    expect([made.verdict, readCreatedLogIn(made)]).toEqual(['accepted', { userid: '7', password: 'abc' }])
    expect(answerTo('addCustomer', 'ERROR|No such product|', creation).verdict).toBe('refused')
  })
})

describe('a password in a plain text', () => {
  test.each([
    ['a name before its value', named, 'userid=7;password=geheim;status=Active'],
    ['a mapped name', named, 'userid=7;sleutel=geheim;status=Active'],
    ['a named column', header, 'userid;sleutel;status\n7;geheim;Active'],
    ['a column', columnsFor('getCustomers', 'userid', 'password', 'status'), '7|geheim|Active'],
    [
      'a column in a JSON text',
      columnsFor('getCustomers', 'userid', 'password', 'status'),
      '"7|geheim|Active\\n8|geheim2|Trial"',
    ],
  ] as const)('under %s is masked in the stored text only, and values beside it stay visible', (_, layout, text) => {
    const answer = answerTo('getCustomers', text, layout, { mapped: { password: ['sleutel'] } })
    expect(answer.raw).not.toContain('geheim')
    expect(answer.raw).toContain('•••')
    expect(answer.raw).toContain('Active')
    expect(readCustomerPage(answer)?.customers[0]?.password).toBe('geheim')
  })

  test.each([
    ['userid;password;status\n7;geheim;Active\n8;geheim2;Active', '7;•••;Active\n8;•••;Active'],
    ['login;clave_acceso;estado\n7;geheim;Activo\n8;geheim;Activo;x', '7;•••;Activo\n8;•••;•••;x'],
    ['"User ID","Password"\r\n"7","geheim"', '\r\n"7","•••"'],
    ['\nuserid\tpassword\n7\tgeheim', '\n7\t•••'],
    ['| userid | password |\n| 7 | geheim |', '\n| 7 | ••• |'],
    ['userid;password|7;geheim|8;geheim', '|7;•••|8;•••'],
  ])('under a name in the first line is masked even without a layout: %j', (text, shown) => {
    for (const layout of ['none', named] as const) {
      const { raw } = answerTo('getCustomers', text, layout)
      expect(raw).toContain(shown)
      expect(raw).not.toContain('geheim')
    }
  })

  test.each([
    'Wrong password, try again\nAttempts left, 3',
    'Invalid username, password; contact support, quickly',
    'Password wrong; try again',
    'userid;status\n7;Active',
    'The password of this customer was wrong; sorry\nCall 12; or 13',
  ])('is not looked for in other texts: %j', (text) => {
    expect(answerTo('getCustomers', text, 'none').raw).toBe(text)
  })

  test('between vertical bars is masked even without a mapping, and the values beside it stay visible', () => {
    const answer = answerTo('getCustomers', 'userid=7|password=geheim|status=Active', 'none')
    expect(answer.raw).toBe('userid=7|password=•••|status=Active')
  })
})

describe('lines of JSON', () => {
  const head = '{"returncode":0,"affected":"2"}'
  const mapped = { outcome: ['returncode'], approvalWord: ['0'] }

  test('are read as a list of boxes if the first line gives their number', () => {
    const answer = answerTo('devices', `${head}\n"00:1A:79:00:00:01"\n"SN-77"\n`, 'none', { mapped })
    expect(answer.verdict).toBe('accepted')
    expect(readDevices(answer)).toEqual([{ id: '00:1A:79:00:00:01' }, { id: 'SN-77' }])
  })

  test.each(['"00:1A:79:00:00:01"\n', '"00:1A:79:00:00:01"\n"no more of th', '"00:1A:79:00:00:01"\n{"mac":"SN-77"}'])(
    'are rejected if their number differs from that in the first line: %j',
    (lines) => {
      expect(answerTo('devices', `${head}\n${lines}`, 'none', { mapped }).verdict).toBe('unclear')
    },
  )
})

test('an object whose keys are MAC addresses is read as a list of boxes, even if none of its fields is known', () => {
  const answer = answerTo('devices', '{"00:1A:79:00:00:01":{"Numero_Serie":"00:1A:79:00:00:01"}}', 'none')
  expect([answer.verdict, readDevices(answer)?.length]).toEqual(['accepted', 1])
})
