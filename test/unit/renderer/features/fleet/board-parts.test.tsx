import { describe, expect, it } from 'vitest'
import { Router } from 'wouter'
import {
  type Attention,
  lookAtStation,
  sayStation,
} from '../../../../../src/renderer/src/features/fleet/board/station.ts'
import { boardRows } from '../../../../../src/renderer/src/features/fleet/board/export-board.tsx'
import {
  listTargets,
  MoveResult,
  readTyped,
  sayTyped,
} from '../../../../../src/renderer/src/features/fleet/board/move-dialog.tsx'
import { StationPanel, AuditExported } from '../../../../../src/renderer/src/features/fleet/board/station-panel.tsx'
import type { BoardRow } from '../../../../../src/shared/domain/fleet.ts'
import { writeCsv } from '../../../../../src/shared/domain/csv-cell.ts'
import { makeBoardRow } from '../../../../fakes/fleet.ts'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'
import { renderWords } from '../../../../fakes/render-words.tsx'

const now = Date.UTC(2027, 0, 15, 9)
const look = (changed: Partial<BoardRow> = {}) => lookAtStation(makeBoardRow(changed), now)
const calm = { version: '0.1.0', counts: { unsent: 3, sending: 1, needsYou: 0, refused: 0 } }
const documents: BoardRow['documents'] = [{ kind: 'policy', name: 'North policy', serial: 7 }]

/** What makes a computer need attention, and the words of its panel about it. */
const reasons: Readonly<Record<Attention, readonly [changed: Partial<BoardRow>, what: string, next: string]>> = {
  audit: [
    { audit: { entries: 3, trouble: 'forked' } },
    'Audit trail rewritten',
    'Its audit trail differs from what the hub got before.',
  ],
  stranded: [
    { lastSeen: '2027-01-10T09:00:00+00:00' },
    'Silent, with work',
    'has 6 unfinished jobs. If the computer is lost, move its work',
  ],
  'left-work': [
    { state: 'revoked' },
    'Work left behind',
    'It was removed with 6 unfinished jobs. Move its work to another computer.',
  ],
  'needs-you': [
    { status: { ...calm, counts: { ...calm.counts, needsYou: 1, refused: 1 } } },
    'Needs a decision',
    '2 jobs wait for a decision at that computer.',
  ],
  old: [
    { status: { ...calm, oldestJobAt: '2027-01-14T09:00:00.000Z' } },
    'Old job',
    'Its oldest unfinished job was saved a day ago or longer.',
  ],
}

const show = (changed: Partial<BoardRow>, own = 'another') => {
  const station = look(changed)
  return renderWithServices(
    <Router ssrPath="/fleet">
      <StationPanel station={station} stations={[station]} now={now} />
    </Router>,
    {},
    { fleet: { state: 'joined', role: 'supervisor', station: own } },
  )
}

const tell = (moved: number, left: number, unopened?: number) =>
  renderWords(<MoveResult moved={moved} left={left} unopened={unopened} from="Van 12" to="Van 7" />)

it('says when the other computer gets the moved jobs that take money', () => {
  const heldBackUntil = new Date(2027, 0, 15, 9, 13).getTime()
  const words = renderWords(<MoveResult moved={2} left={0} heldBackUntil={heldBackUntil} from="Van 12" to="Van 7" />)
  expect(words).toContain(
    'Van 7 gets the renewals and product changes among them only at 09:13. Until then Van 12 may still send them.',
  )
})

describe('the row of a computer on the board', () => {
  it('says in words everything that its columns show', () => {
    expect(sayStation(look({ group: 'North', documents }), now)).toBe(
      'Van 12, Needs a decision, 3 unsent, 1 sending, 2 to decide, oldest job –, last seen 1 minute ago, North · 0.1.0, North policy 7',
    )
  })

  it('says if the computer has never reported, or was removed', () => {
    const { status: _, lastSeen: __, ...fresh } = makeBoardRow()
    expect(sayStation(lookAtStation(fresh, now), now)).toContain('Not reported yet')
    expect(sayStation(lookAtStation(fresh, now), now)).toContain('last seen never')
    expect(sayStation(look({ state: 'revoked' }), now)).toContain('Removed, Work left behind')
  })

  it('is exported with its times, and no cell is a formula', () => {
    const [head, row] = boardRows([look({ name: '=HYPERLINK("x")', documents, audit: { entries: 3, had: 2 } })])
    expect(row?.slice(-2)).toEqual(['3', '2'])
    expect(row).toHaveLength(head?.length ?? 0)
    expect(row).toContain('2027-01-15T08:59:00.000Z')
    expect(writeCsv([row ?? []])).toContain(`"'=HYPERLINK(""x"")"`)
  })
})

describe('the panel of a computer of the fleet', () => {
  it.each([
    ...Object.entries(reasons),
    [
      'audit',
      [
        { audit: { entries: 3, trouble: 'gap' } },
        'Gap in the audit trail',
        'Entries of its audit trail are missing at the hub',
      ],
    ] as const,
  ])('says what to do about the reason %s, and mentions no other reason', (_, reason) => {
    const [changed, what, next] = reason
    expect(show({ status: calm })).not.toContain('What it needs')
    const needs = /<ul aria-label="What it needs".*?<\/ul>/s.exec(show({ status: calm, ...changed }))?.[0] ?? ''
    expect(needs.match(/<li\b/g)).toHaveLength(1)
    expect(needs).toContain(what)
    expect(needs).toContain(next)
  })

  it('mentions audit entries that the hub received twice, and says that nothing is wrong', () => {
    const panel = show({
      status: calm,
      audit: { entries: 3, had: 2 },
    })
    expect(panel).toContain(
      '2 entries came twice. This can happen when an answer is lost on the way. Nothing is wrong.',
    )
    expect(panel).not.toContain('What it needs')
    expect(show({ audit: { entries: 3 } })).not.toContain('twice')
  })

  it('lists the documents with their versions', () => {
    expect(show({ documents })).toContain('number 7')
  })

  it('offers to remove another computer, but neither this one nor a removed one', () => {
    expect(show({})).toContain('Remove computer…')
    expect(show({}, makeBoardRow().id)).not.toContain('Remove computer…')
    expect(show({}, makeBoardRow().id)).toContain('This is the computer you are at.')
    expect(show({ state: 'revoked' })).not.toContain('Remove computer…')
  })
})

const tellAudit = (more: Partial<Parameters<typeof AuditExported>[0]>) =>
  renderWords(<AuditExported name="fleet-audit-1.jsonl" entries={12} {...more} />)

describe('the notice about an exported audit', () => {
  it('says where the file is, whether the chain is complete, and how to check it', () => {
    expect(tellAudit({})).toContain('Your browser saves 12 entries as fleet-audit-1.jsonl.')
    expect(tellAudit({ folder: '/exports' })).toContain('12 entries are in fleet-audit-1.jsonl in /exports.')
    expect(tellAudit({})).toContain('Nothing is missing or changed in what the hub has.')
    expect(tellAudit({ trouble: 'gap' })).toContain('Gap in the audit trail')
    expect(tellAudit({ trouble: 'gap' })).not.toContain('Nothing is missing or changed in what the hub has.')
    expect(tellAudit({})).toContain('npm run -s audit:verify -- fleet-audit-1.jsonl')
  })
})

describe('the form for moving work to another computer', () => {
  it('offers the other computers of the fleet, silent ones last, each with a name of its own', () => {
    const from = look()
    const stations = [
      from,
      look({ id: 'silent', name: 'Alpha', lastSeen: '2027-01-10T09:00:00+00:00' }),
      look({ id: 'b', name: 'Van 7', group: 'South' }),
      look({ id: 'c', name: 'Van 7' }),
      look({ id: 'gone', name: 'Van 1', state: 'revoked' }),
    ]
    const targets = listTargets(from, stations, now, 'en')
    expect(targets.map(({ id, name }) => [id, name])).toEqual([
      ['b', 'Van 7'],
      ['c', 'Van 7 (2)'],
      ['silent', 'Alpha'],
    ])
    expect(targets[0]?.note).toBe('South · 1 minute ago')
  })

  it('keeps the chosen computer if another one takes its name in the list', () => {
    const [first, second] = [
      look({ id: 'b', name: 'Van 7' }),
      look({ id: 'c', name: 'Van 7', lastSeen: '2027-01-10T09:00:00Z' }),
    ]
    const before = listTargets(look(), [first, second], now, 'en')
    const typed = readTyped('Van 7 ', before)
    expect(typed).toEqual({ text: 'Van 7 ', id: 'b' })
    expect(sayTyped(typed, before[0])).toBe('Van 7 ')
    expect(sayTyped(typed, { id: 'b', name: 'Van 7 (2)' })).toBe('Van 7 (2)')
    expect(sayTyped(readTyped('Van', before), undefined)).toBe('Van')
  })

  it('says in words what was moved and what was not', () => {
    expect(tell(3, 0)).toContain('3 jobs of Van 12 belong to Van 7 now.')
    expect(tell(3, 0)).not.toContain('stayed')
    expect(tell(1, 2)).toContain('2 jobs stayed with Van 12.')
    expect(tell(1, 2)).toContain('Jobs that changed meanwhile stayed.')
    expect(tell(1, 2)).not.toContain('open')
    expect(tell(1, 2, 1)).toContain('Jobs that changed meanwhile stayed.')
    expect(tell(1, 2, 1)).toContain('1 job does not open on this computer')
    expect(tell(1, 2, 2)).toContain('2 jobs do not open on this computer')
    expect(tell(1, 2, 2)).not.toContain('Jobs that changed meanwhile stayed')
    expect(tell(0, 0)).toContain('No job of Van 12 was moved.')
  })
})
