import { describe, expect, test } from 'vitest'
import type { DateOrders } from '../../../../src/platform/answer.ts'
import { readCustomer, readCustomerPage } from '../../../../src/platform/read/read-records.ts'
import { operation } from '../../../../src/platform/catalogue/catalogue.ts'
import { interpret } from '../../../../src/platform/interpret.ts'

const clean = { text: (text: string) => text }
const read = (data: unknown, dateOrders?: DateOrders) =>
  interpret({ reach: 'answered', status: 200, headers: {}, text: JSON.stringify(data) }, operation('getCustomers'), {
    now: 0,
    redactor: clean,
    tokenRedactor: clean,
    dateOrders,
  })
const list = (...ends: readonly string[]) => ends.map((enddate, at) => ({ userid: `u${at + 1}`, enddate }))
const endsIn = (...ends: readonly string[]) =>
  readCustomerPage(read(list(...ends)))?.customers.map(({ endDate }) => endDate)

describe('a date that may have the day or the month first', () => {
  test.each([
    ['day first', ['02/03/2027', '31/12/2027'], ['2027-03-02', '31/12/2027']],
    ['month first', ['02/03/2027', '12/31/2027'], ['2027-02-03', '12/31/2027']],
    ['with its time', ['2.3.2027 08:00', '31.12.2027 00:00'], ['2027-03-02 08:00', '31.12.2027 00:00']],
    ['and a comma', ['2/3/2027, 8:00:00', '31/12/2027, 0:00:00'], ['2027-03-02, 8:00:00', '31/12/2027, 0:00:00']],
  ])('is read in the order of another date in the same answer: %s', (_, ends, read_) => {
    expect(endsIn(...ends)).toEqual(read_)
  })

  test.each([
    ['nothing shows the order', ['02/03/2027', '05/05/2027', '2027-12-31']],
    ['two dates contradict each other', ['02/03/2027', '31/12/2027', '12/31/2027']],
    ['only dates with another separator show the order', ['02/03/2027', '31.12.2027']],
    ['the only date that would show the order does not exist', ['02/03/2027', '31/02/2027']],
  ])('stays as it is if %s', (_, ends) => {
    expect(endsIn(...ends)).toEqual(ends)
  })

  test('never takes its order from a birth date, but a contradicting birth date makes the order unknown', () => {
    const person = { userid: '7', enddate: '02/03/2027' }
    expect(readCustomer(read([{ ...person, birthdate: '31/12/1970' }]))?.endDate).toBe('02/03/2027')
    const shown = { ...person, startdate: '25/12/2026' }
    expect(readCustomer(read([shown]))?.endDate).toBe('2027-03-02')
    expect(readCustomer(read([{ ...shown, birthdate: '12/31/1970' }]))?.endDate).toBe('02/03/2027')
  })

  test('is read in the order of earlier answers, until an answer contradicts that order', () => {
    const first = read(list('31/12/2027'))
    expect(first.dateOrders).toEqual({ '/': 'day-first' })
    expect(readCustomer(read(list('02/03/2027'), first.dateOrders))?.endDate).toBe('2027-03-02')
    const second = read(list('12/31/2027'), first.dateOrders)
    expect(second.dateOrders).toEqual({ '/': 'mixed' })
    const third = read(list('02/03/2027', '31/12/2027'), second.dateOrders)
    expect(third.dateOrders).toEqual({ '/': 'mixed' })
    expect(readCustomerPage(third)?.customers[0]?.endDate).toBe('02/03/2027')
  })

  test('has no known order if the only date of the answer is in ISO format', () => {
    expect(read(list('2027-12-31')).dateOrders).toBeUndefined()
  })
})
