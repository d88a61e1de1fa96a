import { describe, expect, it } from 'vitest'
import {
  addLines,
  countScanBatch,
  judgeScanBatch,
  makeListedSet,
  splitLines,
  type JudgedLine,
} from '../../../../../src/renderer/src/features/hostnames/use-scan-batch.ts'
import { mostAtOnce } from '../../../../../src/shared/bridge/hostname-channels.ts'
import { makeListedBox } from '../../../../fakes/hostnames.ts'

const verdictsOf = (judged: readonly JudgedLine[]) => judged.map(({ verdict }) => verdict)
const scanBatchOf = (...texts: readonly string[]) => addLines([], texts).scanBatch
const nothing = { listed: undefined, inWork: new Map<string, string>() }

describe('a scan batch', () => {
  it('marks each line as new, listed, in work, repeated or not understood', () => {
    const lines = scanBatchOf(
      '00:1a:79:00:00:01',
      '001A79000002',
      '00-1A-79-00-00-01',
      'MAC: 001A79000003',
      'no box!',
      'SN-77',
    )
    const ground = {
      listed: makeListedSet([makeListedBox(1)]),
      inWork: new Map([['mac:001A79000003', 'job-3']]),
    }
    const judged = judgeScanBatch(lines, ground)

    expect(judged.map(({ verdict }) => verdict)).toEqual([
      'listed',
      'new',
      'repeated',
      'in-work',
      'not-understood',
      'new',
    ])
    expect(judged[3]?.jobId).toBe('job-3')
    expect(countScanBatch(judged)).toEqual({
      boxes: 4,
      listed: 1,
      inWork: 1,
      lacking: 2,
      repeated: 1,
      notUnderstood: 1,
    })
  })

  it('refuses an almost valid MAC address, unless it is marked or known as a serial number', () => {
    const lines = scanBatchOf('001A7920ZZ11', 'SN 001A7920ZZ11')
    const patterns = [{ model: 'MAG520', pattern: '###@####@@##' }]
    expect(verdictsOf(judgeScanBatch(lines, nothing))).toEqual(['not-understood', 'uncompared'])
    expect(verdictsOf(judgeScanBatch(lines, { ...nothing, patterns }))).toEqual(['uncompared', 'repeated'])
  })

  it('compares nothing with a hostname whose list is unknown', () => {
    const judged = judgeScanBatch(scanBatchOf('001A79000001'), nothing)
    expect(judged[0]?.verdict).toBe('uncompared')
    expect(countScanBatch(judged)).toMatchObject({ boxes: 1, listed: 0, lacking: 1 })
  })

  it('finds a box that the platform lists in its own notation, and no other box', () => {
    const listed = makeListedSet([makeListedBox(9), { text: 'mac 00.1a.79.00.00.07' }, { text: 'Sn-0042' }])
    const lines = scanBatchOf('00-1A-79-00-00-07', '001A79000008', '001a79000009', 'sN-0042', 'SN-0043')
    expect(verdictsOf(judgeScanBatch(lines, { ...nothing, listed }))).toEqual([
      'listed',
      'new',
      'listed',
      'listed',
      'new',
    ])
  })

  it('finds a box under each of its identifiers', () => {
    const listed = makeListedSet([{ ...makeListedBox(9), also: [{ kind: 'serial', value: 'SN-0042' }] }])
    expect(verdictsOf(judgeScanBatch(scanBatchOf('SN-0042', 'SN-0043'), { ...nothing, listed }))).toEqual([
      'listed',
      'new',
    ])
  })

  it('has a limited number of lines, and returns those that did not fit', () => {
    const texts = Array.from({ length: mostAtOnce + 2 }, (_, index) => `line ${String(index)}`)
    const { scanBatch, left } = addLines(scanBatchOf('first'), texts)
    expect(scanBatch).toHaveLength(mostAtOnce)
    expect(left).toEqual(texts.slice(-3))
  })

  it('never gives the same id to two lines, even after some were removed', () => {
    const lines = scanBatchOf('a', 'b', 'c').filter(({ raw }) => raw !== 'b')
    const ids = addLines(lines, ['d', 'e']).scanBatch.map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
  })
})

describe('a pasted text', () => {
  it('is split at line ends, commas, semicolons and tabs, but not at spaces', () => {
    expect(splitLines('00 1A 79 00 00 01\r\n001A79000002, 001A79000003;\t001A79000004\n\n')).toEqual([
      '00 1A 79 00 00 01',
      '001A79000002',
      '001A79000003',
      '001A79000004',
    ])
  })
})
