import { describe, expect, it } from 'vitest'
import {
  readCode,
  withoutFragments,
  type ReadCode,
} from '../../../../../../src/renderer/src/features/scan/camera/read-code.ts'
import {
  gatherCodes,
  isGathered,
  nothingGathered,
} from '../../../../../../src/renderer/src/features/scan/camera/use-label-reading.ts'

const mac = readCode('Code128', '001A794C0001')
const serial = readCode('Code128', 'STB7N0042913')
const ean = readCode('EAN13', '4006381333931')
const none = { patterns: [], habits: [] }

const gather = (...frames: readonly (readonly [at: number, codes: readonly ReadCode[]])[]) =>
  frames.reduce((gathering, [at, codes]) => gatherCodes(gathering, codes, at, none), nothingGathered)

describe('the codes of a label before the camera', () => {
  it('are collected from several frames, each once', () => {
    const { label } = gather([0, [ean]], [50, [mac, ean]], [100, [serial, mac]])
    expect(label.parts.map(({ role, text }) => [role, text])).toEqual([
      ['ean', '4006381333931'],
      ['mac', '001A794C0001'],
      ['serial', 'STB7N0042913'],
    ])
  })

  it('are complete a short time after a MAC address, and later after a serial number', () => {
    const withMac = gather([1000, [mac]])
    expect([isGathered(withMac, 1200), isGathered(withMac, 1300)]).toEqual([false, true])
    const withSerial = gather([1000, [serial]])
    expect([isGathered(withSerial, 1300), isGathered(withSerial, 2000)]).toEqual([false, true])
  })

  it('are never complete without a box', () => {
    expect(isGathered(gather([0, [ean]], [50, []]), 100_000)).toBe(false)
  })

  it('count only if they are read in two frames, unless they have a check digit', () => {
    const weak = readCode('Code39', 'STB7N0042913')
    expect(gather([0, [weak, weak]]).label.identifier).toBeUndefined()
    expect(gather([0, [weak]], [40, [weak]]).label.identifier).toEqual({ kind: 'serial', value: 'STB7N0042913' })
  })

  it('do not include a code without a check digit that is part of a longer code', () => {
    const [whole, piece] = [readCode('ITF', '325381053479'), readCode('ITF', '81053479')]
    const [long, short] = [readCode('Code128', 'STB7N0042913'), readCode('Code128', '0042913')]
    expect(withoutFragments([piece, whole, long, short])).toEqual([whole, long, short])
    const { label } = gather([0, [piece, whole]], [40, [piece, whole]])
    expect(label.parts.map(({ text }) => text)).toEqual(['325381053479'])
  })

  it('count as the same code only if both text and kind are equal', () => {
    const once = readCode('ITF', '12345678')
    const other = readCode('Code39', '12345678')
    expect(gather([0, [once]], [40, [other]]).label.parts).toEqual([])
  })
})
