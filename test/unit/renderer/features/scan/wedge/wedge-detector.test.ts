import { describe, expect, it } from 'vitest'
import type { ScannerTraits } from '../../../../../../src/renderer/src/features/scan/wedge/scan-evidence.ts'
import {
  createWedgeDetector,
  type KeyPress,
  type WedgeVerdict,
} from '../../../../../../src/renderer/src/features/scan/wedge/wedge-detector.ts'
import { humanRhythms, pressesOf, scannerRhythms, seededChance, type Chance } from '../../../../../fakes/key-traces.ts'

const unmarked: ScannerTraits = { prefix: '', suffix: '' }
const cable = (): number => 2
const stroke = (key: string, at: number): KeyPress => ({ key, at, ignored: false, intoText: true })
const slow = (): number => 90
const roll = (): number => 14

function listen(presses: readonly KeyPress[], marks = unmarked): WedgeVerdict[] {
  const detector = createWedgeDetector(marks)
  return presses.map((press) => detector.press(press))
}

const textsOf = (verdicts: readonly WedgeVerdict[]): string[] =>
  verdicts.flatMap((verdict) => (verdict.kind === 'scan' && !verdict.again ? [verdict.scan.text] : []))

const kindsOf = (verdicts: readonly WedgeVerdict[]): readonly WedgeVerdict['kind'][] => verdicts.map(({ kind }) => kind)

const pick = <T>(from: readonly T[], chance: Chance): T => from[Math.floor(chance() * from.length)] as T

function randomText(alphabet: string, length: number, chance: Chance): string {
  return Array.from({ length }, () => pick(Array.from(alphabet), chance)).join('')
}

function randomCode(chance: Chance): string {
  const digits = randomText('0123456789ABCDEF', 12, chance)
  const serial = `08${randomText('0123456789', 4, chance)}N${randomText('0123456789', 6, chance)}`
  return pick([digits, digits.match(/../g)?.join(':') ?? '', digits.toLowerCase(), serial], chance)
}

describe('a scanner', () => {
  it.each(Object.entries(scannerRhythms))('is recognized by its rhythm: %s', (_, gaps) => {
    for (let seed = 1; seed <= 300; seed++) {
      const chance = seededChance(seed)
      const code = randomCode(chance)
      const end = pick(['Enter', 'Tab'] as const, chance)
      const verdicts = listen(pressesOf(code, gaps, chance, { end }))
      expect(textsOf(verdicts), `seed ${seed}`).toEqual([code])
      expect(verdicts.at(-1), `seed ${seed}`).toMatchObject({ kind: 'scan', leaked: code.length })
    }
  })

  it('is recognized although it pauses once within an address', () => {
    let count = 0
    const gaps = (): number => (++count === 6 ? 250 : 3)
    expect(textsOf(listen(pressesOf('001A794EB20F', gaps, Math.random, { end: 'Enter' })))).toEqual(['001A794EB20F'])
  })

  it('is recognized right after typing, and only its own characters count as part of the scan', () => {
    const typed = pressesOf('Amel', slow, Math.random)
    const scanned = pressesOf('001A794EB20F', cable, Math.random, { at: 1480, end: 'Enter' })
    expect(listen([...typed, ...scanned]).at(-1)).toMatchObject({ scan: { text: '001A794EB20F' }, leaked: 12 })
  })

  it('may send an AIM identifier, which is removed from the code and allows slow typing', () => {
    const verdict = listen(pressesOf(']C0082021N071543', () => 45, Math.random, { end: 'Enter' })).at(-1)
    expect(verdict).toMatchObject({
      scan: { text: '082021N071543', raw: ']C0082021N071543', aim: ']C0', by: 'aim' },
      leaked: 16,
    })
  })

  it('is recognized by its prefix and suffix, and a printable suffix needs no Enter', () => {
    const marks = { prefix: '~', suffix: '#' }
    const verdicts = listen(
      pressesOf('~001A794EB20F#', () => 80, Math.random, { end: 'Enter' }),
      marks,
    )
    expect(verdicts.at(-2)).toMatchObject({ scan: { text: '001A794EB20F', by: 'marks' }, leaked: 14 })
    expect(verdicts.at(-1)).toEqual({ kind: 'swallow' })
  })

  it('is recognized without its prefix, too, because there may be a second scanner', () => {
    const marks = { prefix: '~', suffix: '' }
    expect(textsOf(listen(pressesOf('001A794EB20F', cable, Math.random, { end: 'Enter' }), marks))).toHaveLength(1)
  })

  it('may send no end key: a complete address is accepted after a pause, and a late Enter has no effect', () => {
    const detector = createWedgeDetector(unmarked)
    for (const press of pressesOf('001A794EB20F', cable, Math.random)) detector.press(press)
    expect(detector.settle(1022 + detector.settlePause - 1)).toEqual({ kind: 'nothing' })
    expect(detector.settle(1022 + detector.settlePause)).toMatchObject({ kind: 'scan', scan: { text: '001A794EB20F' } })
    expect(detector.press({ key: 'Enter', at: 1022 + 180, ignored: false, intoText: true })).toEqual({
      kind: 'swallow',
    })
  })

  it('may pause: the beginning of an address is not reported before its Enter', () => {
    const detector = createWedgeDetector(unmarked)
    for (const press of pressesOf('001A794EB', cable, Math.random)) detector.press(press)
    expect(detector.settle(5000)).toEqual({ kind: 'nothing' })
  })

  it('may read the same label again if the user did something in between', () => {
    const detector = createWedgeDetector(unmarked)
    const scan = (at: number) =>
      pressesOf('001A794EB20F', cable, Math.random, { at, end: 'Enter' })
        .map((press) => detector.press(press))
        .find((verdict) => verdict.kind === 'scan')
    expect(scan(1000)).toMatchObject({ again: false })
    detector.forget()
    expect(scan(1250)).toMatchObject({ again: false })
  })

  it('that reads a label twice in a short time is reported as repeating the scan', () => {
    const first = pressesOf('001A794EB20F', cable, Math.random, { end: 'Enter' })
    const second = pressesOf('001A794EB20F', cable, Math.random, { at: 1200, end: 'Enter' })
    const later = pressesOf('001A794EB20F', cable, Math.random, { at: 3000, end: 'Enter' })
    const scans = listen([...first, ...second, ...later]).filter((verdict) => verdict.kind === 'scan')
    expect(scans.map((scan) => scan.again)).toEqual([false, true, false])
  })

  it.each(Object.entries(scannerRhythms).filter(([rhythm]) => !rhythm.includes('hiccups')))(
    'triggers nothing outside a text field with its characters after the first one: %s',
    (_, gaps) => {
      const text = 'S/N 082021N0715'
      for (let seed = 1; seed <= 100; seed++) {
        const outside = listen(pressesOf(text, gaps, seededChance(seed), { end: 'Enter', intoText: false }))
        const swallowed = Array.from(text.slice(1), () => 'swallow')
        expect(kindsOf(outside), `seed ${seed}`).toEqual(['nothing', ...swallowed, 'scan'])
        expect(textsOf(outside), `seed ${seed}`).toEqual([text])
      }
    },
  )

  it('swallows none of its characters inside a text field, where they are text until they are known to be a scan', () => {
    const inside = listen(pressesOf('S/N 082021N0715', cable, Math.random, { end: 'Enter' }))
    expect(kindsOf(inside)).toEqual([...Array.from('S/N 082021N0715', () => 'nothing'), 'scan'])
  })

  it.each(['2023-05-12', '12/05/2023', 'www.box.example/1', '192.168.100.200', '052013N012345052013N012345'])(
    'leaves no code in a text field that looks like a serial number and is none: %s',
    (text) => {
      const inside = listen(pressesOf(text, cable, Math.random, { end: 'Enter' }))
      expect(inside.at(-1)).toMatchObject({ kind: 'scan', leaked: text.length, scan: { text } })
    },
  )

  it('that is slower triggers nothing outside a text field with its characters after its prefix', () => {
    const slower: ScannerTraits = { prefix: '~', suffix: '', longestGap: 50 }
    const kindsFor = (text: string) =>
      kindsOf(
        listen(
          pressesOf(text, () => 50, Math.random, { end: 'Enter', intoText: false }),
          slower,
        ),
      )
    const code = '082021N0715'
    expect(kindsFor(`~${code}`)).toEqual(['nothing', ...Array.from(code, () => 'swallow'), 'scan'])
    expect(kindsFor(code).slice(0, -1)).toEqual(Array.from(code, () => 'nothing'))
  })

  it('triggers nothing with the Enter after a code that names no box', () => {
    const text = 'https://box.example/start?x'
    const verdicts = listen(pressesOf(text, cable, Math.random, { end: 'Enter', intoText: false }))
    expect(verdicts.at(-1)).toEqual({ kind: 'unread', text, leaked: text.length })
  })

  it('is not recognized in words that a program types quickly into a field', () => {
    for (const text of ['14 Rue des Lilas', 'amelie@example.com', 'Île-de-France'])
      expect(listen(pressesOf(text, cable, Math.random, { end: 'Enter' })).at(-1)).toEqual({ kind: 'held' })
  })

  const learnt: ScannerTraits = { ...unmarked, end: 'Enter', shortestGap: 6, longestGap: 12, longestHold: 4 }
  const steadyRhythms = Object.entries(scannerRhythms).filter(([rhythm]) => !rhythm.includes('hiccups'))
  it.each(
    ['MAG322', '1234567', 'ABCDEFGHIJKLM', 'NONE'].flatMap((code) =>
      steadyRhythms.flatMap(([rhythm, gaps]) =>
        [unmarked, learnt].map((traits) => [code, rhythm, traits, gaps] as const),
      ),
    ),
  )('carries nothing out with the Enter of a short or plain code: %s, %s', (code, _, traits, gaps) => {
    for (let seed = 1; seed <= 50; seed++) {
      const last = (intoText: boolean) =>
        listen(pressesOf(code, gaps, seededChance(seed), { end: 'Enter', intoText }), traits).at(-1)
      expect(last(true), `seed ${seed}`).toEqual({ kind: 'held' })
      expect(last(false), `seed ${seed}`).toEqual({ kind: 'unread', text: code, leaked: code.length })
    }
  })

  it('carries nothing out with the Enter of a scanner that sends Tab and Enter', () => {
    const presses = pressesOf('MAG322', cable, Math.random, { end: 'Tab', intoText: true })
    const enter: KeyPress = { key: 'Enter', at: (presses.at(-1)?.at ?? 0) + 3, ignored: false, intoText: true }
    expect(kindsOf(listen([...presses, enter])).slice(-2)).toEqual(['nothing', 'swallow'])
  })

  it('carries nothing out with the second of two Enters after such a code, but a later Enter counts', () => {
    for (const intoText of [true, false]) {
      const presses = pressesOf('MAG322', cable, Math.random, { end: 'Enter', intoText })
      const at = presses.at(-1)?.at ?? 0
      const [second, later] = [at + 2, at + 400].map((time) => ({ key: 'Enter', at: time, ignored: false, intoText }))
      const verdicts = listen([...presses, second as KeyPress, later as KeyPress])
      expect(kindsOf(verdicts).slice(-3)).toEqual([intoText ? 'held' : 'unread', 'swallow', 'nothing'])
    }
  })

  it('may end a short code with Tab, which moves the focus in a text field and decides nothing', () => {
    expect(listen(pressesOf('MAG322', cable, Math.random, { end: 'Tab' })).at(-1)).toEqual({ kind: 'nothing' })
  })

  it('may send capitals with Shift between them', () => {
    const presses = pressesOf('001A794EB20F', cable, Math.random, { end: 'Enter' }).flatMap((press) =>
      /[A-F]/.test(press.key) ? [{ ...press, key: 'Shift' }, press] : [press],
    )
    expect(textsOf(listen(presses))).toEqual(['001A794EB20F'])
  })
})

describe('a person at the keyboard', () => {
  const words = ['Amélie', 'Okonkwo', '14 Rue des Lilas', '75020', '0612345678', 'amelie@example.com', 'FAMILY', 'none']

  it.each(Object.entries(humanRhythms))('who types %s is never mistaken for a scanner', (_, gaps) => {
    let heard = 0
    for (let seed = 1; seed <= 1500; seed++) {
      const chance = seededChance(seed)
      const text = chance() < 0.5 ? randomCode(chance) : pick(words, chance)
      const verdicts = listen(pressesOf(text, gaps, chance, { end: pick(['Enter', 'Tab'] as const, chance) }))
      heard += verdicts.filter((verdict) => verdict.kind !== 'nothing').length
    }
    expect(heard).toBe(0)
  })

  it('who types the suffix of a scanner is not mistaken for a scanner', () => {
    const marks = { prefix: '', suffix: '#' }
    for (const gaps of Object.values(humanRhythms)) {
      for (let seed = 1; seed <= 300; seed++) {
        const verdicts = listen(pressesOf('pass1word#', gaps, seededChance(seed), { end: 'Enter' }), marks)
        expect(textsOf(verdicts), `seed ${seed}`).toEqual([])
      }
    }
  })

  it('who rolls over a row of keys is not mistaken for a scanner', () => {
    for (const text of ['1234567890', '0987654321', 'qwertyuiop', 'asdfghjkl'])
      for (const [pause, kind] of [
        [120, 'nothing'],
        [14, 'held'],
      ] as const) {
        const rolled = pressesOf(text, roll, Math.random)
        const end = { key: 'Enter', at: (rolled.at(-1)?.at ?? 0) + pause, ignored: false, intoText: true }
        expect(listen([...rolled, end]).at(-1), `${text}, ${pause} ms`).toEqual({ kind })
      }
  })

  it('who presses Enter after a few fast keys, or after a program has typed for them, is not held up', () => {
    expect(listen([stroke('1', 0), stroke('2', 15), stroke('0', 30), stroke('Enter', 45)]).at(-1)).toEqual({
      kind: 'nothing',
    })
    const filled = pressesOf('Paris', cable, Math.random)
    expect(listen([...filled, stroke('Enter', (filled.at(-1)?.at ?? 0) + 250)]).at(-1)).toEqual({ kind: 'nothing' })
  })

  it('who holds a key, composes characters or uses a command is not mistaken for a scanner', () => {
    const held = pressesOf('11111111', cable, Math.random, { end: 'Enter' })
    const [end] = held.splice(-1)
    const ignored = held.map(({ at }) => ({ key: '1', at, ignored: true, intoText: true }))
    expect(listen([...ignored, end as KeyPress]).every((verdict) => verdict.kind === 'nothing')).toBe(true)
  })

  it('can use Enter and Tab as usual, and a Backspace ends a code', () => {
    expect(listen([{ key: 'Enter', at: 1, ignored: false, intoText: false }])).toEqual([{ kind: 'nothing' }])
    const presses = pressesOf('001A794EB20F', cable, Math.random, { end: 'Enter' })
    presses.splice(6, 0, { key: 'Backspace', at: 1011, ignored: false, intoText: true })
    expect(textsOf(listen(presses))).toEqual([])
  })

  it('who pastes or clicks in between is not mistaken for a scanner', () => {
    const detector = createWedgeDetector(unmarked)
    const presses = pressesOf('001A794EB20F', cable, Math.random, { end: 'Enter' })
    const verdicts = presses.map((press, index) => {
      if (index === 6) detector.forget()
      return detector.press(press)
    })
    expect(textsOf(verdicts)).toEqual([])
  })
})

const oneAfterTheOther = (texts: readonly string[], pause: number): KeyPress[] => {
  let at = 1000
  return texts.flatMap((text) => {
    const presses = pressesOf(text, cable, Math.random, { at, end: 'Enter' })
    at = (presses.at(-1)?.at ?? at) + pause
    return presses
  })
}

describe('the codes of one label', () => {
  it('are all recognized if they come together, even a short one that would count as typing by itself', () => {
    const texts = ['001A794EB20F', 'MAG520', '4006381333931']
    expect(textsOf(listen(oneAfterTheOther(texts, 150)))).toEqual(texts)
    expect(textsOf(listen(oneAfterTheOther(texts, 900)))).toEqual(['001A794EB20F', '4006381333931'])
  })

  it.each([
    ['MAC:001A794EB20F;SN:052018P1234567;MODEL:MAG520'],
    ['(01)04006381333931(21)052018P1234567'],
    ['https://example.org/box?mac=001A794EB20F'],
    ['00Ö1AÖ79Ö4CÖ00Ö01'],
  ])('may be in one code: %s', (text) => {
    expect(textsOf(listen(pressesOf(text, cable, Math.random, { end: 'Enter' })))).toEqual([text])
  })

  it('are not recognized in slow typing that looks like a label', () => {
    expect(textsOf(listen(pressesOf('Model: MAG520', slow, Math.random, { end: 'Enter' })))).toEqual([])
  })

  it('are reported as not understood if they are longer than on any label', () => {
    const text = 'Жx'.repeat(250)
    const verdicts = listen(pressesOf(text, cable, Math.random, { end: 'Enter', intoText: false }))
    expect(verdicts.at(-1)).toEqual({ kind: 'unread', text, leaked: text.length })
  })
})

describe('a scanner whose keyboard layout was learnt', () => {
  const german: ScannerTraits = {
    prefix: '',
    suffix: '',
    end: 'Enter',
    shortestGap: 8,
    longestGap: 10,
    layouts: [{ computer: 'german', scanner: 'us' }],
  }
  const scanOf = (text: string, gap: number, traits = german) =>
    listen(
      pressesOf(text, () => gap, Math.random, { end: 'Enter' }),
      traits,
    ).flatMap((verdict) => (verdict.kind === 'scan' ? [verdict.scan] : []))

  it('has its codes read as they are meant, without losing the sent text', () => {
    expect(scanOf('00Ö1AÖ79Ö4CÖ00Ö01', 9)).toMatchObject([{ text: '00:1A:79:4C:00:01', sent: '00Ö1AÖ79Ö4CÖ00Ö01' }])
    expect(scanOf('STBY071543', 9)).toMatchObject([{ text: 'STBZ071543', sent: 'STBY071543' }])
    const french: ScannerTraits = { ...german, layouts: [{ computer: 'french', scanner: 'us' }] }
    expect(scanOf('STBèNàà\'é(&"', 9, french)).toMatchObject([{ text: 'STB7N0042513' }])
  })

  it('has its codes read as they are sent if nothing needs a correction', () => {
    for (const text of ['001A794EB20F', '00:1A:79:4C:00:01', '082021N071543']) {
      const [scan] = scanOf(text, 9)
      expect(scan?.text).toBe(text)
      expect(scan).not.toHaveProperty('sent')
    }
  })

  it('is not confused with a second scanner, whose codes are read as they are sent', () => {
    expect(scanOf('STBY071543', 1)).toMatchObject([{ text: 'STBY071543' }])
    expect(scanOf('00Ö1AÖ79Ö4CÖ00Ö01', 1)).toMatchObject([{ text: '00Ö1AÖ79Ö4CÖ00Ö01' }])
    const prefixed = { ...german, prefix: '~' }
    expect(scanOf('STBY071543', 9, prefixed)).toMatchObject([{ text: 'STBY071543' }])
    expect(scanOf('~STBY071543', 9, prefixed)).toMatchObject([{ text: 'STBZ071543', sent: 'STBY071543' }])
  })
})
