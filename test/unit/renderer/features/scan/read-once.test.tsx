import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createLineBoxes } from '../../../../../src/renderer/src/features/bulk/panels/source-panel.tsx'
import {
  readScanBatchScan,
  ScanBatchAnswer,
  scanBatchBox,
} from '../../../../../src/renderer/src/features/scan/scan-batch-answer.tsx'
import { readDeviceIdentifier } from '../../../../../src/shared/domain/device-identifier.ts'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'

vi.mock(import('../../../../../src/shared/domain/device-identifier.ts'), async (load) => {
  const real = await load()
  return { ...real, readDeviceIdentifier: vi.fn<typeof readDeviceIdentifier>(real.readDeviceIdentifier) }
})

const countReadings = (text: string): number =>
  vi.mocked(readDeviceIdentifier).mock.calls.filter(([read]) => read === text).length
const nothing = (): void => undefined

describe('a scan for a batch', () => {
  beforeEach(() => {
    vi.mocked(readDeviceIdentifier).mockClear()
  })

  it('is parsed only once for the batch and for the answer on screen', () => {
    const scan = readScanBatchScan({ raw: '001A79000001', asSerial: false })
    expect(scanBatchBox(scan)?.identifier.value).toBe('001A79000001')
    const scans = { others: [], noteSaved: nothing, put: nothing, takeOthers: nothing, leaveOthers: nothing }
    const words = renderWithServices(<ScanBatchAnswer scans={{ ...scans, word: { kind: 'new', ...scan } }} />)
    expect(words).toContain('New: 00:1A:79:00:00:01')
    expect(countReadings('001A79000001')).toBe(1)
  })

  it('is compared with lines that are parsed only once, however many scans follow', () => {
    const boxes = createLineBoxes()
    const [one, other] = ['001A79000001', '001A79000002'].map((value) => ({ kind: 'mac' as const, value }))
    if (one === undefined || other === undefined) throw new Error('no boxes')
    const lines = ['00:1a:79:00:00:01', 'no box at all']
    expect([boxes.has(lines, one), boxes.has(lines, other), boxes.isBox('no box at all')]).toEqual([true, false, false])
    expect(lines.map(countReadings)).toEqual([1, 1])
  })

  it('is not parsed again as a line of the batch', () => {
    const boxes = createLineBoxes()
    const scan = scanBatchBox(readScanBatchScan({ raw: '001A79000003', asSerial: false }))
    if (scan === undefined) throw new Error('no box')
    boxes.know(scan.line, scan.identifier)
    expect(boxes.has([scan.line], scan.identifier)).toBe(true)
    expect(countReadings('001A79000003')).toBe(1)
  })
})
