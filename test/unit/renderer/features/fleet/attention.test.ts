import { describe, expect, it, onTestFinished } from 'vitest'
import { speak } from '../../../../../src/renderer/src/locale.ts'
import {
  countShown,
  emptyBoardForm,
  filterStations,
  groupsOf,
  lookAtStation,
  saySeen,
  sayOldest,
  sortStations,
} from '../../../../../src/renderer/src/features/fleet/board/station.ts'
import type { BoardRow } from '../../../../../src/shared/domain/fleet.ts'
import { makeBoardRow } from '../../../../fakes/fleet.ts'

const now = Date.UTC(2027, 0, 15, 9)
const none = { unsent: 0, sending: 0, needsYou: 0, refused: 0 }
const statusOf = (counts: Partial<typeof none>, oldestJobAt?: string) => ({
  version: '0.1.0',
  counts: { ...none, ...counts },
  ...(oldestJobAt !== undefined && { oldestJobAt }),
})
const look = (changed: Partial<BoardRow>) =>
  lookAtStation(makeBoardRow({ status: statusOf({}), inCare: 0, ...changed }), now)
const twoDaysAgo = '2027-01-13T09:00:00+00:00'

describe('a computer on the board', () => {
  it('needs no attention while the hub hears from it and its work goes on', () => {
    expect(look({ status: statusOf({ unsent: 3, sending: 1 }, '2027-01-15T08:00:00+00:00') }).attention).toEqual([])
  })

  it.each<[string, Partial<BoardRow>]>([
    ['audit', { audit: { entries: 3, trouble: 'forked' } }],
    ['stranded', { lastSeen: twoDaysAgo, inCare: 1 }],
    ['left-work', { state: 'revoked', inCare: 1 }],
    ['needs-you', { status: statusOf({ needsYou: 1 }) }],
    ['needs-you', { status: statusOf({ refused: 1 }) }],
    ['old', { status: statusOf({ unsent: 1 }, twoDaysAgo) }],
  ])('needs attention for the reason %s', (reason, changed) => {
    expect(look(changed).attention).toEqual([reason])
  })

  it('needs no attention once its work was moved, whatever it reported last', () => {
    const status = statusOf({ unsent: 40, needsYou: 1 })
    expect(look({ state: 'revoked', status }).attention).toEqual([])
    expect(look({ lastSeen: twoDaysAgo, status: statusOf({ unsent: 40 }) }).attention).toEqual([])
  })

  it('counts as silent after a day, but does not need attention for that alone', () => {
    const silent = look({ lastSeen: twoDaysAgo })
    expect(silent.isSilent).toBe(true)
    expect(silent.attention).toEqual([])
    expect(look({ lastSeen: '2027-01-14T09:00:01+00:00' }).isSilent).toBe(false)
  })
})

const fleet = [
  look({ id: 'a', name: 'Van 10', group: 'North' }),
  look({ id: 'b', name: 'Van 9', documents: [{ kind: 'policy', name: 'North policy', serial: 7 }] }),
  look({ id: 'c', name: 'Desk', state: 'revoked' }),
  look({ id: 'd', name: 'Van 2', status: statusOf({ refused: 1 }), lastSeen: '2027-01-15T08:59:00+00:00' }),
  look({ id: 'e', name: 'Van 1', lastSeen: twoDaysAgo, inCare: 4, group: 'South' }),
]
const names = (stations: readonly { readonly name: string }[]) => stations.map(({ name }) => name)

const find = (text: string) => names(filterStations(fleet, { ...emptyBoardForm, text }))

describe('the board of computers', () => {
  it('shows the most urgent computers first, and equally urgent ones in the natural order of their names', () => {
    expect(names(sortStations(fleet, 'en'))).toEqual(['Van 1', 'Van 2', 'Van 9', 'Van 10', 'Desk'])
  })

  it('leaves out removed computers unless they are asked for', () => {
    expect(names(filterStations(fleet, emptyBoardForm))).not.toContain('Desk')
    expect(names(filterStations(fleet, { ...emptyBoardForm, show: 'removed' }))).toEqual(['Desk'])
  })

  it('finds computers by name, group, version and document, if all words match', () => {
    expect(find('van south')).toEqual(['Van 1'])
    expect(find('policy 7')).toEqual(['Van 9'])
    expect(find('0.1.0')).toHaveLength(4)
    expect(find('nothing')).toEqual([])
  })

  it('can be filtered by attention, silence and group', () => {
    expect(countShown(fleet, 'attention')).toBe(2)
    expect(names(filterStations(fleet, { ...emptyBoardForm, show: 'silent' }))).toEqual(['Van 1'])
    expect(names(filterStations(fleet, { ...emptyBoardForm, group: 'North' }))).toEqual(['Van 10'])
    expect(names(filterStations(fleet, { ...emptyBoardForm, group: '' }))).toEqual(['Van 9', 'Van 2'])
    expect(groupsOf(fleet, 'en')).toEqual(['North', 'South'])
  })
})

it.each([
  ['fr', 'fr-FR', 'il y a 26 h'],
  ['pt', 'pt-PT', 'há 26 h'],
] as const)(
  'the age of a job on the board is not a negative number in the language %s',
  async (language, tag, words) => {
    onTestFinished(() => speak('en', ['en-GB']))
    await speak(language, [tag])
    const now = 26 * 3_600_000
    const ages = [saySeen({ seenAt: 0 }, now), sayOldest({ oldestAt: 0 }, now)]
    expect(ages.map((age) => age.replaceAll('\u{A0}', ' '))).toEqual([words, words])
  },
)
