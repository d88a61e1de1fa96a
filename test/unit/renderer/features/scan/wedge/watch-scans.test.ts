import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sortLabel } from '../../../../../../src/shared/domain/label/sort-label.ts'
import {
  FakeElement,
  FakeInput,
  FakeTextArea,
  openKeyPage,
  stubElements,
  type Key,
} from '../../../../../fakes/key-page.ts'

beforeEach(stubElements)
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a scan in the document', () => {
  it('is recognized wherever the focus is, and its Enter presses no button', () => {
    const { scan, scans } = openKeyPage()
    const events = scan('001A794EB20F')
    expect(scans.map(({ text }) => text)).toEqual(['001A794EB20F'])
    expect(events.at(-1)?.defaultPrevented).toBe(true)
  })

  it('chooses nothing in a closed list with its first character, but the arrow keys, the blank and commands reach the list', () => {
    const { page, press, scan, scans } = openKeyPage()
    page.activeElement = new FakeElement('[aria-haspopup="listbox"]')
    expect(scan('S4820198347')[0]?.cancelBubble).toBe(true)
    const keys = ['ArrowDown', ' ', 'Escape'].map((key, index) => press({ key, at: 5000 + index * 1000 }))
    keys.push(press({ key: 'k', ctrlKey: true, at: 9000 }))
    expect(keys.map(({ cancelBubble }) => cancelBubble)).toEqual([false, false, false, false])
    page.activeElement = new FakeElement()
    expect([scan('S4820198347', 20_000)[0]?.cancelBubble, scans.length]).toEqual([false, 2])
  })

  it.each(['text', 'email'])('leaves a field of the type %s unchanged, and the field gets an input event', (type) => {
    const { page, scan, scans } = openKeyPage()
    const field = new FakeInput(page, '14 Rue', type)
    const heard: string[] = []
    field.addEventListener('input', () => heard.push(field.value))
    page.activeElement = field
    scan('001A794EB20F')
    expect(scans).toHaveLength(1)
    expect(field.value).toBe('14 Rue')
    expect(heard).toEqual(['14 Rue'])
    expect(field.selectionStart).toBe(type === 'email' ? null : 6)
  })

  it('leaves every field unchanged if the focus moves during the scan', () => {
    const { page, press } = openKeyPage()
    const [first, second] = [new FakeInput(page, 'a'), new FakeInput(page, 'b')]
    Array.from('001A794EB20F').forEach((key, index) => {
      page.activeElement = index < 5 ? first : second
      press({ key, at: 1000 + index * 3 })
    })
    press({ key: 'Enter', at: 1037 })
    expect([first.value, second.value]).toEqual(['a', 'b'])
  })

  it('removes only its own characters', () => {
    const { page, press, scan } = openKeyPage()
    const field = new FakeInput(page, '')
    page.activeElement = field
    Array.from('Lil').forEach((key, index) => press({ key, at: 100 + index * 150 }))
    scan('001A794EB20F')
    expect(field.value).toBe('Lil')
  })

  it('is reported once if the label is read twice, and leaves no characters either time', () => {
    const { page, scan, scans } = openKeyPage()
    const field = new FakeInput(page, '')
    page.activeElement = field
    scan('001A794EB20F', 1000)
    scan('001A794EB20F', 1150)
    expect(scans).toHaveLength(1)
    expect(field.value).toBe('')
  })

  it('is recognized after a pause if it has no Enter', () => {
    vi.useFakeTimers()
    const { press, scans } = openKeyPage()
    const begun = performance.now() - 40
    Array.from('001A794EB20F').forEach((key, index) => press({ key, at: begun + index * 3 }))
    expect(scans).toHaveLength(0)
    vi.advanceTimersByTime(300)
    expect(scans.map(({ text }) => text)).toEqual(['001A794EB20F'])
  })

  it('is reported if it names no box and no text field has the focus', () => {
    const { scan, unread } = openKeyPage()
    scan('https://box.example/start')
    expect(unread).toEqual(['https://box.example/start'])
  })

  it.each([
    ['a suffix', { prefix: '', suffix: '#' }, 'https://box.example/start#', 3],
    ['a prefix, from a slow scanner', { prefix: '~', suffix: '' }, '~not a box', 35],
  ])('is taken out of a text field and reported if it names no box but is marked by %s', (_, marks, sent, gap) => {
    const { page, press, unread } = openKeyPage({ ...marks, shortestGap: gap, longestGap: gap, longestHold: null })
    const field = new FakeInput(page, '14 Rue')
    page.activeElement = field
    const events = pressAll(press, [...Array.from(sent), 'Enter'], gap)
    expect(field.value).toBe('14 Rue')
    expect(unread).toEqual([sent.replace(/[~#]/, '')])
    expect(events.at(-1)?.defaultPrevented).toBe(true)
  })

  it('is taken out of a text field without an Enter, too, but only after a pause, because it may go on after its suffix', () => {
    vi.useFakeTimers()
    const { page, press, unread } = openKeyPage({ prefix: '', suffix: '-' })
    const field = new FakeInput(page, '')
    page.activeElement = field
    Array.from('no box at all-').forEach((key, index) => press({ key, at: performance.now() - 60 + index * 3 }))
    expect(field.value).toBe('no box at all-')
    vi.advanceTimersByTime(300)
    expect([field.value, unread]).toEqual(['', ['no box at all']])
  })

  it('stays in a text field if only its pace suggests a scanner, because a program may have typed it for the user', () => {
    const { page, scan, unread } = openKeyPage()
    const field = new FakeInput(page, '')
    page.activeElement = field
    scan('amelie@example.com')
    expect([field.value, unread]).toEqual(['amelie@example.com', []])
  })

  it.each([
    ['text', true],
    ['password', false],
    ['search', false],
  ])('of a short code stays in a field of the type %s, and its Enter has no effect: %s', (type, isHeld) => {
    const { page, scan, held } = openKeyPage()
    const field = new FakeInput(page, '', type)
    page.activeElement = field
    const events = scan('MAG322')
    expect([field.value, held.length]).toEqual(['MAG322', isHeld ? 1 : 0])
    expect(events.map(({ defaultPrevented }) => defaultPrevented)).toEqual([...Array(6).fill(false), isHeld])
  })

  it.each([
    ['Summer2026kiosk', 'Summer2026kiosk', []],
    ['001A794EB20F', '', ['001A794EB20F']],
    [']C0082021N071543', '', ['082021N071543']],
  ])('in a field for passwords counts only if it can be no password: %s', (text, value, heard) => {
    const { page, scan, scans, unread } = openKeyPage()
    const field = new FakeInput(page, '', 'password')
    page.activeElement = field
    const events = scan(text)
    expect([field.value, scans.map((one) => one.text), unread]).toEqual([value, heard, []])
    expect(events.at(-1)?.defaultPrevented).toBe(heard.length > 0)
  })

  it('never stays in the field for a PIN, where its Enter would count as a wrong PIN', () => {
    const { page, scan, scans } = openKeyPage()
    const field = new FakeInput(page, '', 'password', 'numeric')
    page.activeElement = field
    const events = scan('2071552830')
    expect([field.value, scans.map((one) => one.text)]).toEqual(['', ['2071552830']])
    expect(events.at(-1)?.defaultPrevented).toBe(true)
  })

  it('of a short code in a text area keeps its Enter, which is text there', () => {
    const { page, scan, held } = openKeyPage()
    page.activeElement = Object.assign(new FakeTextArea(), { readOnly: false, disabled: false })
    expect([scan('MAG322').at(-1)?.defaultPrevented, held.length]).toEqual([false, 0])
  })

  it.each([
    [8, ['001A794EB20F']],
    [70, []],
  ])('from a scanner as slow as typing is recognized only by short key presses (%i ms)', (hold, heard) => {
    const { press, release, scans } = openKeyPage({
      prefix: '',
      suffix: '',
      end: 'Enter',
      shortestGap: 90,
      longestGap: 110,
      longestHold: 9,
    })
    for (const [index, key] of [...Array.from('001A794EB20F'), 'Enter'].entries()) {
      press({ key, code: `Key${key}`, at: 1000 + index * 100 })
      release({ key, code: `Key${key}`, at: 1000 + index * 100 + hold })
    }
    expect(scans.map(({ text }) => text)).toEqual(heard)
  })

  it('is recognized even if it is typed with AltGr', () => {
    const { press, scans } = openKeyPage()
    Array.from('00:1A:79:4E:B2:0F').forEach((key, index) =>
      press({ key, at: 1000 + index * 3, altGraph: key === ':', ctrlKey: key === ':' }),
    )
    press({ key: 'Enter', at: 1060 })
    expect(scans).toHaveLength(1)
  })
})

/** Presses the keys one by one, `gap` milliseconds apart. `Ctrl+]` is one of them. */
const pressAll = (press: (key: Key) => Event, keys: readonly string[], gap: number): readonly Event[] =>
  keys.map((key, index) =>
    press(key === 'Ctrl+]' ? { key: ']', ctrlKey: true, at: 1000 + index * gap } : { key, at: 1000 + index * gap }),
  )

const coded = (part: string): Omit<Key, 'at'>[] => Array.from(part, (key) => ({ key, code: `Key${key}` }))

describe('a code in GS1 syntax', () => {
  const parted = [...Array.from('010400638133393121052018P1234567'), 'Ctrl+]', ...Array.from('240MAG520'), 'Enter']

  it('is recognized completely with its separators, which a scanner sends as Ctrl and the bracket', () => {
    const { page, press, scans } = openKeyPage()
    const field = new FakeInput(page, '14 Rue')
    page.activeElement = field
    pressAll(press, parted, 3)
    expect(scans.map(({ text }) => text)).toEqual(['010400638133393121052018P1234567\u001D240MAG520'])
    expect(field.value).toBe('14 Rue')
    const { parts } = sortLabel(scans, { patterns: [], habits: [] })
    expect(parts.map(({ role, text }) => [role, text])).toEqual([
      ['ean', '04006381333931'],
      ['serial', '052018P1234567'],
      ['model', 'MAG520'],
    ])
  })

  /** A scanner with US layout on a computer with German layout: the bracket key types a plus, and with Ctrl it zooms. */
  const germanBracket = { key: '+', code: 'BracketRight', ctrlKey: true }
  const text = '21052018P1234567'

  /** The serial number, the separator keys, and the model, `gap` milliseconds from key to key. */
  const sendParted = (press: (key: Key) => Event, separator: readonly Omit<Key, 'at'>[], gap: number) => {
    const keys = [
      ...Array.from(text, (key) => ({ key })),
      ...separator,
      ...Array.from('240MAG520', (key) => ({ key })),
      { key: 'Enter' },
    ]
    return keys.map((key, index) => press({ ...key, at: 1000 + index * gap }))
  }

  it.each([2, 16, 25])(
    'is recognized completely on another keyboard layout, without zooming, at %i ms per key',
    (gap) => {
      const { press, scans } = openKeyPage()
      const events = sendParted(press, [{ key: 'Control', ctrlKey: true }, germanBracket], gap)
      expect(scans.map(({ text: heard }) => heard)).toEqual([`${text}\u001D240MAG520`])
      expect(events[text.length + 1]?.defaultPrevented).toBe(true)
    },
  )

  it.each([['029'], ['0029']])(
    'is recognized completely from a scanner that types %s on the keypad with Alt',
    (digits) => {
      const { page, press, scans } = openKeyPage()
      const field = new FakeInput(page, '14 Rue')
      page.activeElement = field
      const keypad = Array.from(digits, (digit) => ({ key: digit, code: `Numpad${digit}`, altKey: true }))
      sendParted(press, [{ key: 'Alt', altKey: true }, ...keypad], 3)
      expect(scans.map(({ text: heard }) => heard)).toEqual([`${text}\u001D240MAG520`])
      expect(field.value).toBe('14 Rue')
    },
  )

  it.each([
    [8, `${text}\u001D240MAG520`, true],
    [70, undefined, false],
  ])('is recognized from a slow scanner only if it releases its keys at once (%i ms)', (hold, heard, isSwallowed) => {
    const { press, release, scans } = openKeyPage({
      prefix: '',
      suffix: '',
      end: 'Enter',
      shortestGap: 90,
      longestGap: 110,
      longestHold: 9,
    })
    const stroke = (key: Omit<Key, 'at'>, at: number): Event => {
      const event = press({ ...key, at })
      release({ ...key, at: at + hold })
      return event
    }
    const keys = [...coded(text), germanBracket, ...coded('240MAG520'), { key: 'Enter', code: 'Enter' }]
    const events = keys.map((key, index) => stroke(key, 1000 + index * 100))
    expect(scans[0]?.text).toBe(heard)
    expect(events[text.length]?.defaultPrevented).toBe(isSwallowed)
  })

  it('does not prevent zooming by a person who types fast or has just scanned', () => {
    const { page, press, scan, scans } = openKeyPage()
    page.activeElement = new FakeInput(page, '')
    const typed = sendParted(press, [{ key: 'Control', ctrlKey: true }, germanBracket], 75)
    expect(typed.every((event) => !event.defaultPrevented)).toBe(true)
    expect(scans).toEqual([])
    scan('001A794EB20F', 5000)
    for (const at of [5300, 5340, 5380, 5420, 5460])
      expect(press({ ...germanBracket, at }).defaultPrevented).toBe(false)
    const held = { ...germanBracket, repeat: true }
    for (const at of [5461, 5462, 5463, 5464]) expect(press({ ...held, at }).defaultPrevented).toBe(false)
  })

  it('is not recognized in Ctrl and the bracket pressed by a person', () => {
    const { page, press, scans, unread } = openKeyPage()
    const field = new FakeInput(page, '')
    page.activeElement = field
    const events = pressAll(press, ['L', 'i', 'Ctrl+]', 'l', 'a', 's', 'Enter'], 140)
    expect(events.every((event) => !event.defaultPrevented)).toBe(true)
    expect(field.value).toBe('Lilas')
    expect([scans, unread]).toEqual([[], []])
  })

  it('is interrupted by any other key with Ctrl', () => {
    const { press, scans } = openKeyPage()
    Array.from('001A794EB20F').forEach((key, index) => {
      if (index === 6) press({ key: 'c', ctrlKey: true, at: 1000 + index * 3 })
      press({ key, at: 1000 + index * 3 })
    })
    press({ key: 'Enter', at: 1037 })
    expect(scans).toEqual([])
  })
})

describe('the input of a person', () => {
  it('reaches the page unchanged', () => {
    const { page, press, scans } = openKeyPage()
    const field = new FakeInput(page, '')
    page.activeElement = field
    const events = [...Array.from('Lilas'), 'Enter'].map((key, index) => press({ key, at: 1000 + index * 140 }))
    expect(events.every((event) => !event.defaultPrevented)).toBe(true)
    expect(field.value).toBe('Lilas')
    expect(scans).toEqual([])
  })

  it('with the mouse or by pasting makes the preceding characters count as typing', () => {
    for (const name of ['paste', 'pointerdown', 'compositionstart']) {
      const { window, press, scans } = openKeyPage()
      Array.from('001A794EB20F').forEach((key, index) => {
        if (index === 6) window.dispatchEvent(new Event(name))
        press({ key, at: 1000 + index * 3 })
      })
      press({ key: 'Enter', at: 1037 })
      expect(scans, name).toEqual([])
    }
  })

  it('is not intercepted after the watch has ended', () => {
    const { scan, scans, end } = openKeyPage()
    end()
    const events = scan('001A794EB20F')
    expect(scans).toEqual([])
    expect(events.at(-1)?.defaultPrevented).toBe(false)
  })
})
