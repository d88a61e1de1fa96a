import { describe, expect, test } from 'vitest'
import { operation, type OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import { defaultFieldNames, plainName, withFieldMapping } from '../../../src/platform/answer.ts'
import { readDevices } from '../../../src/platform/read/read-devices.ts'
import { readCustomer, readStatus } from '../../../src/platform/read/read-records.ts'
import { interpret } from '../../../src/platform/interpret.ts'
import { listLeaves } from '../../../src/platform/read/list-leaves.ts'
import { hidePasswords } from '../../../src/platform/redact.ts'
import type { FieldMapping } from '../../../src/shared/domain/field-mapping/field-mapping.ts'

const nothing = { text: (text: string) => text }

/** An answer to an operation, with this field mapping. */
function read(id: OperationId, body: unknown, mapped: FieldMapping = {}, status = 200) {
  const names = withFieldMapping(mapped)
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const context = { now: 0, redactor: nothing, tokenRedactor: nothing, ...(names && { names }) }
  return interpret({ reach: 'answered', status, headers: {}, text }, operation(id), context)
}

describe('mapped field names', () => {
  test('come before the default names, which remain valid', () => {
    const names = withFieldMapping({ userid: ['Inlog_Naam'] })
    expect(names?.userid).toEqual(['inlognaam', ...defaultFieldNames.userid])
    expect(names?.mobile).toEqual(defaultFieldNames.mobile)
  })

  test('lose their default meanings', () => {
    const names = withFieldMapping({ outcome: ['status'], status: ['state'] })
    expect(names?.outcome[0]).toBe('status')
    expect(names?.status).not.toContain('status')
    expect(names?.code).not.toContain('status')
    expect(names?.state).not.toContain('state')
    const answer = read(
      'getCustomer',
      { userid: '1', status: 1, state: 'Active' },
      { outcome: ['status'], status: ['state'] },
    )
    expect(readCustomer(answer)).toEqual({ userid: '1', status: 'Active' })
  })

  test('win over default names that have another value', () => {
    const answer = read('getCustomer', { userid: 17, inlog: 'ann', firstname: 'A' }, { userid: ['inlog'] })
    expect(readCustomer(answer)).toEqual({ userid: 'ann', firstname: 'A' })
  })

  test('are undefined if the mapping is empty', () => {
    expect(withFieldMapping(undefined)).toBe(undefined)
    expect(withFieldMapping({ userid: [] })).toBe(undefined)
  })

  test.each([
    ['Логин', 'логин'],
    ['用户名', '用户名'],
    ['Log-in_Id', 'loginid'],
  ])('may be in any script: %s', (name, plain) => {
    expect(plainName(name)).toBe(plain)
  })

  test('are attached to the answer, so that every reader uses them', () => {
    const answer = read('getCustomer', { логин: '17', имя: 'Bo' }, { userid: ['Логин'], firstname: ['имя'] })
    expect(answer.verdict).toBe('accepted')
    expect(readCustomer(answer)).toEqual({ userid: '17', firstname: 'Bo' })
    expect(readCustomer({ data: answer.data ?? null })).toBe(undefined)
  })

  test('make a list of boxes with unknown names readable', () => {
    const body = { antwoord: { tijdstip: '9:30', toestellen: [{ kastnummer: '00:1A:79:00:00:01' }] } }
    expect(readDevices(read('devices', body))).toBe(undefined)
    const mapped = { wrapper: ['antwoord'], deviceList: ['toestellen'], deviceIdentifier: ['kastnummer'] }
    expect(readDevices(read('devices', body, mapped))).toEqual([{ id: '00:1A:79:00:00:01' }])
  })
})

describe('mapped words', () => {
  const mapped: FieldMapping = {
    outcome: ['uitkomst'],
    message: ['toelichting'],
    approvalWord: ['Gelukt', '1'],
    refusalWord: ['mislukt'],
    absenceWord: ['klant onbekend'],
  }

  test.each([
    [{ uitkomst: 'gelukt' }, 'accepted'],
    [{ uitkomst: 1 }, 'accepted'],
    [{ uitkomst: 'mislukt', toelichting: 'Pakket bestaat niet' }, 'refused'],
    [{ uitkomst: 'bijna gelukt' }, 'unclear'],
    [{ uitkomst: 'niet gelukt' }, 'unclear'],
    [{ uitkomst: 'gelukt', toelichting: 'mislukt' }, 'unclear'],
    ['Gelukt.', 'accepted'],
    ['niet gelukt', 'unclear'],
  ])('decide the verdict on a change only if they are the whole text: %j', (body, verdict) => {
    expect(read('Disable', body, mapped).verdict).toBe(verdict)
  })

  test('that mean absence also count within a sentence', () => {
    expect(read('getCustomer', { toelichting: 'Fout 12: klant onbekend.' }, mapped).verdict).toBe('absent')
    expect(read('getCustomer', { toelichting: 'Fout 12: klant onbekend.' }).verdict).toBe('unclear')
  })

  test('may be numbers, booleans or codes that are the whole answer', () => {
    const figures: FieldMapping = {
      outcome: ['rc'],
      approvalWord: ['0', 'false', 'ALL_DONE'],
      refusalWord: ['17', 'true'],
    }
    expect(read('Disable', '0', figures).verdict).toBe('accepted')
    expect(read('Disable', 'false', figures).verdict).toBe('accepted')
    expect(read('Disable', 'true', figures).verdict).toBe('refused')
    expect(read('Disable', '17', figures).verdict).toBe('refused')
    expect(read('Disable', '18', figures).verdict).toBe('unclear')
    expect(read('Disable', { rc: 0 }, figures).verdict).toBe('accepted')
    expect(read('Disable', { message: 'ALL_DONE' }, figures).verdict).toBe('accepted')
  })

  test('do not count inside other words or dates', () => {
    const short: FieldMapping = { approvalWord: ['1'], refusalWord: ['0', 'nee'], absenceWord: ['geen klant'] }
    expect(read('renewCustomer', { message: 'Subscription renewed until 2027-10-10' }, short).verdict).toBe('accepted')
    expect(read('renewCustomer', { message: 'Klaar, meneer 0' }, short).verdict).toBe('unclear')
    expect(read('getCustomer', { message: 'Er is geen klanthistorie' }, short).verdict).toBe('unclear')
    expect(read('getCustomer', { message: 'Er is geen klant.' }, short).verdict).toBe('absent')
  })

  test('are unclear if they mean both acceptance and refusal, but refusal wins over absence', () => {
    const both: FieldMapping = {
      approvalWord: ['x y'],
      refusalWord: ['x y', 'no z'],
      absenceWord: ['no z', 'nobody at all'],
    }
    expect(read('Disable', 'x y', both).verdict).toBe('unclear')
    expect(read('Disable', { result: 'x y' }, both).verdict).toBe('unclear')
    expect(read('getCustomer', 'no z', both).verdict).toBe('refused')
    expect(read('getCustomer', 'nobody at all', both).verdict).toBe('absent')
    expect(read('Disable', 'nobody at all', both).verdict).toBe('refused')
  })

  test('decide nothing as the whole answer if they mean both a status and a refusal', () => {
    const twice: FieldMapping = { activeWord: ['0'], refusalWord: ['0'] }
    expect(read('GetCustomerStatus', '0', twice).verdict).toBe('unclear')
    expect(readStatus(read('GetCustomerStatus', '0', twice))).toBe(undefined)
    expect(read('GetCustomerStatus', '0', { activeWord: ['0'] }).verdict).toBe('accepted')
  })

  test('mean nothing on a platform without the mapping', () => {
    expect(read('Disable', { uitkomst: 'gelukt' }).verdict).toBe('unclear')
    expect(read('Disable', 'Gelukt').verdict).toBe('unclear')
  })
})

describe("a password under a platform's own name", () => {
  test.each([
    ['{"Toegangs_Code":"geheim1"}', '{"Toegangs_Code":"•••"}'],
    ['{"toegangsCode":12345}', '{"toegangsCode":"•••"}'],
    ['<toegangscode>geheim1</toegangscode>', '<toegangscode>•••</toegangscode>'],
    ['{"nietToegangsCode":"zichtbaar"}', '{"nietToegangsCode":"zichtbaar"}'],
  ])('is masked once the name is mapped: %s', (text, hidden) => {
    expect(hidePasswords(text)).toBe(text)
    expect(hidePasswords(text, ['toegangscode'])).toBe(hidden)
  })

  test.each(['wachtwoord', 'Kennwort', 'mot_de_passe', 'contraseña', 'senha', 'hasło', 'пароль'])(
    'is masked without a mapping if its name is %s',
    (name) => {
      expect(hidePasswords(`{"${name}":"secret1"}`)).toBe(`{"${name}":"•••"}`)
    },
  )
})

describe('the values of an answer', () => {
  test('are listed once per field name, with a sample from any record', () => {
    const data = {
      klanten: [
        { naam: '', userid: '1' },
        { naam: 'Bo', userid: '2' },
      ],
      meer: false,
    }
    expect(listLeaves(data, defaultFieldNames)).toEqual([
      { keys: ['klanten', '[]', 'naam'], sample: 'Bo' },
      { keys: ['klanten', '[]', 'userid'], sample: '1', known: 'userid', isHidden: true },
      { keys: ['meer'], sample: 'false' },
    ])
  })

  test('include an empty list by its name, and a text that is the whole answer', () => {
    expect(listLeaves({ adressen: [] }, defaultFieldNames)).toEqual([{ keys: ['adressen', '[]'], sample: '' }])
    expect(listLeaves('GELUKT', defaultFieldNames)).toEqual([{ keys: [], sample: 'GELUKT' }])
    expect(listLeaves(undefined, defaultFieldNames)).toEqual([])
  })

  test('show no password, whether its field name is a default or mapped', () => {
    const names = withFieldMapping({ password: ['sleutel'] }) ?? defaultFieldNames
    const samples = listLeaves({ sleutel: 'abc', wachtwoord: 'def' }, names).map(({ sample }) => sample)
    expect(samples).toEqual(['•••', '•••'])
  })

  test('are limited in number and length', () => {
    const data = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${String(index)}`, 'x'.repeat(500)]))
    const leaves = listLeaves(data, defaultFieldNames)
    expect(leaves).toHaveLength(200)
    expect(leaves[0]?.sample).toHaveLength(100)
  })
})
