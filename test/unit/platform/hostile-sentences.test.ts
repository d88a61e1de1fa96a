import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../../src/platform/answer.ts'
import { operation, type OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import { interpret } from '../../../src/platform/interpret.ts'
import {
  plainlyDone,
  plainlyRefused,
  saidOfAbsent,
  saidOfDone,
  saidOfNotDone,
  saidOfOpen,
  saidOfSomethingElse,
  type Sentences,
} from './hostile-sentences.ts'

const nothing = { text: (text: string) => text }

function judge(id: OperationId, text: string, status = 200): Verdict {
  const context = { now: 0, redactor: nothing, tokenRedactor: nothing }
  return interpret({ reach: 'answered', status, headers: {}, text }, operation(id), context).verdict
}

/** Places for a sentence in an answer. None of them adds a meaning. */
const shapes: readonly ((sentence: string) => string)[] = [
  (sentence) => sentence,
  (sentence) => JSON.stringify(sentence),
  (sentence) => JSON.stringify({ Message: sentence }),
  (sentence) => JSON.stringify({ result: sentence }),
  (sentence) => JSON.stringify(JSON.stringify({ data: { msg: sentence } })),
  (sentence) => JSON.stringify({ error: null, response: { description: sentence } }),
  (sentence) => `<string xmlns="http://x">${escape(sentence)}</string>`,
  (sentence) => `<Response><resultDesc>${escape(sentence)}</resultDesc></Response>`,
]
const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Some platforms put every message into the error field. */
const asError = (sentence: string): string => JSON.stringify({ error: sentence })

const rows = (sentences: Sentences): readonly (readonly [OperationId, string])[] =>
  Object.entries(sentences).flatMap(([id, said]) => said.map((one) => [id as OperationId, one] as const))

const verdictsOn = (id: OperationId, sentence: string, status = 200): readonly Verdict[] =>
  shapes.map((shape) => judge(id, shape(sentence), status))

test('the list of hostile sentences has more than 300 entries', () => {
  const all = [saidOfDone, saidOfNotDone, plainlyRefused, plainlyDone].flatMap(rows)
  expect(all.length + saidOfOpen.length + saidOfAbsent.length + saidOfSomethingElse.length).toBeGreaterThan(300)
})

describe('a sentence in the answer to a change', () => {
  test.each(rows(saidOfDone))('about finished work is never read as a refusal: %s answers "%s"', (id, sentence) => {
    const verdicts = [...verdictsOn(id, sentence), judge(id, asError(sentence))]
    expect(verdicts).not.toContain('refused')
    expect(verdicts).not.toContain('absent')
  })

  test.each(rows(saidOfNotDone))('about work not done is never read as acceptance: %s answers "%s"', (id, sentence) => {
    expect([...verdictsOn(id, sentence), judge(id, asError(sentence))]).not.toContain('accepted')
    expect(judge(id, JSON.stringify({ status: 'OK', message: sentence }))).not.toBe('accepted')
  })

  test.each(saidOfOpen)('about work that may still be done is unclear: "%s"', (sentence) => {
    for (const id of ['renewCustomerV2', 'addCustomer', 'AddMacAddressForUser', 'Disable', 'Enable'] as const)
      expect(new Set([...verdictsOn(id, sentence), judge(id, asError(sentence))])).toEqual(new Set(['unclear']))
  })

  test.each(rows(plainlyRefused))('that plainly refuses is read as a refusal: %s answers "%s"', (id, sentence) => {
    expect(new Set([...verdictsOn(id, sentence), judge(id, asError(sentence))])).toEqual(new Set(['refused']))
    expect(judge(id, JSON.stringify({ success: false, message: sentence }))).toBe('refused')
    expect(judge(id, JSON.stringify({ success: true, message: sentence }))).toBe('unclear')
  })

  test.each(rows(plainlyDone))('that plainly accepts is read as acceptance: %s answers "%s"', (id, sentence) => {
    expect(new Set(verdictsOn(id, sentence))).toEqual(new Set(['accepted']))
    expect(judge(id, JSON.stringify({ success: true, message: sentence }))).toBe('accepted')
    expect(judge(id, JSON.stringify({ success: false, message: sentence }))).toBe('unclear')
    expect(judge(id, JSON.stringify({ Message: sentence }), 400)).toBe('unclear')
  })
})

describe('a sentence in the answer to a read', () => {
  test.each(saidOfAbsent)('means that the record is absent: "%s"', (sentence) => {
    for (const id of ['getCustomer', 'GetCustomerStatus', 'devices'] as const)
      expect(new Set(verdictsOn(id, sentence))).toEqual(new Set(['absent']))
    expect(new Set(verdictsOn('getCustomer', sentence, 404))).toEqual(new Set(['absent']))
  })

  test.each(saidOfSomethingElse)('does not mean that the record is absent: "%s"', (sentence) => {
    for (const id of ['getCustomer', 'GetCustomerStatus', 'devices', 'getCustomers'] as const)
      for (const status of [200, 400, 401, 404]) {
        const verdicts = verdictsOn(id, sentence, status)
        expect(verdicts).not.toContain('absent')
        expect(verdicts).not.toContain('accepted')
      }
  })
})
