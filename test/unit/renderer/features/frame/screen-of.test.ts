import { describe, expect, it } from 'vitest'
import { parentOf, screenOf } from '../../../../../src/renderer/src/features/frame/screen-of.ts'

describe('a path', () => {
  it.each([
    ['/', 'home'],
    ['/nowhere', 'home'],
    ['/activate/result/job-1', 'activate'],
    ['/queue/needs-you/job-1', 'queue'],
    ['/settings', 'settings'],
  ])('%s belongs to the screen %s', (path, screen) => {
    expect(screenOf(path)).toBe(screen)
  })

  it('leads one level up on Esc, and nowhere from Home', () => {
    expect(parentOf('/queue/needs-you/job-1')).toBe('/queue/needs-you')
    expect(parentOf('/queue/needs-you')).toBe('/')
    expect(parentOf('/settings/connections/north')).toBe('/settings/connections')
    expect(parentOf('/activate')).toBe('/')
    expect(parentOf('/')).toBeUndefined()
  })
})
