import { describe, expect, it } from 'vitest'
import type {
  ScanBatchCount,
  ScanBatchVerdict,
} from '../../../../../src/renderer/src/features/hostnames/use-scan-batch.ts'
import { makeHostnameList } from '../../../../fakes/hostnames.ts'
import { renderWords } from '../../../../fakes/render-words.tsx'
import { ScanBatchStatus, VerdictChip } from '../../../../../src/renderer/src/features/hostnames/scan-batch-panel.tsx'

const none: ScanBatchCount = { boxes: 0, listed: 0, inWork: 0, lacking: 0, repeated: 0, notUnderstood: 0 }
const list = makeHostnameList(12)
const says = (
  count: Partial<ScanBatchCount>,
  known: Parameters<typeof ScanBatchStatus>[0]['known'] = { list, isCached: false },
) => renderWords(<ScanBatchStatus count={{ ...none, ...count }} known={known} />)

describe('the result of a scan batch', () => {
  it('says how many boxes are bound to the hostname and how many are not', () => {
    expect(says({ boxes: 14, listed: 12, lacking: 2 })).toContain(
      '12 of 14 are bound to this hostname; these 2 are not.',
    )
    expect(says({ boxes: 14, listed: 13, lacking: 1 })).toContain('13 of 14 are bound to this hostname; 1 is not.')
    expect(says({ boxes: 14, listed: 14 })).toContain('All 14 boxes are bound to the hostname.')
  })

  it('does not count boxes in other jobs as missing, and says so', () => {
    const words = says({ boxes: 3, listed: 1, inWork: 2 })
    expect(words).toContain('1 of 3 boxes are bound to the hostname.')
    expect(words).toContain('2 are in jobs on this computer.')
  })

  it('counts the lines that repeat another line or name no box', () => {
    const words = says({ boxes: 1, lacking: 1, repeated: 1, notUnderstood: 2 })
    expect(words).toContain('1 line is a duplicate.')
    expect(words).toContain('2 lines contain no box.')
  })

  it('says that nothing was compared if the hostname has no list, and says if the list is cached', () => {
    expect(says({ boxes: 2, lacking: 2 }, { list: undefined, isCached: false })).toContain('not compared')
    expect(says({ boxes: 2, lacking: 2 }, { list, isCached: true })).toContain('Compared with the platform’s last list')
  })

  it('is empty without a scan batch', () => {
    expect(says({})).toBe('')
  })
})

it.each<[ScanBatchVerdict, string]>([
  ['new', 'New'],
  ['repeated', 'Duplicate'],
  ['not-understood', 'Not understood'],
])('the verdict %s has a word of its own', (verdict, word) => {
  expect(renderWords(<VerdictChip verdict={verdict} />)).toContain(word)
})
