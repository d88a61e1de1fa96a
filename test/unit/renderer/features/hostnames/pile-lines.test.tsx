import { describe, expect, it } from 'vitest'
import { judgePile } from '../../../../../src/renderer/src/features/hostnames/pile.ts'
import type { Pile } from '../../../../../src/renderer/src/features/hostnames/use-pile.ts'
import { renderAtDesk } from '../../../../fakes/render-at-desk.tsx'
import { PileLines } from '../../../../../src/renderer/src/features/hostnames/pile-panel.tsx'

const nothing = (): void => undefined

function linesOf(...texts: readonly string[]): string {
  const lines = judgePile(
    texts.map((raw, id) => ({ id, raw })),
    { listed: undefined, inWork: new Map() },
  )
  const pile = { lines, remove: nothing } as unknown as Pile
  return renderAtDesk(<PileLines pile={pile} onClear={nothing} />)
}

describe('a line of a scan batch', () => {
  it('that names no box is shown and announced with its beginning and its length', () => {
    const html = linesOf('?'.repeat(500))
    expect(html).not.toContain('?'.repeat(61))
    expect(html).toContain(`${'?'.repeat(60)}…`)
    expect(html).toContain('It has 500 characters; only the beginning is shown.')
  })

  it('shows the code points of invisible characters', () => {
    const html = linesOf('box\u0007')
    expect(html).toContain('box\uFFFD')
    expect(html).toContain('U+0007')
  })
})
