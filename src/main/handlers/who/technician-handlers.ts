import type { Reply } from '../../../shared/bridge/bridge.ts'
import { foldName } from '../../../shared/domain/technician-names.ts'
import type { Handlers } from '../../app.ts'
import type { Ports } from '../../ports.ts'
import { hashPin, isPin, type Technician } from '../../vault/technicians.ts'
import { problem, type Refusal } from '../session/problem.ts'
import { done, type ChannelsOf, type Session, makeUlid } from '../session/session.ts'
import type { Sessions } from '../session/sessions.ts'
import { createGuesses } from '../app/vault-handlers.ts'
import type { Who } from './who.ts'

const mostTechnicians = 50

const notFound = problem('not-found', 'There is no such technician')
const notSupervisor = problem('bad-request', 'The fleet knows this technician, and not as a supervisor', {
  fields: { name: 'not-supervisor' },
})
const supervisorOnly = problem('supervisor-only', 'Only the supervisor changes the technicians')

interface TechniciansDeps {
  readonly ports: Pick<Ports, 'clock' | 'random'>
  readonly who: Who
  readonly sessions: Pick<Sessions, 'use'>
}

export function createTechnicianHandlers({
  ports: { clock, random },
  who,
  sessions,
}: TechniciansDeps): Pick<Handlers, ChannelsOf<'who'>> {
  /** Guesses are counted for each technician separately, so that wrong guesses of one PIN delay no other technician. */
  const guesses = new Map<string, ReturnType<typeof createGuesses>>()
  /** Wrong PINs in a row by technician id, as counted by this process. The stored count stays too low while the disk is full. */
  const wrongHere = new Map<string, number>()
  /** The number of sign-ins and sign-outs. A PIN may wait up to 30 seconds; after another turn it is too late for its sign-in. */
  let turns = 0

  const change = (id: string, part: Partial<Technician>): void =>
    who.write(who.technicians().map((one) => (one.id === id ? { ...one, ...part } : one)))
  const countWrong = (id: string): number => Math.max(who.find(id)?.wrong ?? 0, wrongHere.get(id) ?? 0)
  const setWrong = (id: string, wrong: number): void => {
    wrongHere.set(id, wrong)
    if (who.find(id)?.wrong !== wrong) who.unlessFull(() => change(id, { wrong }))
  }
  const checkPin = async (id: string, pin: string): Promise<Refusal | undefined> => {
    if (who.list() === 'unreadable')
      return problem('unreadable-record', 'The list of technicians cannot be read; nobody can sign in')
    if (who.find(id) === undefined) return notFound
    const guess = guesses.get(id) ?? createGuesses(clock)
    guesses.set(id, guess)
    return guess(
      () => countWrong(id),
      async () => {
        const technician = who.find(id)
        if (technician === undefined) return notFound
        const wrong = countWrong(id)
        // The guess is counted before it is checked. Otherwise a user could end Setdesk during the check and get a free guess.
        setWrong(id, wrong + 1)
        if (await isPin(pin, technician.pin)) {
          setWrong(id, 0)
          return undefined
        }
        who.note('wrong-pin', '', technician.name)
        return problem('wrong-pin', 'This is not the PIN of this technician')
      },
    )
  }
  /**
   * Checks the PIN of the signed-in technician. Only the supervisor may change other technicians. `self` is the id of the technician to be
   * changed, if technicians may make this change for themselves.
   */
  const authorize = async (ownPin: string | undefined, self?: string): Promise<Reply<Technician>> => {
    const asking = who.current()
    if (asking === undefined || (!asking.isSupervisor && asking.id !== self)) return supervisorOnly
    const refusal = await checkPin(asking.id, ownPin ?? '')
    return refusal ?? { ok: true, value: asking }
  }
  const refuseName = (name: string, own?: string): Refusal | undefined => {
    const isTaken = who.technicians().some((one) => one.id !== own && foldName(one.name) === foldName(name))
    return isTaken
      ? problem('bad-request', 'Another technician has this name', { fields: { name: 'technician-taken' } })
      : undefined
  }

  /**
   * Whether the fleet lists this name without a supervisor's rights. Such a technician must not be the first technician on this computer,
   * because the first technician becomes the supervisor. False if the policy allows none of the fleet's supervisors to supervise.
   */
  const isOnlyTechnician = (fleet: Session['fleet'], name: string): boolean => {
    const brought = fleet.member()?.membership.technicians ?? []
    return (
      brought.some((one) => one.isSupervisor && who.maySupervise(one.name)) &&
      brought.some((one) => !one.isSupervisor && foldName(one.name) === foldName(name))
    )
  }

  return {
    'who.sign-in': ({ id, pin }) =>
      sessions.use(async () => {
        const turn = turns
        const refusal = await checkPin(id, pin)
        if (refusal !== undefined) return refusal
        if (turn !== turns) return problem('changed-meanwhile', 'Somebody signed in or out while this PIN waited')
        turns += 1
        who.signIn(id)
        return done
      }),
    'who.sign-out': async () => {
      turns += 1
      who.signOut()
      return done
    },
    'who.active': async () => {
      who.noteActive()
      return done
    },
    'who.add': ({ name, pin, ownPin }) =>
      sessions.use(async ({ fleet }) => {
        if (!who.isSetUp() && isOnlyTechnician(fleet, name)) return notSupervisor
        const asking = who.isSetUp() ? await authorize(ownPin) : undefined
        if (asking?.ok === false) return asking
        const hash = refuseName(name) === undefined ? await hashPin(pin) : undefined
        // While the PIN was hashed, another technician may have been added, as the first technician or with the same name.
        if (asking === undefined && who.isSetUp()) return supervisorOnly
        const refusal = refuseName(name)
        if (refusal !== undefined || hash === undefined) return refusal ?? notFound
        if (who.technicians().length >= mostTechnicians)
          return problem('too-large', `At most ${mostTechnicians} technicians`)
        const id = makeUlid(clock, random)
        who.write([...who.technicians(), { id, name, isSupervisor: asking === undefined, pin: hash, wrong: 0 }])
        if (asking === undefined) who.signIn(id)
        who.note('technician-added', asking?.value.name ?? name, name)
        return done
      }),
    'who.rename': ({ id, name, ownPin }) =>
      sessions.use(async ({ fleet }) => {
        const asking = await authorize(ownPin)
        if (!asking.ok) return asking
        const renamed = who.find(id)
        if (renamed?.isSupervisor === true && isOnlyTechnician(fleet, name)) return notSupervisor
        const former = renamed?.name
        const refusal = former === undefined ? notFound : refuseName(name, id)
        if (refusal !== undefined) return refusal
        change(id, { name })
        who.note('technician-renamed', asking.value.name, `${former ?? ''} → ${name}`)
        return done
      }),
    'who.remove': ({ id, ownPin }) =>
      sessions.use(async () => {
        const asking = await authorize(ownPin)
        if (!asking.ok) return asking
        const leaving = who.find(id)
        if (leaving === undefined) return notFound
        if (leaving.isSupervisor && who.technicians().length > 1)
          return problem('changed-meanwhile', 'The supervisor is removed last, after all others')
        who.write(who.technicians().filter((one) => one.id !== id))
        who.note('technician-removed', asking.value.name, leaving.name)
        return done
      }),
    'who.set-pin': ({ id, pin, ownPin }) =>
      sessions.use(async () => {
        const asking = await authorize(ownPin, id)
        if (!asking.ok) return asking
        const hash = await hashPin(pin)
        const technician = who.find(id)
        if (technician === undefined) return notFound
        wrongHere.delete(id)
        change(id, { pin: hash, wrong: 0 })
        who.note('pin-changed', asking.value.name, technician.name)
        return done
      }),
  }
}
