import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { boxOfCodes, namesBox } from '../../../../../../src/renderer/src/features/scan/box-text.ts'
import { createLabelGatherer } from '../../../../../../src/renderer/src/features/scan/wedge/scan-watch.ts'
const nothing = { patterns: [], habits: [] }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const textOf = (codes: readonly { readonly text: string }[]): string => codes.map(({ text }) => text).join(' ')

function setUp() {
  const heard: string[] = []
  const gathered: string[] = []
  const gatherer = createLabelGatherer(
    {
      heard: (codes) => heard.push(textOf(codes)),
      gathered: (codes) => gathered.push(textOf(codes)),
    },
    () => Date.now(),
  )
  return { gatherer, heard, gathered }
}

describe('codes that are scanned shortly after each other', () => {
  it('form one label: each code is reported at once, and all codes together after a pause', () => {
    const { gatherer, heard, gathered } = setUp()
    gatherer.add({ text: 'A' })
    expect(heard).toEqual(['A'])
    vi.advanceTimersByTime(290)
    gatherer.add({ text: 'B' })
    gatherer.add({ text: 'A' })
    vi.advanceTimersByTime(299)
    expect(gathered).toEqual([])
    vi.advanceTimersByTime(1)
    expect(gathered).toEqual(['A B'])
    gatherer.add({ text: 'C' })
    expect(heard.at(-1)).toBe('C')
  })

  it('wait for a code that a scanner is still sending, but not for long typing by a person', () => {
    const { gatherer, gathered } = setUp()
    gatherer.add({ text: 'A' })
    for (let key = 0; key < 4; key += 1) {
      vi.advanceTimersByTime(200)
      gatherer.wait()
    }
    expect(gathered).toEqual([])
    for (let key = 0; key < 4; key += 1) {
      vi.advanceTimersByTime(200)
      gatherer.wait()
    }
    expect(gathered).toEqual(['A'])
  })

  it.each([
    ['a fast scanner', 15, undefined],
    ['a learnt slow scanner', 90, 90],
  ])(
    'wait for the end of a long code from %s, so that nothing uses the field that its first keys reached',
    (...given) => {
      const [, gap, longestGap] = given
      const { gatherer, gathered } = setUp()
      gatherer.add({ text: 'A' })
      for (let key = 0; key < 100; key += 1) {
        vi.advanceTimersByTime(gap)
        gatherer.wait(longestGap)
      }
      expect(gathered).toEqual([])
      gatherer.note({ text: 'https://box.example' })
      vi.advanceTimersByTime(300)
      expect(gathered).toEqual(['A https://box.example'])
    },
  )

  it('form no label if none of the codes is understood', () => {
    const { gatherer, heard, gathered } = setUp()
    gatherer.note({ text: '?' })
    vi.advanceTimersByTime(300)
    expect([heard, gathered]).toEqual([[], []])
    gatherer.note({ text: '?' })
    gatherer.add({ text: 'A' })
    vi.advanceTimersByTime(300)
    expect(gathered).toEqual(['? A'])
  })

  it('are dropped when no screen listens any more', () => {
    const { gatherer, gathered } = setUp()
    gatherer.add({ text: 'A' })
    gatherer.stop()
    vi.advanceTimersByTime(1000)
    expect(gathered).toEqual([])
  })
})

describe('the box of a label', () => {
  it('is its MAC address, together with the model', () => {
    const codes = ['4006381333931', '052018P1234567', 'MODEL: MAG520', '001A79AABBCC'].map((text) => ({ text }))
    expect(boxOfCodes(codes, nothing)).toMatchObject({ raw: '001A79AABBCC', asSerial: false, model: 'MAG520' })
  })

  it('is the serial number that a code with several values declares, even if the number looks like an address', () => {
    expect(boxOfCodes([{ text: 'SN:001A79AABBCC;MODEL:MAG520' }], nothing)).toMatchObject({
      raw: '001A79AABBCC',
      asSerial: true,
      model: 'MAG520',
    })
  })

  it('is the unchanged text if no code names a box', () => {
    const box = boxOfCodes([{ text: '4006381333931' }], nothing)
    expect(box).toMatchObject({ raw: '4006381333931', asSerial: false, model: '' })
    expect(namesBox(box)).toBe(false)
  })

  it('is the one code that can be corrected if no code names a box', () => {
    const codes = ['https://box.example/start', '001A79AABBCO'].map((text) => ({ text }))
    expect(boxOfCodes(codes, nothing).raw).toBe('001A79AABBCO')
  })
})
