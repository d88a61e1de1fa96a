import { describe, expect, it } from 'vitest'
import { aimRegion } from '../../../../../../src/renderer/src/features/scan/camera/camera-dialog.tsx'
import { readingSize } from '../../../../../../src/renderer/src/features/scan/camera/read-code.ts'
import { cameraProblemOf } from '../../../../../../src/renderer/src/features/scan/camera/use-label-reading.ts'
describe('the aiming frame of the camera', () => {
  it('is in the middle of the picture and inside it', () => {
    expect(aimRegion(640, 480)).toEqual({ x: 51, y: 77, width: 538, height: 326 })
    expect(aimRegion(1, 1)).toEqual({ x: 0, y: 0, width: 1, height: 1 })
  })
})

describe('a picture with a label', () => {
  it('is read at its own size, or scaled down with the same proportions if it is huge', () => {
    expect(readingSize(1200, 800)).toEqual({ width: 1200, height: 800 })
    expect(readingSize(12_000, 4000)).toEqual({ width: 3000, height: 1000 })
    expect(readingSize(90_000, 2)).toEqual({ width: 3000, height: 1 })
  })
})

const named = (name: string) => cameraProblemOf(new DOMException('', name))

describe('a camera that does not open', () => {
  it('is reported as not allowed, in use, or missing', () => {
    expect(named('NotAllowedError')).toBe('denied')
    expect(named('NotReadableError')).toBe('busy')
    expect(named('NotFoundError')).toBe('none')
    expect(named('OverconstrainedError')).toBe('none')
    // An untrusted page has no camera interface at all.
    expect(cameraProblemOf(new TypeError('undefined'))).toBe('none')
  })
})
