import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ScannerTraits } from '../../../../../../src/renderer/src/features/scan/wedge/scan-evidence.ts'
import { hearScans, retune, type Listening } from '../../../../../../src/renderer/src/features/scan/wedge/scan-watch.ts'

class FakeElement {
  readonly isContentEditable = false
}

function openPage() {
  const window = new EventTarget()
  const document = { defaultView: window, activeElement: null } as unknown as Document
  const type = (keys: readonly string[], gap: number, at: number): readonly Event[] =>
    keys.map((key, index) => {
      const event = Object.assign(new Event('keydown', { cancelable: true }), { key, getModifierState: () => false })
      Object.defineProperty(event, 'timeStamp', { value: at + index * gap })
      window.dispatchEvent(event)
      return event
    })
  return { document, type }
}

function ears(traits: ScannerTraits) {
  const heard: string[] = []
  const listener: Listening['listener'] = { scanned: ({ text }) => heard.push(text), unread: () => undefined }
  const listening = { listener, traits }
  return { heard, listening, listen: () => listening }
}

beforeEach(() => {
  for (const name of ['HTMLElement', 'HTMLInputElement', 'HTMLTextAreaElement']) vi.stubGlobal(name, FakeElement)
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a code goes completely to the next screen if the screen changes during the scan', () => {
  const { document, type } = openPage()
  const [first, second] = [ears({ prefix: '', suffix: '' }), ears({ prefix: '', suffix: '' })]
  const endFirst = hearScans(document, first.listen, 'screen')
  type(Array.from('001A79'), 3, 1000)
  const endSecond = hearScans(document, second.listen, 'screen')
  endFirst()
  type([...Array.from('4EB20F'), 'Enter'], 3, 1018)
  endSecond()
  expect([first.heard, second.heard]).toEqual([[], ['001A794EB20F']])
})

test('the scan watch uses the scanner settings of the open screen, or those of the frame if no screen is open', () => {
  const { document, type } = openPage()
  const frame = ears({ prefix: '', suffix: '' })
  const slow = { prefix: '~', suffix: '' }
  const endFrame = hearScans(document, frame.listen, 'frame')
  const screen = ears(slow)
  const endScreen = hearScans(document, screen.listen, 'screen')
  type([...Array.from('~001A794EB20F'), 'Enter'], 70, 1000)
  expect(screen.heard).toEqual(['001A794EB20F'])
  Object.assign(screen.listening, { traits: { prefix: '*', suffix: '' } })
  retune(document)
  type([...Array.from('*001A794EB210'), 'Enter'], 70, 5000)
  endScreen()
  type([...Array.from('*001A794EB211'), 'Enter'], 70, 9000)
  type([...Array.from('001A794EB212'), 'Enter'], 3, 15_000)
  endFrame()
  type([...Array.from('001A794EB213'), 'Enter'], 3, 19_000)
  expect(screen.heard).toEqual(['001A794EB20F', '001A794EB210'])
  expect(frame.heard).toEqual(['001A794EB212'])
})

test('a screen that handles keys itself gets them, and they are not reported as a scan', () => {
  const { document, type } = openPage()
  const { heard, listening } = ears({ prefix: '', suffix: '' })
  const keys: string[] = []
  const press: Listening['listener']['press'] = ({ key }) => {
    keys.push(key)
    return key === 'Enter' ? 'swallow' : 'keep'
  }
  const end = hearScans(document, () => ({ ...listening, listener: { ...listening.listener, press } }), 'screen')
  const events = type([...Array.from('001A794EB20F'), 'Enter'], 3, 1000)
  end()
  expect(heard).toEqual([])
  expect(keys.join('')).toBe('001A794EB20FEnter')
  expect(events.map(({ defaultPrevented }) => defaultPrevented)).toEqual([
    ...Array.from({ length: 12 }, () => false),
    true,
  ])
})
