import { describe, expect, it } from 'vitest'
import type { PileCount, PileVerdict } from '../../../../../src/renderer/src/features/hostnames/pile.ts'
import { makeHostnameList } from '../../../../fakes/hostnames.ts'
import { renderWords } from '../../../../fakes/render-words.tsx'
import { PileStanding, VerdictChip } from '../../../../../src/renderer/src/features/hostnames/pile-panel.tsx'

const none: PileCount = { boxes: 0, listed: 0, inWork: 0, lacking: 0, repeated: 0, notUnderstood: 0 }
const list = makeHostnameList(12)
const says = (
  count: Partial<PileCount>,
  known: Parameters<typeof PileStanding>[0]['known'] = { list, isKept: false },
) => renderWords(<PileStanding count={{ ...none, ...count }} known={known} />)

describe('the standing of a pile', () => {
  it('says how many are under the hostname, and how many are not', () => {
    expect(says({ boxes: 14, listed: 12, lacking: 2 })).toContain('12 of 14 are under this hostname; these 2 are not.')
    expect(says({ boxes: 14, listed: 13, lacking: 1 })).toContain('13 of 14 are under this hostname; 1 is not.')
    expect(says({ boxes: 14, listed: 14 })).toContain('All 14 boxes are under the hostname.')
  })

  it('does not count as lacking what is in work, and says so', () => {
    const words = says({ boxes: 3, listed: 1, inWork: 2 })
    expect(words).toContain('1 of 3 boxes are under the hostname.')
    expect(words).toContain('2 are in jobs on this computer.')
  })

  it('names lines that repeat another or name no box', () => {
    const words = says({ boxes: 1, lacking: 1, repeated: 1, notUnderstood: 2 })
    expect(words).toContain('1 line is a duplicate.')
    expect(words).toContain('2 lines contain no box.')
  })

  it('claims nothing where no list is known, and tells the age of one that was kept', () => {
    expect(says({ boxes: 2, lacking: 2 }, { list: undefined, isKept: false })).toContain('not compared')
    expect(says({ boxes: 2, lacking: 2 }, { list, isKept: true })).toContain('Compared with the platform’s last list')
  })

  it('is silent where there is no pile', () => {
    expect(says({})).toBe('')
  })
})

it.each<[PileVerdict, string]>([
  ['new', 'New'],
  ['repeated', 'Duplicate'],
  ['not-understood', 'Not understood'],
])('a line that is %s says so in a word', (verdict, word) => {
  expect(renderWords(<VerdictChip verdict={verdict} />)).toContain(word)
})
