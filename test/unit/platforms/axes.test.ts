import { describe, expect, it } from 'vitest'
import { drawDescription } from '../../platforms/draw-description.ts'
import { casingNames } from '../../platforms/draw-names.ts'
import { tongues } from '../../platforms/names.ts'
import { noSlots, sentencesFor, yesSlots } from '../../platforms/sentences.ts'
import type { PlatformDescription } from '../../platforms/description.ts'

const descriptions = Array.from({ length: 2000 }, (_, seed) => drawDescription(seed))

/** Every axis, and how many different values it must show. */
const axes: Readonly<Record<string, readonly [size: number, of: (drawn: PlatformDescription) => unknown]>> = {
  tongue: [tongues.length, ({ tongue }) => tongue],
  encoding: [7, ({ encoding }) => encoding.encoding],
  'content type': [4, ({ encoding }) => encoding.contentType],
  'attributes of XML': [3, ({ encoding }) => encoding.xml.attributes],
  'lists of XML': [2, ({ encoding }) => encoding.xml.lists],
  'separators of columns': [
    4,
    ({ encoding }) => (encoding.encoding === 'columns' ? encoding.text.fieldSeparator : ','),
  ],
  'separators of names and values': [
    6,
    ({ encoding }) => (encoding.encoding === 'name-value' ? encoding.text.fieldSeparator : ';'),
  ],
  envelope: [5, ({ envelope }) => envelope.kind],
  'envelope of a refusal': [3, ({ envelope }) => envelope.no],
  casing: [casingNames.length, ({ casing }) => casing],
  wording: [3, ({ wording }) => wording],
  'kind of flag': [3, ({ answers }) => answers.flag.kind],
  'style of a creation': [10, ({ answers }) => answers.create.style],
  'style of a change': [8, ({ answers }) => answers.change.style],
  'status of a change': [4, ({ answers }) => answers.change.status],
  'status of a creation': [4, ({ answers }) => answers.create.status],
  'style of a refusal': [8, ({ answers }) => answers.no.style],
  'status of a refusal': [7, ({ answers }) => answers.no.statuses],
  'refusal of a token': [21, ({ answers }) => `${answers.token.status} ${answers.token.body}`],
  'unknown customer': [16, ({ answers }) => `${answers.unknown.status} ${answers.unknown.body}`],
  trouble: [25, ({ answers }) => `${answers.trouble.status} ${answers.trouble.body}`],
  'list of customers': [4, ({ reads }) => reads.list],
  'empty list': [7, ({ reads }) => reads.empty],
  'list of one': [2, ({ reads }) => reads.doesOneCollapse],
  'one in a list': [2, ({ reads }) => reads.isOneInList],
  'list of devices': [4, ({ reads }) => reads.devices],
  'answer of a status': [4, ({ reads }) => reads.statusShape],
  'end date in': [4, ({ reads }) => reads.endDateIn],
  trace: [4, ({ reads }) => reads.trace],
  'date form': [16, ({ values }) => values.dateForm],
  zone: [8, ({ values }) => values.zoneMinutes],
  'MAC form': [7, ({ values }) => values.macForm],
  'status words': [30, ({ values }) => JSON.stringify(values.statuses)],
  absent: [6, ({ values }) => values.absent],
  password: [4, ({ values }) => values.password],
  mobile: [3, ({ values }) => values.mobile],
  product: [4, ({ values }) => values.product],
  duplicates: [2, ({ behaviour }) => behaviour.duplicateUserids],
  'same device': [3, ({ behaviour }) => behaviour.sameDevice],
  'device elsewhere': [3, ({ behaviour }) => behaviour.deviceElsewhere],
  'month end': [4, ({ behaviour }) => behaviour.monthEnd],
  'renewal count': [4, ({ behaviour }) => `${behaviour.renewalFlag} ${behaviour.lapsedFrom}`],
  'service of a renewal': [3, ({ behaviour }) => behaviour.renewalService],
  'parameters of GetCustomer': [3, ({ behaviour }) => behaviour.getCustomerParameters],
  'password on changes': [3, ({ behaviour }) => behaviour.passwordOnChanges],
  'password on reads': [3, ({ behaviour }) => behaviour.passwordOnReads],
}

describe('the random generation of platforms', () => {
  it.each(Object.entries(axes))('produces every value of %s', (_name, [size, of]) => {
    expect(new Set(descriptions.map(of)).size).toBe(size)
  })

  it('combines every encoding with every style of acceptance and refusal, and with every date form', () => {
    expect(countByEncoding(({ answers }) => answers.change.style)).toBe(7 * 8)
    expect(countByEncoding(({ values }) => values.dateForm)).toBe(7 * 16)
    // Only SOAP refuses with a fault.
    expect(countByEncoding(({ answers }) => answers.no.style)).toBe(7 * 7 + 2)
  })

  it('gives no two fields of a platform the same name', () => {
    for (const { names, reads, seed } of descriptions) {
      const all = [...Object.values(names), ...reads.noise.map(({ name }) => name)]
      const plain = new Set(all.map((name) => name.replaceAll(/[^\p{L}\d]/gu, '').toLowerCase()))
      expect(plain.size, `seed ${seed}`).toBe(all.length)
    }
  })

  it('produces no sentence that means both acceptance and refusal, in any language', () => {
    for (const tongue of tongues)
      for (const wording of ['plain', 'adverse', 'constants'] as const) {
        const yes = new Set(yesSlots.flatMap((slot) => sentencesFor(slot, tongue, wording)).map(tidy))
        const no = noSlots.flatMap((slot) => sentencesFor(slot, tongue, wording)).map(tidy)
        expect(no.filter((sentence) => yes.has(sentence))).toEqual([])
        expect([...yes, ...no].filter((sentence) => sentence === '')).toEqual([])
      }
  })
})

function countByEncoding(of: (drawn: PlatformDescription) => string): number {
  return new Set(descriptions.map((drawn) => `${drawn.encoding.encoding} ${of(drawn)}`)).size
}

function tidy(sentence: string): string {
  return sentence
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .trim()
}
