import { describe, expect, test } from 'vitest'
import { holdsValues, proposeTextLayout } from '../../../../src/platform/text/propose-text-layout.ts'

const proposed = (text: string): readonly string[] | undefined => {
  const layout = proposeTextLayout(text)
  if (layout === undefined) return undefined
  const { form, recordSeparator, fieldSeparator, nameSeparator } = layout
  return [form, recordSeparator, fieldSeparator, ...(form === 'named' ? [nameSeparator] : [])]
}

describe('a layout for a plain text', () => {
  test.each([
    ['userid=7;status=Disabled', ['named', '\n', ';', '=']],
    ['userid=7', ['named', '\n', ';', '=']],
    ['userid=7;status=Disabled\r\nuserid=8;status=Active;\r\n', ['named', '\n', ';', '=']],
    ['userid=7|status=Disabled|name=Bo; Li', ['named', '\n', '|', '=']],
    ['userid=7&status=Disabled', ['named', '\n', '&', '=']],
    ['userid=7 status=Disabled', ['named', '\n', ' ', '=']],
    ['userid=7;status=Disabled|userid=8;status=Active', ['named', '|', ';', '=']],
    ['userid=7,status=Disabled;userid=8,status=Active', ['named', ';', ',', '=']],
    ['userid: 7, mac: 00:1A:79:00:00:01', ['named', '\n', ',', ':']],
    ['userid=7\nstatus=Disabled\n\nuserid=8\nstatus=Active\n', ['named', '\n\n', '\n', '=']],
    ['User ID: 7\nStatus: Disabled', ['named', '\n\n', '\n', ':']],
    ['userid;status\n7;Disabled', ['header', '\n', ';']],
    ['"kunde"\t"stand"\n"7"\t"1"', ['header', '\n', '\t']],
    ['7;Disabled\n8;Active', ['columns', '\n', ';']],
    ['7|Disabled|2026-01-01', ['columns', '\n', '|']],
    ['7,Disabled;8,Active', ['columns', ';', ',']],
    ['7|Bo, Li|x\n8|Al, Ma|y', ['columns', '\n', '|']],
    ['amelie,Active\nbo,Trial 2', ['columns', '\n', ',']],
  ])('is proposed for %j', (text, expected) => {
    expect(proposed(text)).toEqual(expected)
  })

  test.each([
    'OK',
    'Customer not found',
    'ERROR: no such customer',
    'Error: customer expired, sorry',
    'We are sorry; it did not work',
    'Dear customer, note that status=Disabled now, really',
    'x = y is what we have; and then some',
    '',
  ])('is not proposed for the words %j', (text) => {
    expect(proposed(text)).toBeUndefined()
  })

  test('is proposed from the start of a long text', () => {
    expect(proposed('userid=7;status=Disabled\n'.repeat(10_000))).toEqual(['named', '\n', ';', '='])
  })
})

describe('a plain text', () => {
  test.each([
    'userid=7;status=Expired',
    'result=success',
    'userid: 7; status: Expired',
    '7|Expired|no',
    '7,Expired\n8,Blocked',
    'kunde;stand\n7;expired',
    'kunde;bis;tarif;notiz\n7;2027-01-01;4;not found at home\n8;2027-01-01;4;-',
  ])('counts as values: %j', (text) => {
    expect(holdsValues(text)).toBe(true)
  })

  test.each([
    'OK',
    'ERROR: no such customer',
    'Error: customer expired; code: 7',
    'reason: expired; code: 7',
    'ERROR|17|No such product',
    '17|Product does not exist',
    'Customer 7, not found',
    'Expired, 7 days ago',
  ])('counts as words: %j', (text) => {
    expect(holdsValues(text)).toBe(false)
  })
})
