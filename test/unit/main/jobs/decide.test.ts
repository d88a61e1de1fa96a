import { describe, expect, test } from 'vitest'
import type { Circumstances, Decision } from '../../../../src/main/jobs/step-context.ts'
import { decide, decideOnPassword } from '../../../../src/main/jobs/decide.ts'
import type { Finding, VerdictResult } from '../../../../src/main/jobs/ledger/history.ts'
import { attempt, choice, makeHistory, reading, verdict, type Happening } from './make-history.ts'

type Happenings = readonly Happening[]
type Row = readonly [title: string, happenings: Happenings, expected: Decision, changed?: Partial<Circumstances>]

/** A platform that takes ten seconds at the most; the process is an hour old and wrote all there is. */
const usual: Circumstances = {
  now: 3_600_000,
  start: { sequence: 0, at: 0 },
  processingMs: 10_000,
  creates: false,
  logIn: 'ours',
  spends: 'no',
  timesSent: 0,
  control: 'seen',
}
const { now } = usual
const creation = { creates: true }
const carried = { carried: { sequence: 1, at: now - 60_000 } }
const settle = (
  state: Extract<Decision, { action: 'settle' }>['state'],
  why: Extract<Decision, { action: 'settle' }>['why'],
) => ({ action: 'settle', state, why }) as Decision
const waitUntil = (until: number): Decision => ({ action: 'wait', until, why: 'processing-time' })
const read: Decision = { action: 'read' }
const send: Decision = { action: 'send' }

const judge = (rows: readonly Row[], by = decide) => {
  for (const [title, happenings, expected, changed = {}] of rows)
    test(title, () => {
      expect(by(makeHistory(...happenings), { ...usual, ...changed })).toEqual(expected)
    })
}

const sent = (result: VerdictResult, at = now - 60_000) => [attempt(at - 100), verdict(result, at)] as const
/** Two readings that came late enough. */
const lateAbsent = [reading('absent', now - 2000), reading('absent', now - 1000)] as const

describe('before anything is sent', () => {
  judge([
    ['the platform is read first', [], read],
    [
      'a reading that an earlier process made is made again',
      [reading('absent', 5)],
      read,
      { start: { sequence: 1, at: 0 } },
    ],
    ['no answer: it is read again', [reading('unreached', now)], read],
    ['not there: it is sent', [reading('absent', now)], send],
    ['not readable: it is sent, for nothing was sent yet', [reading('unclear', now)], send],
    [
      'there already: it is done, and nobody says we did it',
      [reading('present', now)],
      settle('done', 'was-there-already'),
    ],
    [
      'the log-in is somebody else’s: refused',
      [reading('somebody-else', now)],
      settle('refused', 'log-in-taken'),
      creation,
    ],
    [
      'the credentials were not taken: whose they are is found out',
      [reading('credentials', now)],
      { action: 'check-credentials' },
    ],
  ])
})

describe('a box that the creation took along', () => {
  judge([
    [
      'is not bound before the platform had its time',
      [reading('absent', now)],
      waitUntil(now + 10_000 / 240),
      { carried: { sequence: 1, at: now - 5000 } },
    ],
    ['is bound once it was missed twice, late, by a read that shows', [...lateAbsent], send, carried],
    ['is not bound on one late reading', [reading('absent', now)], waitUntil(now + 500), carried],
    [
      'is not bound before the read was seen to show something',
      [...lateAbsent],
      { action: 'verify-read-path' },
      { ...carried, control: 'not-sought' },
    ],
    [
      'is not bound where nothing shows that the read can show',
      [...lateAbsent],
      settle('undecided', 'accepted-but-absent'),
      { ...carried, control: 'sought' },
    ],
    ['is there: the creation did it', [reading('present', now)], settle('done', 'seen-on-platform'), carried],
    [
      'is looked for again where the list was not understood',
      [reading('unclear', now)],
      waitUntil(now + 10_000 / 240),
      carried,
    ],
    [
      'is never bound twice where the list cannot be read',
      [1, 2, 3].map((s) => reading('unclear', now - 100 + s)),
      settle('unconfirmed', 'list-unreadable'),
      carried,
    ],
    ['is read back when its binding is refused: that may be the creation’s echo', [...sent('refused')], read, carried],
    [
      'is refused only after the platform had its time',
      [...sent('refused', now - 100), reading('absent', now)],
      waitUntil(now + 10_000 / 240),
      carried,
    ],
    [
      'is refused once its list was read late, twice',
      [...sent('refused'), ...lateAbsent],
      settle('refused', 'platform-refused'),
      carried,
    ],
  ])
})

describe('after an attempt that was not sent, or met a refused token', () => {
  judge(
    (['not-sent', 'token-refused'] as const).flatMap((result): readonly Row[] => [
      [
        `${result}: the platform is read again before the next`,
        [reading('absent', now - 70_000), ...sent(result)],
        read,
      ],
      [`${result}: what is absent is sent`, [...sent(result), reading('absent', now)], send],
      [
        `${result}: what is there is ours`,
        [...sent(result), reading('present', now)],
        settle('done', 'seen-on-platform'),
      ],
      [
        `${result}: a technician's “send again” still stands, and what was in sight then holds`,
        [
          ...sent('refused'),
          reading('somebody-else', now - 50_000),
          choice('send-again', now - 40_000),
          reading('somebody-else', now - 39_000),
          ...sent(result, now - 30_000),
          reading('somebody-else', now),
        ],
        send,
        { spends: 'asked-first' },
      ],
      [
        `${result}: a subscription that an earlier call may have moved is no refusal`,
        [...sent('unknown', now - 90_000), ...sent(result), reading('somebody-else', now)],
        settle('undecided', 'moved-otherwise'),
        { spends: 'sent-again' },
      ],
      [
        `${result}: a customer that an earlier call may have made is no refusal`,
        [...sent('unknown', now - 90_000), ...sent(result), reading('somebody-else', now)],
        settle('undecided', 'somebody-else'),
        creation,
      ],
    ]),
  )
})

describe('after a yes', () => {
  judge([
    ['the list is read', [...sent('accepted')], read],
    ['no answer: it is read again', [...sent('accepted'), reading('unreached', now)], read],
    ['its list shows it: done', [...sent('accepted'), reading('present', now)], settle('done', 'seen-on-platform')],
    [
      'its list cannot be read: unconfirmed, not an error',
      [...sent('accepted'), reading('unclear', now)],
      settle('unconfirmed', 'list-unreadable'),
    ],
    [
      'the log-in shows somebody else: a person decides',
      [...sent('accepted'), reading('somebody-else', now)],
      settle('undecided', 'somebody-else'),
    ],
    [
      'missing so far: it is given its time',
      [...sent('accepted', now - 50), reading('absent', now)],
      waitUntil(now + 10_000 / 240),
    ],
    [
      'missing for good: a person decides, nothing is sent',
      [...sent('accepted'), ...lateAbsent],
      settle('undecided', 'accepted-but-absent'),
    ],
    [
      'credentials: whose they are is found out',
      [...sent('accepted'), reading('credentials', now)],
      { action: 'check-credentials' },
    ],
  ])
})

describe('after a no', () => {
  judge([
    ['of a plain step: read once, for a proxy may have sent it twice', [...sent('refused')], read],
    ['of a plain step, no answer: read again', [...sent('refused'), reading('unreached', now)], read],
    [
      'of a plain step that is there: done, the no was for the repetition',
      [...sent('refused'), reading('present', now)],
      settle('done', 'seen-on-platform'),
    ],
    [
      'of a plain step that is not there: believed at once',
      [...sent('refused', now - 5), reading('absent', now)],
      settle('refused', 'platform-refused'),
    ],
    [
      'of a plain step, unclear: believed at once',
      [...sent('refused', now - 5), reading('unclear', now)],
      settle('refused', 'platform-refused'),
    ],
    ['of a step that takes money: read once too', [...sent('refused')], read, { spends: 'asked-first' }],
    [
      'of a step that takes money that moved as asked: done',
      [...sent('refused'), reading('present', now)],
      settle('done', 'seen-on-platform'),
      { spends: 'asked-first' },
    ],
    ...(['absent', 'cannot-tell', 'somebody-else', 'unclear'] as const).map((finding): Row => [
      `of a step that takes money, ${finding}: believed at once`,
      [...sent('refused', now - 5), reading(finding, now)],
      settle('refused', 'platform-refused'),
      { spends: 'asked-first' },
    ]),
    ['of a creation: read back first', [...sent('refused')], read, creation],
    ['of a creation, no answer: read again', [...sent('refused'), reading('unreached', now)], read, creation],
    [
      'of a creation that is there: done',
      [...sent('refused'), reading('present', now)],
      settle('done', 'seen-on-platform'),
      creation,
    ],
    [
      'of a creation that is not there: refused',
      [...sent('refused'), reading('absent', now)],
      settle('refused', 'platform-refused'),
      creation,
    ],
    [
      'of a creation whose log-in is another’s: refused',
      [...sent('refused'), reading('somebody-else', now)],
      settle('refused', 'log-in-taken'),
      creation,
    ],
    [
      'of a creation, unclear: looked at again',
      [...sent('refused'), reading('unclear', now)],
      waitUntil(now + 10_000 / 240),
      creation,
    ],
    [
      'of a creation, never readable: a person decides',
      [...sent('refused'), ...[1, 2, 3].map((s) => reading('unclear', now - 100 + s))],
      settle('undecided', 'reply-lost-unreadable'),
      creation,
    ],
    [
      'after a lost reply: read back first, for “already” may be our own',
      [...sent('unknown', now - 90_000), ...sent('refused')],
      read,
    ],
    [
      'after a lost reply, there: done',
      [...sent('unknown', now - 90_000), ...sent('refused'), reading('present', now)],
      settle('done', 'seen-on-platform'),
    ],
    [
      'after a lost reply, missing: given its time',
      [...sent('unknown', now - 90_000), ...sent('refused', now - 50), reading('absent', now)],
      waitUntil(now + 10_000 / 240),
    ],
    [
      'after a lost reply, missing for good: refused',
      [...sent('unknown', now - 90_000), ...sent('refused'), ...lateAbsent],
      settle('refused', 'platform-refused'),
    ],
    [
      'over credentials: whose they are is found out',
      [...sent('refused'), reading('credentials', now)],
      { action: 'check-credentials' },
    ],
  ])
})

describe.each(['unknown', 'open'] as const)('after a lost reply (%s)', (kind) => {
  const lost = (at = now - 60_000) => (kind === 'open' ? [attempt(at)] : [...sent('unknown', at)])
  const rows: readonly Row[] = [
    ['it is read back', lost(), read],
    ['no answer: it is read again', [...lost(), reading('unreached', now)], read],
    ['it is there: done', [...lost(), reading('present', now)], settle('done', 'seen-on-platform')],
    [
      'somebody else is there: a person decides',
      [...lost(), reading('somebody-else', now)],
      settle('undecided', 'somebody-else'),
    ],
    ['missed once, late: looked at again', [...lost(), reading('absent', now)], waitUntil(now + 500)],
    [
      'missed twice, early: waited for',
      [...lost(now - 50), reading('absent', now - 20), reading('absent', now)],
      waitUntil(now + (3 * 10_000) / 240),
    ],
    [
      'missed early and late: looked at again',
      [...lost(now - 10_500), reading('absent', now - 9000), reading('absent', now)],
      waitUntil(now + 500),
    ],
    ['missed twice, late: sent again', [...lost(), ...lateAbsent], send],
    [
      'missed twice, unclear between: sent again',
      [...lost(), reading('absent', now - 2000), reading('unclear', now - 1500), reading('absent', now)],
      send,
    ],
    [
      'missed twice, but by a read that never showed: a control is sought',
      [...lost(), ...lateAbsent],
      { action: 'verify-read-path' },
      { control: 'not-sought' },
    ],
    [
      'missed twice, no control to be had: a person decides',
      [...lost(), ...lateAbsent],
      settle('undecided', 'reply-lost-absent'),
      { control: 'sought' },
    ],
    ['unclear: looked at again', [...lost(), reading('unclear', now)], waitUntil(now + 10_000 / 240)],
    [
      'unclear thrice: a person decides',
      [...lost(), ...[1, 2, 3].map((s) => reading('unclear', now - 100 + s))],
      settle('undecided', 'reply-lost-unreadable'),
    ],
    [
      'credentials: whose they are is found out',
      [...lost(), reading('credentials', now)],
      { action: 'check-credentials' },
    ],
  ]
  judge(rows)

  test('nothing but a believed absence sends it again', () => {
    const findings: readonly Finding[] = ['present', 'somebody-else', 'absent', 'unclear', 'unreached', 'credentials']
    const sequences = findings.flatMap((one) => findings.flatMap((two) => findings.map((three) => [one, two, three])))
    const resent = sequences.filter((results) => {
      const history = makeHistory(
        ...lost(),
        ...results.map((result, index) => reading(result, now - 3000 + index * 1000)),
      )
      return decide(history, usual).action === 'send'
    })
    expect(resent.length).toBeGreaterThan(0)
    expect(
      resent.filter((results) => results.at(-1) !== 'absent' || results.filter((r) => r === 'absent').length < 2),
    ).toEqual([])
  })
})

describe('a person', () => {
  judge([
    [
      'who says it is there ends the step unconfirmed',
      [...sent('unknown'), choice('it-is-there')],
      settle('unconfirmed', 'person-confirmed'),
    ],
    ['who sends again has it read once more first', [...sent('unknown'), choice('send-again')], read],
    [
      'who sends again sends what is still not there',
      [...sent('unknown'), ...lateAbsent, choice('send-again'), reading('absent', now)],
      send,
    ],
    [
      'who sends again sends where what was in sight then still holds',
      [...sent('unknown'), reading('unclear', now - 10), choice('send-again'), reading('unclear', now)],
      send,
    ],
    [
      'who sends again is shown what has come about meanwhile',
      [...sent('unknown'), reading('unclear', now - 10), choice('send-again'), reading('somebody-else', now)],
      settle('undecided', 'somebody-else'),
    ],
    [
      'who sends again sends nothing when it is there',
      [...sent('unknown'), ...lateAbsent, choice('send-again'), reading('present', now)],
      settle('done', 'seen-on-platform'),
    ],
    [
      'who sends again is not held up by a reading that did not come',
      [...sent('unknown'), ...lateAbsent, choice('send-again'), reading('unreached', now)],
      read,
    ],
    [
      'who sent again and lost the reply has it read back',
      [...sent('unknown'), choice('send-again'), ...sent('unknown')],
      read,
    ],
    ['who checks again has it read', [...sent('unknown'), ...lateAbsent, choice('check-again')], read],
    [
      'who checks again gets older readings read anew',
      [...sent('unknown'), ...lateAbsent, choice('check-again'), reading('absent', now)],
      waitUntil(now + 500),
    ],
    ['who checks a refusal again has it read', [...sent('refused'), choice('check-again')], read],
  ])
})

describe('in a new process', () => {
  const start = { sequence: 4, at: now - 5000 }
  judge([
    [
      'the time that an earlier one waited counts for nothing',
      [...sent('unknown', 9e12), ...lateAbsent, reading('absent', now - 100)],
      waitUntil(now - 100 + Math.min(2500, (10_000 / 240) * 9)),
      { start },
    ],
    [
      'what an earlier one read late counts for nothing',
      [...sent('unknown', 1), reading('absent', 9e12), reading('absent', 9e12), reading('absent', now)],
      waitUntil(now + 500),
      { start: { sequence: 4, at: now - 20_000 } },
    ],
    [
      'two late readings of its own are believed',
      [...sent('unknown', 9e12), reading('absent', 5), reading('absent', 5), ...lateAbsent],
      send,
      { start: { sequence: 4, at: now - 20_000 } },
    ],
    [
      'an older unclear reading does not put the next look off',
      [...sent('unknown', 9e12), reading('unclear', 9e12)],
      read,
      { start },
    ],
  ])
})

test('it looks ever later, but for a quarter of the processing time', () => {
  const pauses: number[] = []
  const history = [...sent('unknown', 1000)]
  let at = 1000
  for (let looks = 0; looks < 8; looks += 1) {
    const next = decide(makeHistory(...history, reading('unclear', at)), { ...usual, now: at, processingMs: 240_000 })
    if (next.action !== 'wait') break
    pauses.push(next.until - at)
    history.push(reading('absent', at))
    at = next.until
  }
  expect(pauses.slice(0, 5)).toEqual([1000, 3000, 9000, 27_000, 60_000])
})

describe('once the company token was seen to be taken, the customer’s password', () => {
  const rows: readonly Row[] = [
    [
      'of a binding that was not sent yet: refused, and asked for',
      [reading('credentials', now)],
      settle('refused', 'password-asked'),
    ],
    [
      'of a refused binding: asked for',
      [...sent('refused'), reading('credentials', now)],
      settle('refused', 'password-asked'),
    ],
    [
      'of an accepted binding: done, not confirmed',
      [...sent('accepted'), reading('credentials', now)],
      settle('unconfirmed', 'list-unreadable'),
    ],
    [
      'of a lost reply: a person decides',
      [...sent('unknown'), reading('credentials', now)],
      settle('undecided', 'password-asked'),
    ],
    [
      'of an attempt without a verdict: a person decides',
      [attempt(now - 100), reading('credentials', now)],
      settle('undecided', 'password-asked'),
    ],
    [
      'of a box that the creation took along: not bound again',
      [reading('credentials', now)],
      settle('unconfirmed', 'list-unreadable'),
      carried,
    ],
    ['of a log-in that is not made yet does not hold its creation up', [reading('credentials', now)], send, creation],
    [
      'of a refused creation that cannot be looked for: a person decides',
      [...sent('refused'), reading('credentials', now)],
      settle('undecided', 'reply-lost-unreadable'),
      creation,
    ],
    [
      'of a refusal after a lost reply: a person decides',
      [...sent('unknown', 5), ...sent('refused'), reading('credentials', now)],
      settle('undecided', 'reply-lost-unreadable'),
    ],
    [
      'of an attempt that was not sent: asked for',
      [...sent('not-sent'), reading('credentials', now)],
      settle('refused', 'password-asked'),
    ],
    [
      'of an attempt that was not sent, after one that was: a person decides',
      [...sent('unknown', 5), ...sent('not-sent'), reading('credentials', now)],
      settle('undecided', 'password-asked'),
    ],
    [
      'of an attempt that an older company token kept out: asked for',
      [...sent('token-refused'), reading('credentials', now)],
      settle('refused', 'password-asked'),
    ],
  ]
  judge(rows, decideOnPassword)
})

describe('what takes money', () => {
  const spending = { spends: 'asked-first' } as const
  judge([
    ['is sent once it is known how things stood', [reading('absent', now - 10)], send, spending],
    [
      'that was lost and has not moved anything is sent again by a person alone',
      [...sent('unknown'), ...lateAbsent],
      settle('undecided', 'not-applied'),
      spending,
    ],
    [
      'is sent again by itself where the operator lets it',
      [...sent('unknown'), ...lateAbsent],
      send,
      { spends: 'sent-again' },
    ],
    [
      'that was lost, where something else has moved, is a person’s to judge',
      [...sent('unknown'), reading('somebody-else', now - 10)],
      settle('undecided', 'moved-otherwise'),
      spending,
    ],
    [
      'that was said yes to and moved otherwise is not confirmed',
      [...sent('accepted'), reading('somebody-else', now - 10)],
      settle('unconfirmed', 'moved-otherwise'),
      spending,
    ],
    [
      'that was lost, then refused, where something else has moved, is a person’s to judge',
      [...sent('unknown', 5), ...sent('refused'), reading('somebody-else', now - 10)],
      settle('undecided', 'moved-otherwise'),
      spending,
    ],
    [
      'goes out on a person’s word once it was read again',
      [...sent('unknown'), ...lateAbsent, choice('send-again', now - 5), reading('absent', now)],
      send,
      spending,
    ],
    [
      'does not go out a third time on a person’s word',
      [...sent('unknown'), ...lateAbsent, choice('send-again', now - 5), reading('absent', now)],
      settle('undecided', 'sent-twice'),
      { ...spending, timesSent: 2 },
    ],
    [
      'does not go out a third time by itself, whatever the settings say',
      [...sent('unknown'), ...lateAbsent],
      settle('undecided', 'sent-twice'),
      { spends: 'sent-again', timesSent: 2 },
    ],
    [
      'does not go out a third time after a correction that changes nothing',
      [reading('absent', now)],
      settle('undecided', 'sent-twice'),
      { spends: 'sent-again', timesSent: 2 },
    ],
    [
      'and would end on the present end day is given its time',
      [...sent('unknown', now - 50), reading('cannot-tell', now)],
      waitUntil(now + 10_000 / 240),
      { spends: 'sent-again' },
    ],
    [
      'and would end on the present end day is never sent again by itself',
      [...sent('unknown'), reading('cannot-tell', now)],
      settle('undecided', 'cannot-tell'),
      { spends: 'sent-again' },
    ],
    [
      'and would end on the present end day is not confirmed after a yes',
      [...sent('accepted'), reading('cannot-tell', now)],
      settle('unconfirmed', 'cannot-tell'),
      spending,
    ],
  ])
})

describe('a no in words alone, with a status of success', () => {
  const no = (at = now - 60_000) => [attempt(at - 100), { ...verdict('refused', at), byWords: true }] as const
  const spends = { spends: 'asked-first' } as const
  judge([
    ['is read back', [...no()], read],
    [
      'is a refusal once it is seen to be absent',
      [...no(), reading('absent', now)],
      settle('refused', 'platform-refused'),
    ],
    ['is no refusal where it is there', [...no(), reading('present', now)], settle('done', 'seen-on-platform')],
    ['to a call that takes money is read back', [...no()], read, spends],
    [
      'to a call that takes money waits for the processing time',
      [...no(now - 50), reading('absent', now)],
      waitUntil(now + 10_000 / 240),
      spends,
    ],
    [
      'to a call that takes money is a refusal once nothing moved, late, twice',
      [...no(), ...lateAbsent],
      settle('refused', 'platform-refused'),
      spends,
    ],
    [
      'to a call that takes money is a person’s to judge where nothing can be read',
      [...no(), ...[1, 2, 3].map((s) => reading('unclear', now - 100 + s))],
      settle('undecided', 'reply-lost-unreadable'),
      spends,
    ],
    [
      'stands where the list cannot be read',
      [...no(), ...[1, 2, 3].map((s) => reading('unclear', now - 100 + s))],
      settle('refused', 'platform-refused'),
    ],
  ])
})

describe('a step that was sent before it was corrected', () => {
  const tried = { tried: { sequence: 1, at: now - 60_000 } }
  judge([
    ['is read first', [], read, tried],
    ['goes out where nothing came of it', [reading('absent', now)], send, tried],
    [
      'is put to a person where what was sent before took effect',
      [reading('earlier-effect', now)],
      settle('undecided', 'earlier-try-took-effect'),
      tried,
    ],
    [
      'is read again where nothing can be told yet',
      [reading('earlier-unclear', now)],
      waitUntil(now + 10_000 / 240),
      tried,
    ],
    [
      'is put to a person where nothing can be told',
      [1, 2, 3].map((s) => reading('earlier-unclear', now - 100 + s)),
      settle('undecided', 'earlier-try-unclear'),
      tried,
    ],
    [
      'goes out on a person’s word while nothing new is in sight',
      [reading('earlier-effect', now - 9), choice('send-again', now - 5), reading('earlier-effect', now)],
      send,
      tried,
    ],
  ])
  test('asks for the password that nothing can be read without', () => {
    expect(decideOnPassword(makeHistory(reading('credentials', now)), { ...usual, ...tried })).toEqual(
      settle('undecided', 'password-asked'),
    )
  })
})

const failing = (count: number, from: number, isAnswered = true) =>
  Array.from({ length: count }, (_, index) => ({ ...reading('unreached', from + index), isAnswered }))

describe('a platform that fails at one question', () => {
  const well = { answeredWellAt: now - 1 }
  const givenUp = settle('undecided', 'keeps-failing')
  judge([
    ['is asked again for a while', failing(6, now - 40_000), read, well],
    ['is asked again where that is new', failing(5, now - 60_000), read, well],
    ['is put to a person after enough tries and time', failing(6, now - 60_000), givenUp, well],
    ['is down where it answers nothing else either', failing(60, now - 60_000), read],
    ['is down where it answered before that alone', failing(60, now - 60_000), read, { answeredWellAt: now - 60_000 }],
    ['is not reached where no answer came', failing(60, now - 60_000, false), read, well],
    ['is put to a person after a send as well', [...sent('unknown'), ...failing(6, now - 55_000)], givenUp, well],
    [
      'is put to a person in a computer that is restarted all the time',
      failing(30, 5),
      givenUp,
      { ...well, start: { sequence: 10, at: 0 } },
    ],
    ['is asked anew when a person says so', [...failing(6, now - 60_000), choice('check-again')], read, well],
  ])

  test('is put to a person once a call went without an answer five times', () => {
    const lost = Array.from({ length: 5 }, () => sent('unknown')).flat()
    expect(decide(makeHistory(...lost.slice(2), ...lateAbsent), usual)).toEqual(send)
    expect(decide(makeHistory(...lost, ...lateAbsent), usual)).toEqual(givenUp)
    expect(decide(makeHistory(...lost, choice('check-again'), ...lateAbsent), usual)).toEqual(send)
  })
})

describe('an attempt of which it is not known whether it was made', () => {
  const assumed = (at = now - 60_000) => [{ ...attempt(at - 100), isAssumed: true }, verdict('unknown', at)] as const
  const unclear = [reading('unclear', now - 9000), reading('unclear', now - 6000), reading('unclear', now)] as const
  judge([
    [
      'is no lost reply where nothing can be told',
      [...assumed(), ...unclear],
      settle('undecided', 'perhaps-sent-unreadable'),
    ],
    [
      'is no lost reply where it is not there',
      [...assumed(), ...lateAbsent],
      settle('undecided', 'perhaps-sent-absent'),
      { control: 'sought' },
    ],
    [
      'is followed by one whose reply is truly lost',
      [...assumed(), ...sent('unknown'), ...unclear],
      settle('undecided', 'reply-lost-unreadable'),
    ],
  ])
})

describe('a creation whose log-in the platform makes', () => {
  const unnamed = { creates: true, logIn: 'unknown' } as const
  const late = now - 60_000
  const several = reading('several', now)
  const aPersons = settle('undecided', 'several-found')
  judge([
    [
      'is never sent again by itself',
      [...sent('unknown', late), ...lateAbsent],
      settle('undecided', 'reply-lost-absent'),
      unnamed,
    ],
    [
      'is asked about again until the platform had its time',
      [...sent('unknown', now - 5000), reading('absent', now)],
      waitUntil(now + 10_000 / 240),
      unnamed,
    ],
    [
      'is not taken for done after a yes that did not tell the log-in',
      [
        ...sent('accepted', late),
        reading('unclear', now - 9000),
        reading('unclear', now - 6000),
        reading('unclear', now),
      ],
      settle('undecided', 'log-in-unknown'),
      unnamed,
    ],
    [
      'is asked about once more before that is said',
      [...sent('accepted', late), reading('unclear', now)],
      waitUntil(now + 10_000 / 240),
      unnamed,
    ],
    ['is sent where nobody is there yet', [reading('absent', now)], send, unnamed],
    [
      'is done once it is shown under the log-in that was told',
      [...sent('accepted', late), reading('present', now)],
      settle('done', 'seen-on-platform'),
      { creates: true, logIn: 'told' },
    ],
    ['where several are there before anything was sent, a person decides', [several], aPersons, unnamed],
    ['where several are there after a lost reply, a person decides', [...sent('unknown'), several], aPersons, unnamed],
    ['where several are there after a yes, a person decides', [...sent('accepted'), several], aPersons, unnamed],
    ['where several are there after a no, a person decides', [...sent('refused'), several], aPersons, unnamed],
  ])
  judge(
    [
      [
        'that wants a password for its list, after a yes, is a person’s question',
        [...sent('accepted')],
        settle('undecided', 'log-in-unknown'),
        unnamed,
      ],
    ],
    decideOnPassword,
  )
})

describe('a customer whom the platform does not have', () => {
  const late = [1, 2, 3].map((s) => reading('no-customer', now - 100 + s))
  const spends = { spends: 'asked-first' } as const
  const byWords = [attempt(now - 60_100), { ...verdict('refused', now - 60_000), byWords: true }] as const
  judge([
    ['is sent for once: the platform itself says no', [reading('no-customer', now)], send, spends],
    [
      'is asked for again until the platform had its time',
      [...sent('unknown', now - 50), reading('no-customer', now)],
      waitUntil(now + 10_000 / 240),
      spends,
    ],
    [
      'is the reason where the reply was lost',
      [...sent('unknown'), ...late],
      settle('undecided', 'no-such-customer'),
      spends,
    ],
    [
      'is believed only once the same question has shown somebody',
      [...sent('unknown'), ...late],
      { action: 'verify-read-path' },
      { ...spends, control: 'not-sought' },
    ],
    [
      'is not the reason where the question shows nobody',
      [...sent('unknown'), ...late],
      settle('undecided', 'reply-lost-unreadable'),
      { ...spends, control: 'sought' },
    ],
    ['makes a no in words a refusal', [...byWords, ...late], settle('refused', 'platform-refused'), spends],
    [
      'does not make a no a refusal where an earlier reply was lost',
      [...sent('unknown', now - 120_000), ...byWords, ...late],
      settle('undecided', 'no-such-customer'),
      spends,
    ],
    [
      'does not take back a yes',
      [...sent('accepted'), reading('no-customer', now)],
      settle('unconfirmed', 'list-unreadable'),
      spends,
    ],
    [
      'is sent for again on a person’s word while he is still not there',
      [...sent('unknown'), ...late, choice('send-again', now - 5), reading('no-customer', now)],
      send,
      spends,
    ],
    [
      'is a person’s again where he was there when the person chose',
      [...sent('unknown'), reading('cannot-tell', now - 9), choice('send-again', now - 5), reading('no-customer', now)],
      settle('undecided', 'no-such-customer'),
      spends,
    ],
  ])
})

describe('a call that takes money and met a platform with too many requests', () => {
  const spends = { spends: 'asked-first' } as const
  const turnedAway = [attempt(now - 60_100), { ...verdict('unknown', now - 60_000), isTurnedAway: true }] as const
  judge([
    ['is read back', [...turnedAway], read, spends],
    ['is sent again once nothing moved, late, twice', [...turnedAway, ...lateAbsent], send, spends],
    [
      'is not sent a third time',
      [...turnedAway, ...lateAbsent],
      settle('undecided', 'sent-twice'),
      { ...spends, timesSent: 2 },
    ],
    [
      'is a person’s where an earlier reply was lost',
      [...sent('unknown', now - 120_000), ...turnedAway, ...lateAbsent],
      settle('undecided', 'not-applied'),
      { ...spends, timesSent: 1 },
    ],
    [
      'is done where it took effect',
      [...turnedAway, reading('present', now)],
      settle('done', 'seen-on-platform'),
      spends,
    ],
  ])
})
