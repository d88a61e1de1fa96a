import { describe, expect, it } from 'vitest'
import {
  judgeScanBatch,
  type ScanBatch,
  useScanBatch,
} from '../../../../../src/renderer/src/features/hostnames/use-scan-batch.ts'
import { type Services, useServices } from '../../../../../src/renderer/src/state/services.tsx'
import { type FakeBridge, makeError } from '../../../../fakes/bridge.ts'
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

describe('the lines of a stored scan batch', () => {
  it('that could not be read at first are not overwritten by the next scans', async () => {
    const parts: { services: Services; scanBatch: ScanBatch }[] = []
    function Probe() {
      parts.push({
        services: useServices(),
        scanBatch: useScanBatch({ list: undefined, refresh: () => Promise.resolve(undefined) }),
      })
      return undefined
    }
    renderWithServices(<Probe />)
    const [part] = parts
    if (part === undefined) throw new Error('The probe was not rendered.')
    const { services, scanBatch } = part
    const store = services.scanBatches.hostnames
    const bridge = services.bridge as FakeBridge
    await bridge.call('scan-batch.save', { place: 'hostnames', text: '001A79000001' })
    bridge.failNext('scan-batch.read', makeError('host-gone'))
    await store.bring()
    scanBatch.add(['001A79000002'])
    await store.settled()
    scanBatch.add(['001A79000003'])
    await store.settled()
    const kept = await bridge.call('scan-batch.read', { place: 'hostnames' })
    expect(kept).toMatchObject({ ok: true, value: { text: '001A79000001\n001A79000002\n001A79000003' } })
  })
})
