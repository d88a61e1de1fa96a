import { noSlots, sentencesFor, slots, yesSlots, type Slot } from './sentences.ts'
import { tidyText } from './write-text.ts'
import type { EncodingManner } from './description.ts'
import type { Tongue } from './names.ts'
import type { Random } from './random.ts'

/** Chooses one sentence per occasion, without the separators of fields in a text. No yes has the words of a no. */
export function drawSentences(
  random: Random,
  tongue: Tongue,
  wording: 'plain' | 'adverse' | 'constants',
  encoding: EncodingManner,
): Readonly<Record<Slot, string>> {
  const loudness = random.weigh({ 'as-is': 8, upper: 1, dotless: 1 })
  const drawn = slots.map((slot) => {
    const sentence = random.pick(sentencesFor(slot, tongue, wording))
    const spoken =
      loudness === 'upper' ? sentence.toUpperCase() : loudness === 'dotless' ? sentence.replace(/[.!]$/, '') : sentence
    return [slot, tidyText(spoken, encoding)] as const
  })
  return Object.fromEntries(drawn) as Record<Slot, string>
}

/** Chooses a code per occasion. The codes for yes are alike, and no code for a no is one of them. */
export function drawCodes(random: Random, { encoding }: EncodingManner): Readonly<Record<Slot, string | number>> {
  const form = random.weigh({ number: 4, digits: 2, lettered: 2, constant: 2 })
  const yes = random.pick([0, 0, 1, 100, 200, 2000])
  const first = random.pick([2, 11, 400, 1001, 2301, 9000])
  const step = random.pick([1, 1, 3, 10])
  const isTyped = encoding.startsWith('json')
  const others: readonly Slot[] = [...noSlots, 'none', 'trouble']
  const numbers = new Map<Slot, number>(random.shuffle(others).map((slot, index) => [slot, first + 201 + index * step]))
  const write = (slot: Slot, value: number): string | number => {
    if (form === 'constant') return (value === yes ? 'OK' : `ERR_${slot}`).toUpperCase().replaceAll('-', '_')
    if (form === 'lettered') return `${value === yes ? 'S' : 'E'}${String(value).padStart(4, '0')}`
    return form === 'number' && isTyped ? value : String(value)
  }
  const all = [
    ...yesSlots.map((slot) => [slot, write(slot, yes)] as const),
    ...others.map((slot) => [slot, write(slot, numbers.get(slot) ?? 999)] as const),
  ]
  return Object.fromEntries(all) as Record<Slot, string | number>
}
