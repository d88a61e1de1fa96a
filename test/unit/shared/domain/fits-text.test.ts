import { describe, expect, it } from 'vitest'
import { makeJob } from '../../../fakes/world.ts'
import { fitsText } from '../../../../src/shared/domain/activity/fits-text.ts'
const job = makeJob('done', 1, Date.UTC(2026, 0, 15, 12)).summary

describe('the search in the queue', () => {
  it.each(['', 'rosa', 'MARIN', 'marín rosa', '00:1a:79', '00-1A-79-4e', '4eb2', '4820913711', 'family', 'tv.north'])(
    'finds Rosa Marín’s box by “%s”',
    (text) => {
      expect(fitsText(job, text)).toBe(true)
    },
  )

  it('finds a double name by one part, and by its parts with any sign between them, but not by parts that are not neighbours', () => {
    const anneMarie = { ...job, customerName: 'Anne-Marie Weber' }
    for (const text of ['anne-marie', 'annemarie', 'marie', 'anne.marie weber'])
      expect(fitsText(anneMarie, text)).toBe(true)
    expect(fitsText(anneMarie, 'anne-weber')).toBe(false)
  })

  it.each(['weber', 'rosa weber', '00:1b'])('does not find Rosa Marín’s box by “%s”', (text) => {
    expect(fitsText(job, text)).toBe(false)
  })
})
