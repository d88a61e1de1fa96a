import { describe, expect, it } from 'vitest'
import { aimRegion, readingSize } from '../../../../../../src/renderer/src/features/scan/camera/aim-region.ts'
import { cameraProblemOf } from '../../../../../../src/renderer/src/features/scan/camera/use-camera.ts'
describe('the frame to aim at', () => {
  it('stands in the middle of the picture and inside it', () => {
    expect(aimRegion(640, 480)).toEqual({ x: 51, y: 77, width: 538, height: 326 })
    expect(aimRegion(1, 1)).toEqual({ x: 0, y: 0, width: 1, height: 1 })
  })
})

describe('a picture', () => {
  it('is read as it is, or smaller where it is huge, in its own shape', () => {
    expect(readingSize(1200, 800)).toEqual({ width: 1200, height: 800 })
    expect(readingSize(12_000, 4000)).toEqual({ width: 3000, height: 1000 })
    expect(readingSize(90_000, 2)).toEqual({ width: 3000, height: 1 })
  })
})

const named = (name: string) => cameraProblemOf(new DOMException('', name))

describe('a camera that does not open', () => {
  it('was not allowed, is taken, or is not there', () => {
    expect(named('NotAllowedError')).toBe('denied')
    expect(named('NotReadableError')).toBe('busy')
    expect(named('NotFoundError')).toBe('none')
    expect(named('OverconstrainedError')).toBe('none')
    // A page that is not trusted has no cameras to ask for at all.
    expect(cameraProblemOf(new TypeError('undefined'))).toBe('none')
  })
})
