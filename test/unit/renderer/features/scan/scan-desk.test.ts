import { describe, expect, it } from 'vitest'
import { createScanDesk } from '../../../../../src/renderer/src/features/scan/scan-desk.ts'
import type { Scan, ScanHearer } from '../../../../../src/renderer/src/features/scan/scan-evidence.ts'

const scan: Scan = { text: '001A794EB20F', raw: '001A794EB20F', by: 'rhythm', at: 1 }

function hearer(): ScanHearer & { readonly heard: string[] } {
  const heard: string[] = []
  return { heard, scanned: ({ text }) => heard.push(text), unread: (text) => heard.push(`unread ${text}`) }
}

describe('the desk that scans arrive at', () => {
  it('gives each scan to one hearer: the screen before the frame, though the frame came last', () => {
    const desk = createScanDesk()
    const [screen, frame] = [hearer(), hearer()]
    desk.hear(screen, 'screen')
    desk.hear(frame, 'frame')
    desk.scanned(scan)
    desk.unread('https://box.example')
    expect(screen.heard).toEqual(['001A794EB20F', 'unread https://box.example'])
    expect(frame.heard).toEqual([])
  })

  it('gives it to the screen that came last, and to the frame once no screen listens', () => {
    const desk = createScanDesk()
    const [first, second, frame] = [hearer(), hearer(), hearer()]
    desk.hear(frame, 'frame')
    const endFirst = desk.hear(first, 'screen')
    const endSecond = desk.hear(second, 'screen')
    desk.scanned(scan)
    endSecond()
    desk.scanned(scan)
    endFirst()
    desk.scanned(scan)
    expect([first.heard.length, second.heard.length, frame.heard.length]).toEqual([1, 1, 1])
  })

  it('knows when nobody listens any more, and drops what comes then', () => {
    const desk = createScanDesk()
    const end = desk.hear(hearer(), 'screen')
    expect(desk.isHeard()).toBe(true)
    end()
    expect(desk.isHeard()).toBe(false)
    expect(() => {
      desk.scanned(scan)
    }).not.toThrow()
  })
})
