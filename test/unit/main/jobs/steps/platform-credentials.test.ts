import { expect, test } from 'vitest'
import { fillLogIn, makingOf, shownLogIn } from '../../../../../src/main/jobs/steps/platform-credentials.ts'
import { newCustomer } from '../../../../fakes/intents.ts'

const connection = { unknownMappingId: '' } as const

const making = (changed: Parameters<typeof newCustomer>[1]) =>
  makingOf('create-customer', { intent: newCustomer('101', changed) })

test('credentials that the technician did not choose stay unknown until the platform shows them', () => {
  expect(making({})).toBe('unknown')
  expect(making({ made: { userid: '7' } })).toBe('told')
  expect(making({ logIn: { userid: '7' } })).toBe('ours')
  expect(makingOf('bind-user', { intent: newCustomer('101') })).toBe('ours')
})

test('the creation still sends the same values once the user ID is known, but is read by that user ID', () => {
  const payload = { send: { firstname: 'Nell' }, read: { userid: '', customermappingid: 'AB-1', crmService: 'c' } }
  expect(fillLogIn({ kind: 'create-customer', payload }, { userid: '7', password: 'sunny' }, connection)).toEqual({
    send: { firstname: 'Nell' },
    read: { userid: '7', customermappingid: '', crmService: 'c' },
  })
})

test.each([
  ['sunny-day', 'sunny-day'],
  [undefined, '0'],
  ['not sendable', '0'],
])('a binding that waits for the user ID gets it, and the password %j is sent as %j', (password, sent) => {
  const payload = { awaitsLogIn: true, send: { model: 'STB' }, read: {} }
  const filled = fillLogIn(
    { kind: 'bind-user', payload },
    { userid: '7', ...(password !== undefined && { password }) },
    connection,
  )
  expect(filled).toEqual({ send: { model: 'STB', userid: '7', password: sent }, read: { userid: '7', password: sent } })
})

test('a step keeps its user ID when the platform tells another one', () => {
  const payload = { send: { userid: '5' }, read: { userid: '5' } }
  expect(fillLogIn({ kind: 'bind-user', payload }, { userid: '7' }, connection)).toBe(payload)
})

test.each([
  ['AB 1234', 'AB 1234'],
  ['ÅB-1234', 'ÅB-1234'],
  ['three short words', undefined],
  ['AB\t1234', undefined],
  ['not found', undefined],
  ['x'.repeat(65), undefined],
])('the shown user ID %j is taken as %j', (userid, taken) => {
  expect(shownLogIn({ userid })?.userid).toBe(taken)
})

const passwordOf = (password: string) => shownLogIn({ userid: '7', password })?.password

test('a password that is shown as asterisks or as a hash counts as no password', () => {
  expect(passwordOf('sunny-day')).toBe('sunny-day')
  expect(passwordOf('********')).toBeUndefined()
  expect(passwordOf('5f4dcc3b5aa765d61d8327deb882cf99')).toBeUndefined()
  expect(shownLogIn({ password: 'sunny-day' })).toBeUndefined()
})
