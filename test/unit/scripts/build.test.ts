import { describe, expect, it } from 'vitest'
import { reasonToBuild } from '../../../scripts/lib/build.mjs'

describe('the check whether the app must be built', () => {
  it('finds no reason if the build belongs to the present sources', () => {
    expect(reasonToBuild({ sources: 'a', built: 'a', missing: [] })).toBeUndefined()
  })

  it('asks for a build if none was finished', () => {
    expect(reasonToBuild({ sources: 'a', built: undefined, missing: [] })).toBe('it has not been built here yet')
  })

  it('asks for a build if the sources have changed or a part of the build is missing', () => {
    expect(reasonToBuild({ sources: 'b', built: 'a', missing: [] })).toBe('its sources have changed')
    expect(reasonToBuild({ sources: 'a', built: 'a', missing: ['out/renderer/index.html'] })).toBe(
      'out/renderer/index.html is missing',
    )
  })
})
