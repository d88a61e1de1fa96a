import { describe, expect, test } from 'vitest'
import { answerTo } from './answer-to.ts'

const loginid = '4820913775'
const password = 'Xk93ab77'

describe('a password that an answer names in a field', () => {
  test.each<readonly [string, object]>([
    ['of a message', { success: true, message: { text: 'Customer created', loginid, password } }],
    ['of a message, without a digit', { success: true, message: { text: 'Customer created', password: 'girafa' } }],
    ['of a message, as a number', { success: true, message: { text: 'Customer created', password: 48_209_137 } }],
    ['of an error', { error: { text: 'Klant bestaat', loginid, password } }],
    ['of an error list', { errors: [{ text: 'Klant bestaat', pincode: password }] }],
    [
      'beside a message that repeats it',
      { success: true, message: `Customer created: ${loginid} / ${password}`, password },
    ],
    [
      'beside an address that repeats it',
      { success: true, loginid, password, m3u: `http://x/live/${loginid}/${password}/1` },
    ],
    ['beside unknown words that repeat it', { melding: 'x', message: 'Klaar girafa', password: 'girafa' }],
    ['beside an encoded one', { message: 'Customer created', password: 'Xk9/ab77', m3u: 'http://x/?p=Xk9%2Fab77' }],
    ['in a list of passwords', { message: `Customer created ${password}`, passwords: [password] }],
  ])('is in no text of the answer: %s', (_, told) => {
    for (const id of ['addCustomer', 'getCustomer', 'renewCustomerV2'] as const) {
      const { message = '', raw, unknownWords = '' } = answerTo(id, JSON.stringify(told))
      expect([message, raw, unknownWords].join(' ')).not.toMatch(/Xk9|ab77|girafa|48209137\b/)
    }
  })

  test('stays in the data, because Setdesk has to read it', () => {
    const { data, message, verdict } = answerTo(
      'addCustomer',
      JSON.stringify({ success: true, message: { text: 'Customer created', loginid, password } }),
    )
    expect(data).toMatchObject({ message: { password } })
    expect(message).toBe(`Customer created ${loginid} •••`)
    expect(verdict).toBe('accepted')
  })

  test('is also found under a mapped name', () => {
    const text = JSON.stringify({ success: true, message: `Customer created ${password}`, geheim: password })
    expect(answerTo('addCustomer', text, { mapped: { password: ['geheim'] } }).message).toBe('Customer created •••')
  })

  test.each<readonly [string, object, string]>([
    [
      'is the user ID',
      { message: `Customer ${loginid} created`, loginid, password: loginid },
      `Customer ${loginid} created`,
    ],
    ['is shorter than four characters', { message: 'Customer 123 created', pin: '123' }, 'Customer 123 created'],
    ['has a blank', { message: 'Customer created', password: 'Customer created' }, 'Customer created'],
    ['is a word that says no', { message: 'Renewal failed', password_status: 'failed' }, 'Renewal failed'],
    ['is a status', { message: 'Customer is Active', password_status: 'Active' }, 'Customer is Active'],
    ['is a flag', { message: 'Saved is true', token_valid: 'true' }, 'Saved is true'],
  ])('is no secret if its value %s', (_, told, message) => {
    expect(answerTo('addCustomer', JSON.stringify(told)).message).toBe(message)
  })

  test('is removed in a long list, too', () => {
    const customers = Array.from({ length: 10_000 }, (_, at) => ({
      userid: `u${String(at)}`,
      password: `pw-${String(at)}%&`,
    }))
    const { raw } = answerTo('getCustomers', JSON.stringify({ note: 'pw-3%&', customers }))
    expect(raw.slice(0, 60)).not.toContain('pw-')
  })
})
