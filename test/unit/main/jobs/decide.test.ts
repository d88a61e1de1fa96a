import { describe, expect, test } from 'vitest'
import { decide, decideOnPassword } from '../../../../src/main/jobs/decide.ts'
import type { Finding } from '../../../../src/main/jobs/ledger/history.ts'
import {
  usual,
  now,
  creation,
  password,
  carried,
  settle,
  shown,
  waitUntil,
  read,
  renewed,
  send,
  readSoon,
  checkCredentials,
  verifyRead,
  seenThere,
  refused,
  threeUnclear,
  judge,
  sent,
  lateAbsent,
  turnedAway,
  type Row,
} from './decide-rows.ts'
import { attempt, choice, makeHistory, reading, verdict } from './make-history.ts'

describe('after a lost reply,', () => {
  judge([
    ['the call is sent again after two late readings without its effect', [...sent('unknown'), ...lateAbsent], send],
    [
      'the platform is read again before the call if the last reading is older than half a minute',
      [...sent('unknown', now - 90_000), reading('absent', now - 60_000), reading('absent', now - 50_000)],
      renewed,
    ],
  ])
})

describe('before a step was sent,', () => {
  judge([
    ['the platform is read first', [], read],
    [
      'the platform is read again if an earlier process made the reading',
      [reading('absent', 5)],
      read,
      { start: { sequence: 1, at: 0 } },
    ],
    [
      'the platform is read again if the reading is older than half a minute',
      [reading('absent', now - 30_001)],
      renewed,
    ],
    [
      'the step is sent if this run has just noted a reading that took a minute',
      [reading('absent', now - 60_000)],
      send,
      { notedAt: now },
    ],
    ['the step is sent if the reading is half a minute old', [reading('absent', now - 30_000)], send],
    ['the platform is read again if the reading got no answer', [reading('unreached', now)], read],
    ['the step is sent if the platform does not show its effect', [reading('absent', now)], send],
    [
      'the step is sent if the answer cannot be understood, because nothing was sent yet',
      [reading('unclear', now)],
      send,
    ],
    [
      'the step is done as "was there already" if the platform shows its effect',
      [reading('present', now)],
      settle('done', 'was-there-already'),
    ],
    [
      'the step is refused if the user ID belongs to somebody else',
      [reading('somebody-else', now)],
      settle('refused', 'log-in-taken'),
      creation,
    ],
    [
      'Setdesk checks which credentials were refused if the reading asks for credentials',
      [reading('credentials', now)],
      checkCredentials,
    ],
    [
      'Setdesk reads again if a reading asked for credentials before the token changed',
      [reading('credentials', now - 100)],
      read,
      { start: { sequence: 0, at: now - 50 } },
    ],
  ])
})

describe('a box that was sent with the creation of the customer', () => {
  judge([
    [
      'is not bound again before the processing time is over',
      [reading('absent', now)],
      readSoon,
      { carried: { sequence: 1, at: now - 5000 } },
    ],
    [
      'is bound again if two readings after the processing time do not show it and the read is known to work',
      lateAbsent,
      send,
      carried,
    ],
    [
      'is not bound again after a single reading, even after the processing time',
      [reading('absent', now)],
      waitUntil(now + 500),
      carried,
    ],
    [
      'is not bound again until the read is known to work',
      lateAbsent,
      verifyRead,
      { ...carried, control: 'not-sought' },
    ],
    [
      'is not bound again if nothing proves that the read works',
      lateAbsent,
      settle('undecided', 'accepted-but-absent'),
      { ...carried, control: 'sought' },
    ],
    ['counts as bound if the list shows it', [reading('present', now)], seenThere, carried],
    ['is read again if the list was not understood', [reading('unclear', now)], readSoon, carried],
    [
      'is never bound again if the list cannot be understood',
      threeUnclear,
      settle('unconfirmed', 'list-unreadable'),
      carried,
    ],
    ['is read back if its binding is refused, because the creation may have bound it', sent('refused'), read, carried],
    [
      'counts as refused only after the processing time',
      [...sent('refused', now - 100), reading('absent', now)],
      readSoon,
      carried,
    ],
    [
      'counts as refused if two readings after the processing time do not show it',
      [...sent('refused'), ...lateAbsent],
      refused,
      carried,
    ],
  ])
})

describe('after an attempt that was not sent or whose token was refused,', () => {
  judge(
    (['not-sent', 'token-refused'] as const).flatMap((result): readonly Row[] => [
      [
        `the platform is read again before the next attempt (${result})`,
        [reading('absent', now - 70_000), ...sent(result)],
        read,
      ],
      [
        `the step is sent if the platform does not show its effect (${result})`,
        [...sent(result), reading('absent', now)],
        send,
      ],
      [
        `the step is done if the platform shows its effect (${result})`,
        [...sent(result), reading('present', now)],
        seenThere,
      ],
      [
        `a technician's choice “send again” still counts if the reading has not changed since (${result})`,
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
        `the technician decides if an earlier call may have changed the subscription (${result})`,
        [...sent('unknown', now - 90_000), ...sent(result), reading('somebody-else', now)],
        settle('undecided', 'moved-otherwise'),
        { spends: 'sent-again' },
      ],
      [
        `the technician decides if an earlier call may have created the customer (${result})`,
        [...sent('unknown', now - 90_000), ...sent(result), reading('somebody-else', now)],
        settle('undecided', 'somebody-else'),
        creation,
      ],
    ]),
  )
})

describe('after the platform accepted the call,', () => {
  judge([
    ['the list is read', sent('accepted'), read],
    ['the platform is read again if the reading got no answer', [...sent('accepted'), reading('unreached', now)], read],
    ['the step is done if the list shows its effect', [...sent('accepted'), reading('present', now)], seenThere],
    [
      'the step is unconfirmed, not failed, if the platform has never shown that its list can be understood',
      [...sent('accepted'), reading('unclear', now)],
      settle('unconfirmed', 'list-unreadable'),
      { control: 'not-sought' },
    ],
    [
      'the list is read again if a list that was understood before is not',
      [...sent('accepted', now - 9000), reading('unclear', now)],
      readSoon,
    ],
    [
      'the step is unconfirmed if such a list is not understood again until the processing time is over',
      [...sent('accepted', now - 60_000), ...threeUnclear],
      settle('unconfirmed', 'list-unreadable'),
    ],
    [
      'the technician decides if the user ID belongs to another customer',
      [...sent('accepted'), reading('somebody-else', now)],
      settle('undecided', 'somebody-else'),
    ],
    [
      'Setdesk waits for the processing time if the list does not show the effect yet',
      [...sent('accepted', now - 50), reading('absent', now)],
      readSoon,
    ],
    [
      'the technician decides if the list does not show the effect after the processing time either',
      [...sent('accepted'), ...lateAbsent],
      settle('undecided', 'accepted-but-absent'),
    ],
    [
      'Setdesk checks which credentials were refused if the reading asks for credentials',
      [...sent('accepted'), reading('credentials', now)],
      checkCredentials,
    ],
  ])
})

describe('after the platform refused a call,', () => {
  judge([
    ['a plain step is read back once', sent('refused'), read],
    ['a plain step is read again if the reading got no answer', [...sent('refused'), reading('unreached', now)], read],
    [
      'a plain step is done if the list shows the box all the same',
      [...sent('refused'), reading('present', now)],
      seenThere,
    ],
    [
      'a plain step is refused at once if the list does not show the box',
      [...sent('refused', now - 5), reading('absent', now)],
      refused,
    ],
    ['a call that was refused for its password is read back once, too', sent('refused'), read, password],
    [
      'a call that was refused for its password is done if the list shows the box all the same',
      [...sent('refused'), reading('present', now)],
      seenThere,
      password,
    ],
    [
      'a call that was refused for its password asks for the password if the list does not show the box',
      [...sent('refused'), reading('absent', now)],
      settle('refused', 'password-asked'),
      password,
    ],
    [
      'a call that was refused for its password after a lost reply asks for the password once the absence is believed',
      [...sent('unknown', now - 90_000), ...sent('refused'), ...lateAbsent],
      settle('refused', 'password-asked'),
      password,
    ],
    [
      'a plain step is refused at once if the list is unclear',
      [...sent('refused', now - 5), reading('unclear', now)],
      refused,
    ],
    ['a step that costs money is read back once', sent('refused'), read, { spends: 'asked-first' }],
    [
      'a step that costs money is done if the subscription changed as asked',
      [...sent('refused'), reading('present', now)],
      seenThere,
      { spends: 'asked-first' },
    ],
    ...(['absent', 'cannot-tell', 'somebody-else', 'unclear'] as const).map((finding): Row => [
      `a step that costs money is refused at once if the reading is "${finding}"`,
      [...sent('refused', now - 5), reading(finding, now)],
      refused,
      { spends: 'asked-first' },
    ]),
    ['a creation is read back first', sent('refused'), read, creation],
    [
      'a creation is read again if the reading got no answer',
      [...sent('refused'), reading('unreached', now)],
      read,
      creation,
    ],
    ['a creation is done if the customer is there', [...sent('refused'), reading('present', now)], seenThere, creation],
    [
      'a creation is refused if the customer is not there',
      [...sent('refused'), reading('absent', now)],
      refused,
      creation,
    ],
    [
      'a creation is refused if the user ID belongs to somebody else',
      [...sent('refused'), reading('somebody-else', now)],
      settle('refused', 'log-in-taken'),
      creation,
    ],
    [
      'a creation is read again later if the reading is unclear',
      [...sent('refused'), reading('unclear', now)],
      readSoon,
      creation,
    ],
    [
      'a creation needs the technician’s decision after three unclear readings',
      [...sent('refused'), ...threeUnclear],
      settle('undecided', 'reply-lost-unreadable'),
      creation,
    ],
    [
      'a step whose earlier reply was lost is read back first',
      [...sent('unknown', now - 90_000), ...sent('refused')],
      read,
    ],
    [
      'a step whose earlier reply was lost is done if the list shows its effect',
      [...sent('unknown', now - 90_000), ...sent('refused'), reading('present', now)],
      seenThere,
    ],
    [
      'a step whose earlier reply was lost waits for the processing time if the list does not show its effect',
      [...sent('unknown', now - 90_000), ...sent('refused', now - 50), reading('absent', now)],
      readSoon,
    ],
    [
      'a step whose earlier reply was lost is refused if the list does not show its effect after the processing time either',
      [...sent('unknown', now - 90_000), ...sent('refused'), ...lateAbsent],
      refused,
    ],
    [
      'Setdesk checks which credentials were refused if the reading asks for them',
      [...sent('refused'), reading('credentials', now)],
      checkCredentials,
    ],
  ])
})

describe.each(['unknown', 'open'] as const)('after the reply to a step was lost (%s),', (kind) => {
  const lost = (at = now - 60_000) => (kind === 'open' ? [attempt(at)] : sent('unknown', at))
  const rows: readonly Row[] = [
    ['the step is read back', lost(), read],
    ['the platform is read again if the reading got no answer', [...lost(), reading('unreached', now)], read],
    ['the step is done if the list shows its effect', [...lost(), reading('present', now)], seenThere],
    [
      'the technician decides if the reading shows another customer',
      [...lost(), reading('somebody-else', now)],
      settle('undecided', 'somebody-else'),
    ],
    [
      'the step is read again if one reading after the processing time does not show its effect',
      [...lost(), reading('absent', now)],
      waitUntil(now + 500),
    ],
    [
      'Setdesk waits if two readings during the processing time do not show the effect',
      [...lost(now - 50), reading('absent', now - 20), reading('absent', now)],
      waitUntil(now + (3 * 10_000) / 240),
    ],
    [
      'the step is read again if only one of two readings that do not show its effect came after the processing time',
      [...lost(now - 10_500), reading('absent', now - 9000), reading('absent', now)],
      waitUntil(now + 500),
    ],
    [
      'the step is sent again if two readings after the processing time do not show its effect',
      [...lost(), ...lateAbsent],
      send,
    ],
    [
      'the step is sent again if two readings after the processing time do not show its effect, even with an unclear one between them',
      [...lost(), reading('absent', now - 2000), reading('unclear', now - 1500), reading('absent', now)],
      send,
    ],
    [
      'Setdesk looks for a positive control before it sends again if the read is not known to work',
      [...lost(), ...lateAbsent],
      verifyRead,
      { control: 'not-sought' },
    ],
    [
      'the technician decides about sending again if there is no positive control',
      [...lost(), ...lateAbsent],
      settle('undecided', 'reply-lost-absent'),
      { control: 'sought' },
    ],
    [
      'the step is sent again without a positive control if the platform turned it away because of too many requests',
      [...turnedAway, ...lateAbsent],
      send,
      { control: 'sought' },
    ],
    [
      'the technician decides about a creation that was turned away if there is no positive control',
      [...turnedAway, ...lateAbsent],
      settle('undecided', 'reply-lost-absent'),
      { control: 'sought', creates: true },
    ],
    ['the step is read again after one unclear reading', [...lost(), reading('unclear', now)], readSoon],
    [
      'the technician decides after three unclear readings',
      [...lost(), ...threeUnclear],
      settle('undecided', 'reply-lost-unreadable'),
    ],
    [
      'Setdesk checks which credentials were refused if the reading asks for credentials',
      [...lost(), reading('credentials', now)],
      checkCredentials,
    ],
  ]
  judge(rows)

  test('Setdesk sends the step again only after two readings of "absent"', () => {
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

describe('a technician', () => {
  judge([
    [
      'who marks the step as present ends the step as unconfirmed',
      [...sent('unknown'), choice('it-is-there')],
      settle('unconfirmed', 'person-confirmed'),
    ],
    ['who chooses "send again" makes Setdesk read first', [...sent('unknown'), choice('send-again')], read],
    [
      'who chooses "send again" makes Setdesk send if the platform still does not show the effect',
      [...sent('unknown'), ...lateAbsent, choice('send-again'), reading('absent', now)],
      send,
    ],
    [
      'who chooses "send again" makes Setdesk send if the reading is the same as before the choice',
      [...sent('unknown'), reading('unclear', now - 10), choice('send-again'), reading('unclear', now)],
      send,
    ],
    [
      'who chooses "send again" must decide again if the reading has changed since the choice',
      [...sent('unknown'), reading('unclear', now - 10), choice('send-again'), reading('somebody-else', now)],
      settle('undecided', 'somebody-else'),
    ],
    [
      'who chooses "send again" for a call that takes money must decide again if the subscription has moved',
      [...sent('unknown'), reading('somebody-else', now - 10), choice('send-again'), reading('somebody-else', now)],
      settle('undecided', 'moved-otherwise'),
      { spends: 'asked-first', isUnmoved: false },
    ],
    [
      'who chooses "send again" makes Setdesk send nothing if the platform now shows the effect',
      [...sent('unknown'), ...lateAbsent, choice('send-again'), reading('present', now)],
      seenThere,
    ],
    [
      'who chooses "send again" makes Setdesk read again if the reading got no answer',
      [...sent('unknown'), ...lateAbsent, choice('send-again'), reading('unreached', now)],
      read,
    ],
    [
      'who chose "send again" makes Setdesk read back if the second reply was lost, too',
      [...sent('unknown'), choice('send-again'), ...sent('unknown')],
      read,
    ],
    ['who chooses "check again" makes Setdesk read', [...sent('unknown'), ...lateAbsent, choice('check-again')], read],
    [
      'who chooses "check again" makes the earlier readings obsolete',
      [...sent('unknown'), ...lateAbsent, choice('check-again'), reading('absent', now)],
      waitUntil(now + 500),
    ],
    ['who chooses "check again" after a refusal makes Setdesk read', [...sent('refused'), choice('check-again')], read],
    [
      'who marked the step as present and checks again must decide if the platform does not show the effect',
      [...sent('unknown'), choice('it-is-there'), choice('check-again'), ...lateAbsent],
      settle('undecided', 'reply-lost-absent'),
    ],
    [
      'who marked a renewal as in effect and checks again must decide if it had no effect',
      [...sent('unknown'), choice('it-is-there'), choice('check-again'), ...lateAbsent],
      settle('undecided', 'not-applied'),
      { spends: 'sent-again' },
    ],
    [
      'who marked a renewal as in effect before it was sent keeps it so, because no reading can show the opposite',
      [choice('it-is-there'), choice('check-again'), reading('absent', now)],
      settle('unconfirmed', 'person-confirmed'),
      { spends: 'asked-first' },
    ],
    [
      'who marked the step as present keeps it so if checking again shows nothing clear',
      [choice('it-is-there'), choice('check-again'), reading('unclear', now)],
      settle('unconfirmed', 'person-confirmed'),
    ],
    [
      'who marked a new customer as present must decide if checking again shows a customer that may be of somebody else',
      [choice('it-is-there'), choice('check-again'), reading('somebody-else', now)],
      settle('undecided', 'somebody-else'),
      creation,
    ],
    [
      'who marked the step as present keeps it so even if the job goes on without the fleet’s answer',
      [choice('it-is-there'), choice('check-again'), choice('send-without-asking'), reading('unclear', now)],
      settle('unconfirmed', 'person-confirmed'),
    ],
    [
      'who marked the step as present may still have it sent',
      [choice('it-is-there'), choice('check-again'), choice('send-again'), reading('absent', now)],
      send,
    ],
  ])
})

describe('in a new process,', () => {
  const start = { sequence: 4, at: now - 5000 }
  judge([
    [
      'the time that an earlier process waited does not count',
      [...sent('unknown', 9e12), ...lateAbsent, reading('absent', now - 100)],
      waitUntil(now - 100 + Math.min(2500, (10_000 / 240) * 9)),
      { start },
    ],
    [
      'the readings of an earlier process do not count',
      [...sent('unknown', 1), reading('absent', 9e12), reading('absent', 9e12), reading('absent', now)],
      waitUntil(now + 500),
      { start: { sequence: 4, at: now - 20_000 } },
    ],
    [
      'two readings of this process after the processing time are believed',
      [...sent('unknown', 9e12), reading('absent', 5), reading('absent', 5), ...lateAbsent],
      send,
      { start: { sequence: 4, at: now - 20_000 } },
    ],
    [
      'an unclear reading of an earlier process does not delay the next reading',
      [...sent('unknown', 9e12), reading('unclear', 9e12)],
      read,
      { start },
    ],
  ])
})

test('the pauses between readings grow, up to a quarter of the processing time', () => {
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

describe('if a reading asks for the customer’s password although the company token was accepted, the step', () => {
  const rows: readonly Row[] = [
    [
      'is refused with the reason "password-asked" if the binding was not sent yet',
      [reading('credentials', now)],
      settle('refused', 'password-asked'),
    ],
    [
      'is refused with the reason "password-asked" if the binding was refused',
      [...sent('refused'), reading('credentials', now)],
      settle('refused', 'password-asked'),
    ],
    [
      'is unconfirmed if the binding was accepted',
      [...sent('accepted'), reading('credentials', now)],
      settle('unconfirmed', 'list-unreadable'),
    ],
    [
      'needs the technician’s decision if the reply was lost',
      [...sent('unknown'), reading('credentials', now)],
      settle('undecided', 'password-asked'),
    ],
    [
      'needs the technician’s decision if the attempt has no verdict',
      [attempt(now - 100), reading('credentials', now)],
      settle('undecided', 'password-asked'),
    ],
    [
      'is unconfirmed, and not sent, if the box was sent with the creation',
      [reading('credentials', now)],
      settle('unconfirmed', 'list-unreadable'),
      carried,
    ],
    ['is sent if it is the creation of that customer', [reading('credentials', now)], send, creation],
    [
      'needs the technician’s decision if the creation was refused',
      [...sent('refused'), reading('credentials', now)],
      settle('undecided', 'reply-lost-unreadable'),
      creation,
    ],
    [
      'needs the technician’s decision if it was refused after a lost reply',
      [...sent('unknown', 5), ...sent('refused'), reading('credentials', now)],
      settle('undecided', 'reply-lost-unreadable'),
    ],
    [
      'is refused with the reason "password-asked" if the attempt was not sent',
      [...sent('not-sent'), reading('credentials', now)],
      settle('refused', 'password-asked'),
    ],
    [
      'needs the technician’s decision if an earlier attempt may have arrived',
      [...sent('unknown', 5), ...sent('not-sent'), reading('credentials', now)],
      settle('undecided', 'password-asked'),
    ],
    [
      'is refused with the reason "password-asked" if the attempt met a refused token',
      [...sent('token-refused'), reading('credentials', now)],
      settle('refused', 'password-asked'),
    ],
  ]
  judge(rows, decideOnPassword)
})

describe('a call that costs money', () => {
  const spending = { spends: 'asked-first' } as const
  judge([
    ['is sent once the subscription has been read', [reading('absent', now - 10)], send, spending],
    [
      'whose reply was lost is sent again only by a technician, even if the platform shows no effect',
      [...sent('unknown'), ...lateAbsent],
      settle('undecided', 'not-applied'),
      spending,
    ],
    [
      'whose reply was lost is sent again automatically if the platform shows no effect and the operator allows it',
      [...sent('unknown'), ...lateAbsent],
      send,
      { spends: 'sent-again' },
    ],
    [
      'whose reply was lost needs the technician’s decision if the subscription changed in another way',
      [...sent('unknown'), reading('somebody-else', now - 10)],
      settle('undecided', 'moved-otherwise'),
      spending,
    ],
    [
      'that was accepted is unconfirmed if the subscription changed in another way',
      [...sent('accepted'), reading('somebody-else', now - 10)],
      settle('unconfirmed', 'moved-otherwise'),
      spending,
    ],
    [
      'that was refused after a lost reply needs the technician’s decision if the subscription changed in another way',
      [...sent('unknown', 5), ...sent('refused'), reading('somebody-else', now - 10)],
      settle('undecided', 'moved-otherwise'),
      spending,
    ],
    [
      'is sent on the technician’s demand after another reading',
      [...sent('unknown'), ...lateAbsent, choice('send-again', now - 5), reading('absent', now)],
      send,
      spending,
    ],
    [
      'is not sent a third time on the technician’s demand',
      [...sent('unknown'), ...lateAbsent, choice('send-again', now - 5), reading('absent', now)],
      settle('undecided', 'sent-twice'),
      { ...spending, timesSent: 2 },
    ],
    [
      'is not sent a third time automatically, even if the operator allows resending',
      [...sent('unknown'), ...lateAbsent],
      settle('undecided', 'sent-twice'),
      { spends: 'sent-again', timesSent: 2 },
    ],
    [
      'is not sent a third time after a correction that changes nothing',
      [reading('absent', now)],
      settle('undecided', 'sent-twice'),
      { spends: 'sent-again', timesSent: 2 },
    ],
    [
      'that does not move the end date waits for the processing time',
      [...sent('unknown', now - 50), reading('cannot-tell', now)],
      readSoon,
      { spends: 'sent-again' },
    ],
    [
      'that does not move the end date is never sent again automatically',
      [...sent('unknown'), reading('cannot-tell', now)],
      settle('undecided', 'cannot-tell'),
      { spends: 'sent-again' },
    ],
    [
      'that does not move the end date is unconfirmed after it was accepted',
      [...sent('accepted'), reading('cannot-tell', now)],
      settle('unconfirmed', 'cannot-tell'),
      spending,
    ],
  ])
})

const no = (at = now - 60_000) => [attempt(at - 100), { ...verdict('refused', at), byWords: true }] as const

describe('a refusal in the text of an answer whose status is success', () => {
  const spends = { spends: 'asked-first' } as const
  judge([
    ['makes Setdesk read the step back', no(), read],
    ['counts once the reading shows no effect', [...no(), reading('absent', now)], refused],
    ['does not count if the reading shows the effect', [...no(), reading('present', now)], seenThere],
    ['of a call that costs money makes Setdesk read the step back', no(), read, spends],
    [
      'of a call that costs money makes Setdesk wait for the processing time',
      [...no(now - 50), reading('absent', now)],
      readSoon,
      spends,
    ],
    [
      'of a call that costs money counts if two readings after the processing time show no effect',
      [...no(), ...lateAbsent],
      refused,
      spends,
    ],
    [
      'of a call that costs money needs the technician’s decision if no reading is understood',
      [...no(), ...threeUnclear],
      settle('undecided', 'reply-lost-unreadable'),
      spends,
    ],
    ['counts if the list cannot be understood', [...no(), ...threeUnclear], refused],
  ])
})

describe('a corrected step that was sent before its correction', () => {
  const tried = { tried: { sequence: 1, at: now - 60_000 } }
  judge([
    ['is read first', [], read, tried],
    ['is sent if the earlier call had no effect', [reading('absent', now)], send, tried],
    [
      'needs the technician’s decision if the earlier call took effect',
      [reading('earlier-effect', now)],
      settle('undecided', 'earlier-try-took-effect'),
      tried,
    ],
    ['is read again if the effect of the earlier call is unclear', [reading('earlier-unclear', now)], readSoon, tried],
    [
      'needs the technician’s decision after three unclear readings',
      [1, 2, 3].map((s) => reading('earlier-unclear', now - 100 + s)),
      settle('undecided', 'earlier-try-unclear'),
      tried,
    ],
    [
      'is sent on the technician’s demand if the reading is the same as before the choice',
      [reading('earlier-effect', now - 9), choice('send-again', now - 5), reading('earlier-effect', now)],
      send,
      tried,
    ],
  ])
  test("needs the technician's decision if the reading asks for the customer's password", () => {
    expect(decideOnPassword(makeHistory(reading('credentials', now)), { ...usual, ...tried })).toEqual(
      settle('undecided', 'password-asked'),
    )
  })
})

const failing = (count: number, from: number, isAnswered = true) =>
  Array.from({ length: count }, (_, index) => ({ ...reading('unreached', from + index), isAnswered }))

describe('a platform that keeps failing at one call', () => {
  const well = { answeredWellAt: now - 1 }
  const givenUp = settle('undecided', 'keeps-failing')
  judge([
    ['is asked again if six failures span less than a minute', failing(6, now - 40_000), read, well],
    ['is asked again after five failures, even if they span a minute', failing(5, now - 60_000), read, well],
    ['makes Setdesk ask the technician if six failures span a minute', failing(6, now - 60_000), givenUp, well],
    ['counts as unreached if it answers nothing else either', failing(60, now - 60_000), read],
    [
      'counts as unreached if it answered other questions only before the failures',
      failing(60, now - 60_000),
      read,
      { answeredWellAt: now - 60_000 },
    ],
    ['counts as unreached if no answer came at all', failing(60, now - 60_000, false), read, well],
    [
      'makes Setdesk ask the technician even if the step was sent already',
      [...sent('unknown'), ...failing(6, now - 55_000)],
      givenUp,
      well,
    ],
    [
      'makes Setdesk ask the technician even if the computer restarts between the failures',
      failing(30, 5),
      givenUp,
      { ...well, start: { sequence: 10, at: 0 } },
    ],
    [
      'is asked again when the technician checks again',
      [...failing(6, now - 60_000), choice('check-again')],
      read,
      well,
    ],
  ])

  test('makes Setdesk ask the technician after the fifth call without an answer', () => {
    const lost = Array.from({ length: 5 }, () => sent('unknown')).flat()
    expect(decide(makeHistory(...lost.slice(2), ...lateAbsent), usual)).toEqual(send)
    expect(decide(makeHistory(...lost, ...lateAbsent), usual)).toEqual(givenUp)
    expect(decide(makeHistory(...lost, choice('check-again'), ...lateAbsent), usual)).toEqual(givenUp)
    expect(decide(makeHistory(...lost, choice('send-again'), ...lateAbsent), usual)).toEqual(send)
  })
})

const assumed = (at = now - 60_000) => [{ ...attempt(at - 100), isAssumed: true }, verdict('unknown', at)] as const

describe('an attempt that is only assumed (another computer may have made it)', () => {
  const unclear = [reading('unclear', now - 9000), reading('unclear', now - 6000), reading('unclear', now)] as const
  judge([
    [
      'counts as perhaps sent, not as a lost reply, if nothing can be read',
      [...assumed(), ...unclear],
      settle('undecided', 'perhaps-sent-unreadable'),
    ],
    [
      'counts as perhaps sent, not as a lost reply, if the list does not show its effect',
      [...assumed(), ...lateAbsent],
      settle('undecided', 'perhaps-sent-absent'),
      { control: 'sought' },
    ],
    [
      'does not shorten the processing time of the creation that contained the box',
      [...assumed(), reading('absent', now - 2000), reading('absent', now)],
      { action: 'wait', until: expect.any(Number) as number, why: 'processing-time' },
      { carried: { sequence: 10, at: now - 5000 } },
    ],
    [
      'needs the technician’s decision at once if the call before the correction took effect',
      [...assumed(), reading('earlier-effect', now)],
      settle('undecided', 'earlier-try-took-effect'),
    ],
    [
      'counts as a lost reply once a real attempt after it lost its reply',
      [...assumed(), ...sent('unknown'), ...unclear],
      settle('undecided', 'reply-lost-unreadable'),
    ],
  ])
})

describe('a creation that was refused because something exists already', () => {
  const exists = { ...creation, saysThere: true }
  const absent = reading('absent', now)
  judge([
    ['is read back until the processing time is over', [...sent('refused', now - 50), absent], readSoon, exists],
    ['is refused after that', [...sent('refused'), ...lateAbsent], refused, exists],
    ['is done if the customer appears', [...sent('refused'), absent, reading('present', now)], seenThere, exists],
    [
      'is not called refused after that if the reply of an earlier call was lost',
      [...sent('unknown', now - 9000), ...sent('refused'), ...lateAbsent],
      settle('undecided', 'reply-lost-absent'),
      exists,
    ],
  ])
})

describe('another call that was refused because something is so already', () => {
  const exists = { saysThere: true }
  const unclear = [reading('unclear', now - 9000), reading('unclear', now - 6000), reading('unclear', now)] as const
  const absent = reading('absent', now)
  judge([
    ['is read back until the processing time is over', [...sent('refused', now - 50), absent], readSoon, exists],
    ['is refused after that', [...sent('refused'), ...lateAbsent], refused, exists],
    [
      'is not called refused after that if the reply of an earlier call was lost',
      [...sent('unknown', now - 9000), ...sent('refused'), ...lateAbsent],
      settle('undecided', 'reply-lost-absent'),
      exists,
    ],
    [
      'is not called refused if the platform’s list cannot be read',
      [...sent('refused'), ...unclear],
      settle('undecided', 'reply-lost-unreadable'),
      exists,
    ],
    [
      'is not called refused while the customer’s subscription looks the same either way',
      [...sent('refused'), reading('cannot-tell', now - 20_000), reading('cannot-tell', now)],
      settle('undecided', 'cannot-tell'),
      { ...exists, spends: 'asked-first' },
    ],
  ])
})

describe('a creation whose customer the platform stored under another user ID', () => {
  const found = reading('other-user-id', now)
  const aPersons = settle('undecided', 'other-user-id')
  judge([
    ['is not sent again after a lost reply', [...sent('unknown', now - 9000), found], aPersons, { creates: true }],
    ['is not done after an accepted call', [...sent('accepted', now - 9000), found], aPersons, { creates: true }],
    [
      'is not refused by a refusal that came after it',
      [...sent('refused', now - 9000), found],
      aPersons,
      { creates: true },
    ],
    [
      'is not sent again on demand',
      [...sent('unknown', now - 9000), choice('send-again', now - 10), found],
      aPersons,
      { creates: true },
    ],
    [
      'is not sent again on demand, although the technician saw that finding',
      [...sent('unknown', now - 9000), found, choice('send-again', now - 10), found],
      aPersons,
      { creates: true },
    ],
  ])
})

describe('a creation for which the platform issues the credentials', () => {
  const unnamed = { creates: true, logIn: 'unknown' } as const
  const late = now - 60_000
  const several = reading('several', now)
  const aPersons = settle('undecided', 'several-found')
  judge([
    [
      'is never sent again automatically',
      [...sent('unknown', late), ...lateAbsent],
      settle('undecided', 'reply-lost-absent'),
      unnamed,
    ],
    [
      'is read again until the processing time is over',
      [...sent('unknown', now - 5000), reading('absent', now)],
      readSoon,
      unnamed,
    ],
    [
      'is not done if the platform accepted it without telling the user ID',
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
      'is read once more before the technician is asked for the user ID',
      [...sent('accepted', late), reading('unclear', now)],
      readSoon,
      unnamed,
    ],
    ['is sent if the customer is not there yet', [reading('absent', now)], send, unnamed],
    ...(['accepted', 'unknown', 'refused', 'not-sent'] as const).map((result): Row => [
      `is never sent again if the platform shows the customer without a user ID (${result})`,
      [...sent(result), choice('send-again'), reading('present', now)],
      settle('undecided', 'log-in-unknown'),
      unnamed,
    ]),
    [
      'is done once the platform shows the customer under the user ID of the reply',
      [...sent('accepted', late), reading('present', now)],
      seenThere,
      { creates: true, logIn: 'told' },
    ],
    ['needs the technician’s decision if several such customers exist before it is sent', [several], aPersons, unnamed],
    [
      'needs the technician’s decision if several such customers exist after a lost reply',
      [...sent('unknown'), several],
      aPersons,
      unnamed,
    ],
    [
      'needs the technician’s decision if several such customers exist after it was accepted',
      [...sent('accepted'), several],
      aPersons,
      unnamed,
    ],
    [
      'needs the technician’s decision if several such customers exist after it was refused',
      [...sent('refused'), several],
      aPersons,
      unnamed,
    ],
  ])
  judge(
    [
      [
        'needs the technician’s decision if it was accepted and the reading asks for a password',
        sent('accepted'),
        settle('undecided', 'log-in-unknown'),
        unnamed,
      ],
    ],
    decideOnPassword,
  )
})

describe('a step for a customer whom the platform does not have', () => {
  const late = [1, 2, 3].map((s) => reading('no-customer', now - 100 + s))
  const spends = { spends: 'asked-first' } as const
  const byWords = [attempt(now - 60_100), { ...verdict('refused', now - 60_000), byWords: true }] as const
  const shownBetween = shown(5, now - 98)
  judge([
    ['is sent once, because the platform itself refuses it', [reading('no-customer', now)], send, spends],
    [
      'is read again until the processing time is over',
      [...sent('unknown', now - 50), reading('no-customer', now)],
      readSoon,
      spends,
    ],
    [
      'needs the technician’s decision if the reply was lost',
      [...sent('unknown'), ...late],
      settle('undecided', 'no-such-customer'),
      { ...spends, ...shownBetween },
    ],
    [
      'makes Setdesk look for a customer who exists if the read has shown nobody since the first answer that the customer does not exist',
      [...sent('unknown'), ...late],
      verifyRead,
      { ...spends, ...shown(2, now - 98) },
    ],
    [
      'is read again if the read has shown a customer only after the last answer that the customer does not exist',
      [...sent('unknown'), ...late],
      read,
      { ...spends, ...shown(5, now - 96) },
    ],
    [
      'makes Setdesk first check that the same read can show a customer',
      [...sent('unknown'), ...late],
      verifyRead,
      { ...spends, control: 'not-sought', showings: [] },
    ],
    [
      'needs the technician’s decision, with the reason "unreadable", if the read has never shown a customer',
      [...sent('unknown'), ...late],
      settle('undecided', 'reply-lost-unreadable'),
      { ...spends, control: 'sought' },
    ],
    ['is refused if the text of the answer was a refusal', [...byWords, ...late], refused, spends],
    [
      'needs the technician’s decision if the text of the answer was a refusal and an earlier reply was lost',
      [...sent('unknown', now - 120_000), ...byWords, ...late],
      settle('undecided', 'no-such-customer'),
      { ...spends, ...shownBetween },
    ],
    [
      'is unconfirmed if the platform accepted the call',
      [...sent('accepted'), reading('no-customer', now)],
      settle('unconfirmed', 'list-unreadable'),
      { ...spends, control: 'not-sought' },
    ],
    [
      'is sent again on the technician’s demand while the customer is still not there',
      [...sent('unknown'), ...late, choice('send-again', now - 5), reading('no-customer', now)],
      send,
      spends,
    ],
    [
      'needs the technician’s decision again if the customer was there at the time of the first choice',
      [...sent('unknown'), reading('cannot-tell', now - 9), choice('send-again', now - 5), reading('no-customer', now)],
      settle('undecided', 'no-such-customer'),
      spends,
    ],
  ])
})

describe('a call that costs money and was rejected because of too many requests', () => {
  const spends = { spends: 'asked-first' } as const
  judge([
    ['is read back', turnedAway, read, spends],
    [
      'is sent again if two readings after the processing time show no effect',
      [...turnedAway, ...lateAbsent],
      send,
      spends,
    ],
    [
      'is not sent a third time',
      [...turnedAway, ...lateAbsent],
      settle('undecided', 'sent-twice'),
      { ...spends, timesSent: 2 },
    ],
    [
      'needs the technician’s decision if an earlier reply was lost',
      [...sent('unknown', now - 120_000), ...turnedAway, ...lateAbsent],
      settle('undecided', 'not-applied'),
      { ...spends, timesSent: 1 },
    ],
    ['is done if it took effect', [...turnedAway, reading('present', now)], seenThere, spends],
  ])
})
