import { describe } from 'vitest'
import { decideOnPassword } from '../../../../src/main/jobs/decide.ts'
import type { Finding } from '../../../../src/main/jobs/ledger/history.ts'
import type { Circumstances, Decision } from '../../../../src/main/jobs/step-context.ts'
import {
  creation,
  judge,
  lateAbsent,
  now,
  read,
  readSoon,
  refused,
  renewed,
  seenThere,
  send,
  sent,
  settle,
  shown,
  turnedAway,
  verifyRead,
  waitUntil,
} from './decide-rows.ts'
import { attempt, choice, reading, verdict, type Happening } from './make-history.ts'

const spends = { spends: 'sent-again' } as const
const twice = { ...spends, timesSent: 2 }

describe('a call that costs money and was sent twice', () => {
  const several = [...sent('unknown'), reading('several', now)]
  judge([
    ['needs the technician’s decision because it was sent twice', several, settle('undecided', 'sent-twice'), twice],
    [
      'needs it for the reason of the reading if it was sent once',
      several,
      settle('undecided', 'several-found'),
      { ...spends, timesSent: 1 },
    ],
    ['is done if the platform shows its effect', [...sent('unknown'), reading('present', now)], seenThere, twice],
    [
      'is refused if the log-in is taken and no call has reached the platform',
      [reading('somebody-else', now)],
      settle('refused', 'log-in-taken'),
      twice,
    ],
    [
      'waits for the end of the processing time like any other',
      [...sent('unknown', now), reading('unclear', now)],
      readSoon,
      twice,
    ],
  ])
})

describe('a call that takes no money and was sent twice', () => {
  judge([
    [
      'is decided for the reason of the reading',
      [...sent('unknown'), reading('several', now)],
      settle('undecided', 'several-found'),
      { timesSent: 2 },
    ],
    [
      'is sent again on the technician’s demand',
      [...sent('unknown'), reading('absent', now - 9), choice('send-again', now - 5), reading('absent', now)],
      send,
      { timesSent: 2 },
    ],
  ])
})

describe('after a technician has said that the effect is there, “Check again”', () => {
  const marked = [choice('it-is-there'), choice('check-again')] as const
  judge([
    ['reads the platform first', marked, read],
    ['finds the effect there', [...marked, reading('present', now)], settle('done', 'was-there-already')],
    [
      'asks if the platform does not show it, instead of sending',
      [...marked, reading('absent', now)],
      settle('undecided', 'reply-lost-absent'),
    ],
    [
      'leaves a refusal as it is if the call reached the platform',
      [...sent('refused'), ...marked, reading('absent', now)],
      refused,
    ],
  ])
  judge(
    [
      [
        'leaves a creation unconfirmed if the platform asks for a password that does not exist yet',
        marked,
        settle('unconfirmed', 'person-confirmed'),
        creation,
      ],
    ],
    decideOnPassword,
  )
})

describe('on the technician’s demand for one more call,', () => {
  const demand = [...sent('unknown'), reading('absent', now - 60_000), choice('send-again', now - 59_000)] as const
  judge([
    [
      'the platform is read again if the reading is older than half a minute',
      [...demand, reading('absent', now - 30_001)],
      renewed,
    ],
  ])
  const reasons: readonly (readonly [
    Finding,
    Extract<Decision, { action: 'settle' }>['why'],
    Partial<Circumstances>?,
  ])[] = [
    ['earlier-effect', 'earlier-try-took-effect'],
    ['earlier-unclear', 'earlier-try-unclear'],
    ['cannot-tell', 'cannot-tell'],
    ['no-customer', 'no-such-customer'],
    ['somebody-else', 'somebody-else'],
    ['somebody-else', 'moved-otherwise', spends],
    ['several', 'several-found'],
    ['other-user-id', 'other-user-id'],
    ['unclear', 'reply-lost-unreadable'],
  ]
  judge(
    reasons.map(([finding, why, changed = {}]) => [
      `the technician decides again, for the reason ${String(why)}, if the reading has become “${finding}”`,
      [...demand, reading(finding, now)],
      settle('undecided', why),
      changed,
    ]),
  )
})

describe('before the first call,', () => {
  judge([
    [
      'the technician decides if the answer looks the same with and without the effect',
      [reading('cannot-tell', now)],
      settle('undecided', 'cannot-tell'),
    ],
    [
      'the technician decides if the customer has another user ID',
      [reading('other-user-id', now)],
      settle('undecided', 'other-user-id'),
    ],
    [
      'the effect counts as this job’s if an earlier call of the job was corrected',
      [reading('present', now)],
      seenThere,
      { tried: { sequence: 1, at: now - 5000 } },
    ],
    [
      'a subscription that was not understood is read again if the call takes money',
      [reading('unclear', now)],
      readSoon,
      spends,
    ],
    [
      'a call that takes money is sent if no read of the platform shows subscriptions',
      [reading('unclear', now)],
      send,
      { ...spends, control: 'not-sought' },
    ],
    ['a call that takes no money is sent if the list was not understood', [reading('unclear', now)], send],
  ])
})

describe('a call whose answers were received but not understood', () => {
  const unclear = [attempt(now - 60_100), { ...verdict('unknown', now - 60_000), isUnclear: true }] as const
  judge([
    ['is sent again if its list shows no effect after one of them', [...unclear, ...lateAbsent], send],
    [
      'needs the technician’s decision if its list shows no effect after two of them',
      [...unclear, ...unclear, ...lateAbsent],
      settle('undecided', 'reply-lost-absent'),
    ],
  ])
})

describe.each(['earlier-effect', 'earlier-unclear'] as const)(
  'after a reading about the call before a correction (%s),',
  (finding) => {
    judge([
      [
        'an accepted call is unconfirmed if the read has never shown anything',
        [...sent('accepted'), reading(finding, now)],
        settle('unconfirmed', 'list-unreadable'),
        { control: 'sought' },
      ],
      ['a refused creation is read again', [...sent('refused'), reading(finding, now - 1000)], read, creation],
    ])
  },
)

describe('after a reading that says nothing about the call before a correction,', () => {
  judge([
    ['a call without a reply is read back again', [...sent('unknown'), reading('earlier-unclear', now - 1000)], read],
  ])
})

describe('a refusal', () => {
  const inWords = [attempt(now - 60_100), { ...verdict('refused', now - 60_000), byWords: true }] as const
  judge([
    [
      'in words alone is read back again if the list cannot be read',
      [...inWords, reading('unclear', now - 1000)],
      read,
    ],
    [
      'is read back after the technician’s choice, and names the taken log-in',
      [...sent('refused'), choice('check-again', now - 10), reading('somebody-else', now)],
      settle('refused', 'log-in-taken'),
    ],
    [
      'by its HTTP status is believed if the list cannot be read',
      [...sent('refused'), reading('unclear', now - 1000)],
      refused,
    ],
  ])
})

describe('the processing time of a box that an earlier call of the job has sent, too,', () => {
  const readings = [...sent('unknown'), ...lateAbsent]
  judge([
    ['begins with that call if it was the later one', readings, read, { carried: { sequence: 9, at: now - 5000 } }],
    [
      'begins with the step’s own call if that was the later one',
      readings,
      send,
      { carried: { sequence: 1, at: now - 5000 } },
    ],
  ])
})

describe('a refusal that says that the effect is there already', () => {
  const saysThere = { ...creation, saysThere: true }
  const absent = [...sent('refused'), ...lateAbsent]
  judge([
    [
      'counts if the list does not show the effect, and showed something between the readings',
      absent,
      refused,
      { ...saysThere, ...shown(3, now - 1500) },
    ],
    [
      'makes Setdesk look for something that the list can show, because the list may be empty for a while',
      absent,
      verifyRead,
      { ...saysThere, showings: [] },
    ],
    [
      'needs the technician’s decision if the list shows nothing that exists',
      absent,
      settle('undecided', 'reply-lost-absent'),
      { ...saysThere, showings: [], control: 'sought' },
    ],
  ])
})

describe('the search for something that the read can show', () => {
  const absent = [...sent('unknown'), ...lateAbsent]
  const tooFarApart = Array.from({ length: 10 }, (_, index) => reading('absent', now - 1000 - 11_000 * (9 - index)))
  judge([
    [
      'comes before a call that is sent again, if the read has shown nothing since this process started',
      absent,
      verifyRead,
      { showings: [] },
    ],
    [
      'comes before the call is sent again if the read has shown nothing since the first of the readings, because its lists may be empty since then',
      absent,
      verifyRead,
      shown(2, now - 2001),
    ],
    [
      'comes before the call is sent again if the read showed something, but was requested before the first reading was noted',
      absent,
      verifyRead,
      shown(2, now - 1500),
    ],
    ['is followed by one more reading', absent, read, shown(4, now - 999)],
    [
      'ends with the technician’s decision if it found nothing, even if it took so long that the last reading is old',
      [...sent('unknown', now - 90_000), reading('absent', now - 42_000), reading('absent', now - 41_000)],
      settle('undecided', 'reply-lost-absent'),
      { control: 'sought', showings: [] },
    ],
    [
      'is followed by one more reading if the answer that showed something came after the last reading',
      absent,
      read,
      shown(3, now - 999, now - 1001),
    ],
    [
      'is not needed again if the read has shown something between the readings',
      absent,
      send,
      shown(3, now - 1000, now - 1500),
    ],
    [
      'is not needed again if the read has shown something between the readings and again after the last reading',
      absent,
      send,
      { showings: [...shown(3, now - 1500).showings, ...shown(4, now - 500).showings] },
    ],
    [
      'comes before the call is sent again if the two readings are further apart than the processing time',
      [...sent('unknown', now - 90_000), reading('absent', now - 30_000), reading('absent', now - 1000)],
      verifyRead,
      shown(3, now - 20_000),
    ],
    [
      'is not needed again if a third reading is near enough to the second one',
      [...sent('unknown', now - 90_000), ...[30_000, 9000, 1000].map((ago) => reading('absent', now - ago))],
      send,
      shown(4, now - 5000),
    ],
    [
      'counts no reading from before the connection got another token, and begins the processing time again',
      [...absent, reading('absent', now - 100)],
      waitUntil(now - 100 + 9 * (10_000 / 240)),
      { ...shown(3, now - 700), start: { sequence: 0, at: now - 1000 } },
    ],
    [
      'is not needed again if the read has shown something between the readings, however short the processing time is',
      absent,
      send,
      { ...shown(3, now - 1500), processingMs: 0 },
    ],
    [
      'is followed by one more reading if nine readings came too late for a proof',
      [...sent('unknown', now - 200_000), ...tooFarApart.slice(1)],
      read,
      shown(99, now - 10),
    ],
    [
      'ends after ten readings that came too late for a proof, and the technician decides',
      [...sent('unknown', now - 200_000), ...tooFarApart],
      settle('undecided', 'reply-lost-absent'),
      shown(99, now - 10),
    ],
    [
      'is not needed again if the tenth reading brings the proof',
      [...sent('unknown', now - 200_000), ...tooFarApart, reading('absent', now - 500)],
      send,
      shown(12, now - 600),
    ],
    ['is not needed again if the last reading itself showed something', absent, send, shown(3, now - 900, now - 1000)],
    [
      'is not needed for a call that was turned away because of too many requests and changes nothing a second time',
      [...turnedAway, ...lateAbsent],
      send,
      { showings: [] },
    ],
    [
      'waits until the reading is given up',
      [...sent('unknown'), reading('no-customer', now - 1000)],
      read,
      { control: 'not-sought' },
    ],
    [
      'decides about a call that costs money, even if it was turned away because of too many requests',
      [...turnedAway, ...lateAbsent],
      settle('undecided', 'reply-lost-absent'),
      { ...spends, control: 'sought' },
    ],
  ])
})

describe('a call whose replies are lost again and again', () => {
  const five: readonly Happening[] = [1, 2, 3, 4, 5].flatMap(() => sent('unknown'))
  judge([
    [
      'is decided because it keeps failing, even if the operator’s setting asks before each second payment',
      [...five, ...lateAbsent],
      settle('undecided', 'keeps-failing'),
      { spends: 'asked-first' },
    ],
  ])
})

const answered = (result: Finding, at: number): Happening => ({ type: 'reading', result, at, isAnswered: true })
const fails = (count: number, from: number): readonly Happening[] =>
  Array.from({ length: count }, (_, index) => answered('unreached', from + index))

describe('a platform that fails at one question', () => {
  const keepsFailing = settle('undecided', 'keeps-failing')
  const well = { answeredWellAt: now - 1 }
  const begun = sent('unknown', now - 90_000)
  judge([
    [
      'keeps failing after six failures in five processing times',
      [...begun, ...fails(6, now - 50_000)],
      keepsFailing,
      well,
    ],
    [
      'keeps failing even if every second reading gets no answer at all',
      [...begun, ...fails(6, now - 50_000).flatMap((one) => [one, reading('unreached', one.at)])],
      keepsFailing,
      well,
    ],
    [
      'does not keep failing if one of six failures was no answer at all',
      [...begun, ...fails(5, now - 50_000), reading('unreached', now - 40_000)],
      read,
      well,
    ],
    ['does not keep failing a moment earlier', [...begun, ...fails(6, now - 49_999)], read, well],
    [
      'does not keep failing if the failures began in an earlier process',
      [...begun, ...fails(6, now - 50_000)],
      read,
      { ...well, start: { sequence: 3, at: now - 60_000 } },
    ],
    [
      'does not keep failing while it answers no question well',
      [...begun, ...fails(30, now - 50_000)],
      read,
      { start: { sequence: 3, at: now - 60_000 } },
    ],
    [
      'does not fail if its answers are only not understood',
      [...begun, ...Array.from({ length: 6 }, (_, index) => answered('unclear', now - 50_000 + index))],
      settle('undecided', 'reply-lost-unreadable'),
      well,
    ],
  ])
})

describe('the processing time', () => {
  const five = [-8, -7, -6, -5, 0] as const
  judge([
    [
      'ends for a reading that was asked for exactly at its end',
      [...sent('unknown', now - 12_000), reading('absent', now - 2000), reading('absent', now - 1000)],
      send,
    ],
    [
      'is not waited past for the next reading',
      [...sent('unknown', now - 9000), ...five.map((at) => reading('unclear', now + at))],
      waitUntil(now + 1000),
    ],
    [
      'no longer shortens the pause between readings when it is over',
      [...sent('unknown', now - 10_000), ...five.map((at) => reading('unclear', now + at - 1))],
      waitUntil(now - 1 + 2500),
    ],
    [
      'must be over before three readings that were not understood are enough',
      [...sent('unknown', now - 3000), ...[3, 2, 1].map((ago) => reading('unclear', now - ago))],
      waitUntil(now - 1 + (10_000 / 240) * 9),
    ],
    [
      'and two readings that were understood are not counted among those that were not',
      [
        ...sent('unknown', now - 12_000),
        reading('absent', now - 11_000),
        reading('absent', now - 10_500),
        reading('unclear', now - 1000),
      ],
      read,
    ],
  ])
})
