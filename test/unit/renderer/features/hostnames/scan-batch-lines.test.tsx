import { describe, expect, it } from 'vitest'
import { judgeScanBatch, type ScanBatch } from '../../../../../src/renderer/src/features/hostnames/use-scan-batch.ts'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'
import { ScanBatchLines } from '../../../../../src/renderer/src/features/hostnames/scan-batch-panel.tsx'

const nothing = (): void => undefined

function linesOf(...texts: readonly string[]): string {
  const lines = judgeScanBatch(
    texts.map((raw, id) => ({ id, raw })),
    { listed: undefined, inWork: new Map() },
  )
  const scanBatch = { lines, remove: nothing } as unknown as ScanBatch
  return renderWithServices(<ScanBatchLines scanBatch={scanBatch} onClear={nothing} />)
}

describe('a line of a scan batch', () => {
  it('that names no box is shown and announced with its beginning and length', () => {
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
