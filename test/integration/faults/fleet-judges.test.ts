import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { HubAnswer, HubCall, HubError, HubRequest } from '../../../src/shared/fleet/hub-calls.ts'
import { createHarnessLedger, type Asked, type HubReply } from '../../faults/fleet/happenings.ts'
import { judgeAudit } from '../../faults/fleet/judge-audit.ts'
import { judgeCare } from '../../faults/fleet/judge-care.ts'
import { judgeClaims } from '../../faults/fleet/judge-claims.ts'
import { judgeEffects } from '../../faults/fleet/judge-effects.ts'
import { judgeRevoked } from '../../faults/fleet/judge-revoked.ts'
import { nextVersion } from '../../fakes/hub/test-fleet.ts'

const key = (letter: string): string => letter.repeat(64)
const job = (letter: string): string => letter.repeat(26)
const [north, south, boss] = ['1', '2', '3'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
]
const soon = new Date(1_000_000_000_000 + 60_000).toISOString()
const now = 1_000_000_000_000
const holder = (id: string) => ({ id, name: id.slice(-1) })

const held = (one: string, fence: number, until = soon) => ({ job: job(one), result: 'held' as const, fence, until })

/** A ledger that is written by hand. */
function tell() {
  const ledger = createHarnessLedger()
  let exchanges = 0
  const ask = <C extends HubCall>(by: string, call: C, request: HubRequest<C>, isCopy = false): number => {
    exchanges += 1
    // The cast is safe: the request is one of this call.
    ledger.add({ what: 'asked', exchange: exchanges, by, isCopy, ...({ call, request } as unknown as Asked) })
    return exchanges
  }
  const answer = (exchange: number, value: unknown, at = now): void =>
    ledger.add({ what: 'answered', exchange, reply: { ok: true, value } as HubReply, at })
  const refuse = (exchange: number, code: HubError['code'] = 'revoked'): void =>
    ledger.add({ what: 'answered', exchange, reply: { ok: false, error: { code, message: '' } }, at: now })
  const call = <C extends HubCall>(
    by: string,
    name: C,
    request: HubRequest<C>,
    value: HubAnswer<C>,
    at = now,
  ): number => {
    const exchange = ask(by, name, request)
    answer(exchange, value, at)
    return exchange
  }
  for (const [by, station] of [
    ['north', north],
    ['south', south],
    ['boss', boss],
  ] as const) {
    const enrol = { lookup: key('0'), name: by, identityKey: '', sealKey: '', proof: '' }
    call(by, 'enrol', enrol, { station, role: 'station' })
  }
  return {
    ledger,
    ask,
    answer,
    refuse,
    call,
    held,
    take: (by: string, one: string, keys: readonly string[], fence = 1, at = now, until = soon) =>
      call(
        by,
        'claims.take',
        { jobs: [{ job: job(one), keys: keys.map(key), version: nextVersion() }] },
        { jobs: [held(one, fence, until)] },
        at,
      ),
    conflict: (by: string, one: string, letter: string, with_: string) =>
      call(
        by,
        'claims.take',
        { jobs: [{ job: job(one), keys: [key(letter)], version: nextVersion() }] },
        {
          jobs: [
            {
              job: job(one),
              result: 'conflict',
              conflicts: [{ key: key(letter), station: holder(with_), since: soon, state: 'held' }],
            },
          ],
        },
      ),
    finish: (by: string, one: string, outcome: 'done' | 'released', fence = 1) =>
      call(by, 'claims.finish', { jobs: [{ job: job(one), fence, outcome, version: nextVersion() }] }, { late: [] }),
    rescue: (one: string, from: string, to: string, fence: number) =>
      call(
        'boss',
        'work.rescue',
        { from, to, items: [{ job: job(one), fence: fence - 1, version: 1, sealed: '' }] },
        { items: [{ job: job(one), fence }] },
      ),
    find: (letter: string, found: readonly string[]) =>
      call(
        'boss',
        'claims.find',
        { keys: [key(letter)] },
        {
          found: found.map((one) => ({
            job: job(one),
            key: key(letter),
            station: holder(north),
            since: soon,
            state: 'held' as const,
          })),
        },
      ),
  }
}
type Told = ReturnType<typeof tell>
const claimsOf = (act: (told: Told) => void): readonly string[] => {
  const told = tell()
  act(told)
  return judgeClaims(told.ledger.all(), now).wrong
}

describe("the fleet test's check of claims", () => {
  it('accepts the whole course of a claim: taken, renewed, refused to others, confirmed, found and done', () => {
    expect(
      claimsOf(({ take, conflict, call, finish, find }) => {
        take('north', 'A', ['a', 'b'])
        take('north', 'A', ['a', 'b'])
        conflict('south', 'B', 'b', north)
        call('north', 'claims.confirm', { job: job('A'), fence: 1 }, { result: 'held', until: soon })
        find('a', ['A'])
        finish('north', 'A', 'done')
        find('b', ['A'])
      }),
    ).toEqual([])
  })

  it('reports a key that two jobs have at the same time', () => {
    expect(
      claimsOf(({ take }) => {
        take('north', 'A', ['a', 'b'])
        take('south', 'B', ['b'])
      }),
    ).toEqual([expect.stringContaining('two winners of bbbbbbbb')])
  })

  it('accepts a second holder of a key after the first claim was released, lapsed, or may have been released', () => {
    for (const end of ['released', 'lapsed', 'unanswered', 'replaced'] as const)
      expect(
        claimsOf(({ take, finish, ask }) => {
          take('north', 'A', ['a'], 1, now, end === 'lapsed' ? new Date(now + 10).toISOString() : soon)
          if (end === 'released') finish('north', 'A', 'released')
          if (end === 'unanswered')
            ask('north', 'claims.finish', {
              jobs: [{ job: job('A'), fence: 1, outcome: 'released', version: nextVersion() }],
            })
          if (end === 'replaced') take('north', 'A', ['c'])
          take('south', 'B', ['a'], 1, now + 20)
        }),
        end,
      ).toEqual([])
  })

  it('reports a second holder of a key whose claim was confirmed or done', () => {
    for (const call of ['confirm', 'done'] as const)
      expect(
        claimsOf((told) => {
          const until = new Date(now + 10).toISOString()
          told.take('north', 'A', ['a'], 1, now, until)
          if (call === 'done') told.finish('north', 'A', 'done')
          else told.call('north', 'claims.confirm', { job: job('A'), fence: 1 }, { result: 'held', until })
          told.take('south', 'B', ['a'], 1, now + 20)
        }),
        call,
      ).toEqual([expect.stringContaining('two winners')])
  })

  it('reports an acknowledged claim that the hub later refuses, does not find, or calls lapsed', () => {
    const lost = expect.stringContaining('lost its acknowledged claim')
    expect(
      claimsOf(({ take, ask, conflict }) => {
        ask('south', 'claims.take', { jobs: [{ job: job('B'), keys: [key('a')], version: nextVersion() }] })
        take('north', 'A', ['a'])
        conflict('north', 'A', 'a', south)
      }),
    ).toEqual([lost])
    expect(
      claimsOf(({ take, find }) => {
        take('north', 'A', ['a'])
        find('a', [])
      }),
    ).toEqual([lost])
    expect(
      claimsOf(({ take, call }) => {
        take('north', 'A', ['a'])
        call('north', 'claims.confirm', { job: job('A'), fence: 1 }, { result: 'lapsed' })
      }),
    ).toEqual([lost])
  })

  it.each([1, 2])(
    'accepts that the claim of a done job can no longer be confirmed, even after a move (fence %d)',
    (fence) => {
      expect(
        claimsOf(({ take, finish, rescue, call, find }) => {
          take('north', 'A', ['a'])
          finish('north', 'A', 'done')
          if (fence === 2) rescue('A', north, south, 2)
          call(fence === 2 ? 'south' : 'north', 'claims.confirm', { job: job('A'), fence }, { result: 'lapsed' })
          find('a', ['A'])
        }),
      ).toEqual([])
    },
  )

  it('reports a late copy of a request that undoes a newer claim or release', () => {
    expect(
      claimsOf(({ take, ask, answer, held, find }) => {
        take('north', 'A', ['a'])
        take('north', 'A', ['b'])
        answer(
          ask('north', 'claims.take', { jobs: [{ job: job('A'), keys: [key('a')], version: nextVersion() }] }, true),
          {
            jobs: [held('A', 1)],
          },
        )
        find('b', [])
      }),
    ).toEqual([expect.stringContaining('lost its acknowledged claim on bbbbbbbb')])
    expect(
      claimsOf(({ take, ask, answer, held, finish, find, conflict }) => {
        take('north', 'A', ['a'])
        finish('north', 'A', 'released')
        answer(
          ask('north', 'claims.take', { jobs: [{ job: job('A'), keys: [key('a')], version: nextVersion() }] }, true),
          {
            jobs: [held('A', 2)],
          },
        )
        find('a', ['A'])
        conflict('south', 'B', 'a', north)
      }),
    ).toEqual([expect.stringContaining('which it gave back'), expect.stringContaining('which gave it back')])
  })

  it('reports a fence that shrinks, and a station that gets the claim of a job that was moved away', () => {
    expect(
      claimsOf(({ take, rescue }) => {
        take('north', 'A', ['a'], 3)
        rescue('A', north, south, 2)
      }),
    ).toEqual([expect.stringContaining('shrank from 3 to 2')])
    expect(
      claimsOf(({ take, rescue, call }) => {
        take('north', 'A', ['a'])
        rescue('A', north, south, 2)
        call('north', 'claims.confirm', { job: job('A'), fence: 1 }, { result: 'held', until: soon })
        take('north', 'A', ['a'], 2)
        take('south', 'A', ['a'], 2)
      }),
    ).toEqual([expect.stringContaining('after it was moved'), expect.stringContaining('moved to another station')])
  })

  it('reports a key of a moved job that another job gets, and a move that nobody made', () => {
    expect(
      claimsOf(({ take, rescue }) => {
        take('north', 'A', ['a'])
        rescue('A', north, south, 2)
        take('boss', 'B', ['a'])
      }),
    ).toEqual([expect.stringContaining('two winners')])
    expect(
      claimsOf(({ take, call }) => {
        take('north', 'A', ['a'])
        call('north', 'claims.confirm', { job: job('A'), fence: 1 }, { result: 'moved', to: holder(south) })
      }),
    ).toEqual([expect.stringContaining('which nobody did')])
  })
})

const copyOf = (one: string, version: number, sealed = 'AAAA') => ({
  job: job(one),
  fence: 1,
  version,
  sealed,
  state: 'saved' as const,
})

const remove = ({ ask }: Told) => ask('north', 'work.remove', { jobs: [{ job: job('A'), version: 6 }] })

const careOf = (act: (told: Told) => readonly ReturnType<typeof copyOf>[]) => {
  const told = tell()
  const items = act(told).map((one) => ({ ...one, changedAt: soon }))
  told.ledger.add({ what: 'reading-begun', reading: 1 })
  told.ledger.add({ what: 'work-read', reading: 1, station: north, items })
  return judgeCare(told.ledger.all())
}
const put = ({ call }: Told, version: number) =>
  call('north', 'work.put', { items: [copyOf('A', version)] }, { moved: [] })

describe("the fleet test's check of job copies at the hub", () => {
  it('reports a copy that is gone, too old, or changed', () => {
    expect(careOf((told) => (put(told, 5), [copyOf('A', 5)]))).toEqual({ wrong: [], looked: 1 })
    expect(careOf((told) => (put(told, 5), [])).wrong).toEqual([expect.stringContaining('is gone')])
    expect(careOf((told) => (put(told, 5), [copyOf('A', 4)])).wrong).toEqual([expect.stringContaining('version 4')])
    expect(careOf((told) => (put(told, 5), [copyOf('A', 5, 'BBBB')])).wrong).toEqual([
      expect.stringContaining('changed'),
    ])
  })

  it('does not look for copies that may have been removed or moved', () => {
    expect(careOf((told) => (put(told, 5), remove(told), []))).toEqual({ wrong: [], looked: 0 })
    expect(careOf((told) => (put(told, 5), told.rescue('A', north, south, 2), []))).toEqual({ wrong: [], looked: 0 })
  })
})

describe("the fleet test's check of audit lines", () => {
  const chain: HubRequest<'audit.append'>['entries'] = []
  for (const sealed of ['AAAA', 'BBBB', 'CCCC']) {
    const previous = chain.at(-1)?.hash ?? key('0')
    const bytes = Buffer.concat([Buffer.from(previous, 'hex'), Buffer.from(sealed, 'base64')])
    const hash = createHash('sha256').update(bytes).digest('hex')
    chain.push({ sequence: chain.length + 1, previous, hash, sealed })
  }
  const auditOf = (act: (told: Told) => typeof chain | undefined) => {
    const told = tell()
    const read = act(told)
    if (read !== undefined) {
      const entries = read.map((one) => ({ ...one, receivedAt: soon }))
      told.ledger.add({ what: 'reading-begun', reading: 1 })
      told.ledger.add({ what: 'audit-read', reading: 1, station: north, entries })
    }
    return judgeAudit(told.ledger.all())
  }
  const append = ({ call }: Told, from: number, to: number, answer: Partial<HubAnswer<'audit.append'>> = {}) =>
    call('north', 'audit.append', { entries: chain.slice(from - 1, to) }, { next: to + 1, had: 0, ...answer })

  it('reports an acknowledged line that is missing or changed', () => {
    expect(auditOf((told) => (append(told, 1, 2), append(told, 3, 3), chain))).toEqual({
      wrong: [],
      acknowledged: 3,
      read: 3,
    })
    expect(auditOf((told) => (append(told, 1, 3), chain.slice(0, 2))).wrong).toEqual([
      expect.stringContaining('line 3 of'),
    ])
    const [one, two, three] = chain as [(typeof chain)[0], (typeof chain)[0], (typeof chain)[0]]
    expect(auditOf((told) => (append(told, 1, 3), [one, { ...two, sealed: 'DDDD' }, three])).wrong).toEqual([
      expect.stringContaining('line 2 of'),
    ])
  })

  it('reports lines that the hub has forgotten or calls rewritten', () => {
    const gap = auditOf((told) => void (append(told, 1, 2), append(told, 3, 3, { next: 2, gapAt: 2 })))
    expect(gap.wrong).toEqual([expect.stringContaining('left out line 2'), expect.stringContaining('line 2 again')])
    const fork = auditOf((told) => void append(told, 1, 1, { next: 1, forkedAt: 1 }))
    expect(fork.wrong).toEqual([expect.stringContaining('rewritten line 1')])
  })
})

interface Shop extends Told {
  readonly saved: (by: string, one: string) => void
  readonly sent: (by: string, one: string) => void
  /** The laptop asks the hub for a claim and gets this answer. */
  readonly claim: (by: string, one: string, result: 'held' | 'conflict', until?: string) => void
  readonly unheard: (by: string, one: string) => void
}
const effectsOf = (act: (shop: Shop) => void) => {
  const told = tell()
  const { ledger } = told
  act({
    ...told,
    saved(by, one) {
      ledger.add({ what: 'wished', by, box: 'box', userid: one })
      ledger.add({ what: 'saved', by, job: job(one), userid: one })
    },
    sent: (by, one) =>
      ledger.add({
        what: 'effect',
        by,
        effect: 'create',
        box: 'box',
        userid: one,
        begun: ledger.all().length,
        at: now,
      }),
    claim: (by, one, result, until = soon) =>
      ledger.add({
        what: 'heard',
        exchange: result === 'held' ? told.take(by, one, ['a'], 1, now, until) : told.conflict(by, one, 'a', north),
      }),
    unheard: (by, one) => ledger.add({ what: 'unheard', by, jobs: [job(one)] }),
  })
  return judgeEffects(ledger.all())
}

const wakeAfterMove = (canAsk: boolean) =>
  effectsOf(({ saved, claim, sent, unheard, rescue }) => {
    saved('north', 'A')
    claim('north', 'A', 'held')
    rescue('A', north, south, 2)
    claim('south', 'A', 'held')
    sent('south', 'A')
    if (!canAsk) {
      claim('north', 'A', 'held', new Date(now).toISOString())
      unheard('north', 'A')
    }
    sent('north', 'A')
  })

const wakeWhenTold = (isBack: boolean) =>
  effectsOf(({ saved, sent, rescue, call, ledger, claim }) => {
    saved('north', 'A')
    rescue('A', north, south, 2)
    const value = { result: 'moved' as const, to: holder(south) }
    const exchange = call('north', 'claims.confirm', { job: job('A'), fence: 1 }, value)
    ledger.add({ what: 'heard', exchange })
    if (isBack) {
      rescue('A', south, north, 3)
      claim('north', 'A', 'held')
    }
    sent('north', 'A')
  }).wrong

describe("the fleet test's check of effects", () => {
  it('accepts a box that two laptops saved and only one of them sent', () => {
    const judged = effectsOf(({ saved, claim, sent }) => {
      saved('north', 'A')
      saved('south', 'B')
      claim('north', 'A', 'held')
      claim('south', 'B', 'conflict')
      sent('north', 'A')
    })
    expect(judged).toEqual({ wrong: [], counts: { effects: 1, boxes: 1, contested: 1, rescued: 0, unguarded: 0 } })
  })

  it('reports a box that two laptops sent although both had its claim', () => {
    const judged = effectsOf(({ saved, claim, sent }) => {
      saved('north', 'A')
      saved('south', 'B')
      claim('north', 'A', 'held')
      claim('south', 'B', 'held')
      sent('north', 'A')
      sent('south', 'B')
    })
    expect(judged.wrong).toEqual([expect.stringMatching(/sent by two.*north.*had its claim.*south.*had its claim/)])
  })

  it('counts a box as unguarded if one of two senders had the claim but could not confirm the claim before the call', () => {
    const judged = effectsOf(({ saved, claim, sent, ledger }) => {
      saved('north', 'A')
      saved('south', 'B')
      claim('north', 'A', 'held')
      ledger.add({ what: 'unheard', by: 'north', jobs: [job('A')] })
      sent('north', 'A')
      claim('south', 'B', 'held')
      sent('south', 'B')
    })
    expect(judged).toMatchObject({ wrong: [], counts: { unguarded: 1 } })
  })

  it('counts a box as unguarded if one of two senders could not ask the hub, or could not renew a lapsed claim', () => {
    for (const isLapsed of [false, true]) {
      const judged = effectsOf(({ saved, claim, sent, unheard }) => {
        saved('north', 'A')
        saved('south', 'B')
        if (isLapsed) claim('north', 'A', 'held', new Date(now).toISOString())
        unheard('north', 'A')
        claim('south', 'B', 'held')
        sent('north', 'A')
        sent('south', 'B')
      })
      expect(judged).toMatchObject({ wrong: [], counts: { unguarded: 1 } })
    }
  })

  it('accepts a laptop that sends before it has signed in again, because it could not ask the hub', () => {
    const judged = effectsOf(({ saved, claim, sent, call, ledger }) => {
      saved('north', 'A')
      saved('north', 'C')
      claim('north', 'C', 'held')
      ledger.add({ what: 'heard', exchange: call('north', 'challenge', { station: north }, { challenge: '' }) })
      sent('north', 'A')
    })
    expect(judged.wrong).toEqual([])
  })

  it('accepts a laptop that sends after the hub no longer knew its session, because the new sign-in may take too long', () => {
    const judged = effectsOf(({ saved, claim, sent, ask, refuse, ledger }) => {
      saved('north', 'A')
      saved('north', 'C')
      claim('north', 'C', 'held')
      const exchange = ask('north', 'work.waiting', {})
      refuse(exchange, 'not-signed-in')
      ledger.add({ what: 'heard', exchange })
      sent('north', 'A')
    })
    expect(judged.wrong).toEqual([])
  })

  it('reports a laptop that sends without asking a hub that answers, or although the hub refused', () => {
    const silent = effectsOf(({ saved, claim, sent }) => {
      saved('north', 'A')
      saved('north', 'C')
      claim('north', 'C', 'held')
      sent('north', 'A')
    })
    expect(silent.wrong).toEqual([expect.stringContaining('did not ask')])
    const stubborn = effectsOf(({ saved, claim, sent }) => {
      saved('south', 'B')
      claim('south', 'B', 'conflict')
      sent('south', 'B')
    })
    expect(stubborn.wrong).toEqual([expect.stringContaining('knew of a conflict')])
  })

  it('reports a moved job that both laptops sent, unless the first laptop could not ask the hub', () => {
    expect(wakeAfterMove(true)).toMatchObject({
      wrong: [expect.stringMatching(/which was moved, was sent by two: south.*north/)],
      counts: { rescued: 1 },
    })
    expect(wakeAfterMove(false)).toMatchObject({ wrong: [], counts: { unguarded: 1 } })
  })

  it('reports a laptop that sends a job although the hub called it moved, unless the job came back', () => {
    expect(wakeWhenTold(false)).toEqual([expect.stringContaining('knew that it was moved')])
    expect(wakeWhenTold(true)).toEqual([])
  })

  it('reports an effect that no technician wanted', () => {
    expect(effectsOf(({ sent }) => sent('north', 'A')).wrong).toEqual([expect.stringContaining('no technician wanted')])
  })
})

const revokedOf = (act: (told: Told) => void) => {
  const told = tell()
  told.call('boss', 'stations.revoke', { station: north }, {})
  act(told)
  return judgeRevoked(told.ledger.all())
}

describe("the fleet test's check of revocations", () => {
  const find = { keys: [key('a')] }

  it('reports answers and streams that a revoked station gets', () => {
    expect(revokedOf(({ ask, refuse }) => refuse(ask('north', 'claims.find', find)))).toEqual({ wrong: [], told: 1 })
    expect(revokedOf(({ call }) => void call('north', 'claims.find', find, { found: [] })).wrong).toEqual([
      expect.stringContaining('claims.find was answered'),
    ])
    const stream = { exchange: 99, by: 'north' }
    expect(
      revokedOf(({ ledger }) => {
        ledger.add({ what: 'stream-asked', ...stream })
        ledger.add({ what: 'stream-begun', ...stream })
      }).wrong,
    ).toEqual([expect.stringContaining('got a stream'), expect.stringContaining('is open at the end')])
  })
})
