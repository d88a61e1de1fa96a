import { describe, expect, it } from 'vitest'
import { reasonToBuild } from '../../../scripts/lib/build.mjs'

describe('whether the app must be built', () => {
  it('finds nothing to do where the build is that of the sources', () => {
    expect(reasonToBuild({ sources: 'a', built: 'a', missing: [] })).toBeUndefined()
  })

  it('builds where there is no build that finished', () => {
    expect(reasonToBuild({ sources: 'a', built: undefined, missing: [] })).toBe('it has not been built here yet')
  })

  it('builds again where the sources have changed, or a part of the build is gone', () => {
    expect(reasonToBuild({ sources: 'b', built: 'a', missing: [] })).toBe('its sources have changed')
    expect(reasonToBuild({ sources: 'a', built: 'a', missing: ['out/renderer/index.html'] })).toBe(
      'out/renderer/index.html is missing',
    )
  })
})
