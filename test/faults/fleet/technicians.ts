import { formatMac } from '../../../src/shared/domain/device-identifier.ts'
import type { Intent } from '../../../src/shared/domain/activation.ts'
import { madePassword } from '../inside/direct-platform.ts'
import { aYear, boxNumbered, personNumbered } from '../inside/make-actions.ts'
import type { HarnessLedger } from './happenings.ts'
import type { Laptop } from './laptop.ts'
import type { SharedPlatform } from './shared-platform.ts'

/** A job that a laptop said is saved. */
export interface SavedJob {
  readonly id: string
  readonly by: string
  readonly userid: string
  readonly kind: 'new-customer' | 'renewal'
  /** As the platform writes it; empty for a renewal. Changes when the technician corrects the job. */
  box: string
  isDropped: boolean
}

/** What technicians do on their laptops, and what they were told. */
export interface Technicians {
  readonly saved: readonly SavedJob[]
  /** Saves a new customer with this box. */
  readonly activate: (laptop: Laptop, box: number) => Promise<void>
  /** Saves a renewal for a customer that no other technician has. */
  readonly renew: (laptop: Laptop) => Promise<void>
  /** Looks at the jobs that need a technician: drops one, or corrects its box. */
  readonly tidy: (laptop: Laptop, draw: () => number) => Promise<void>
  /** The next box that nobody has had so far. */
  readonly newBox: () => number
}

/** From this number on, the boxes of jobs have numbers that no other box has. */
const firstBox = 4096
const perPage = 200

const boxOf = (number: number): string => formatMac(boxNumbered(number).identifier.value, 'colon')

export function createTechnicians(platform: SharedPlatform, ledger: HarnessLedger): Technicians {
  const saved: SavedJob[] = []
  let count = 0
  let boxes = firstBox
  const newBox = (): number => {
    boxes += 1
    return boxes
  }
  const save = async (
    laptop: Laptop,
    intent: Intent,
    wish: Pick<SavedJob, 'userid' | 'kind' | 'box'>,
  ): Promise<void> => {
    if (!laptop.isAlive()) return
    const by = laptop.name
    const box = laptop.box()
    ledger.add({ what: 'wished', by, box: wish.box, userid: wish.userid })
    const draftId = `draft-${String(count).padStart(10, '0')}`
    const reply = await box.reply('job.save', { draftId, intent, evenIfKnown: true })
    // The process may have died meanwhile: then the technician was told nothing.
    if (!reply.ok || !laptop.isAlive() || laptop.box() !== box) return
    // The cast is safe: the bridge checks its own answers.
    const { id } = reply.value as { id: string }
    saved.push({ id, by, ...wish, isDropped: false })
    ledger.add({ what: 'saved', by, job: id, userid: wish.userid })
  }

  return {
    saved,
    newBox,
    async activate(laptop, number) {
      count += 1
      const userid = `fleet-${count}`
      const box = boxNumbered(number)
      const intent: Intent = {
        kind: 'new-customer',
        box,
        customer: personNumbered(count),
        plan: aYear,
        logIn: { userid },
      }
      await save(laptop, intent, { userid, kind: 'new-customer', box: boxOf(number) })
    },
    async renew(laptop) {
      count += 1
      const userid = `known-${count}`
      platform.makeCustomer(userid)
      const length = { months: 1, days: 0, from: 'end-date' } as const
      const intent: Intent = { kind: 'renewal', userid, password: madePassword, ...length }
      await save(laptop, intent, { userid, kind: 'renewal', box: '' })
    },
    async tidy(laptop, draw) {
      const luck = draw()
      const number = newBox()
      if (!laptop.isAlive()) return
      const { jobs } = await laptop
        .box()
        .call('job.list', { states: ['needs-you', 'saved', 'waiting'], limit: perPage })
      const one = jobs.at(Math.floor(draw() * jobs.length))
      const job = saved.find(({ id }) => id === one?.id)
      if (one === undefined || job === undefined || !laptop.isAlive()) return
      const { actions, intent, revision } = await laptop.box().call('job.read', { id: one.id })
      const isLoser = one.why?.code === 'claimed-elsewhere'
      if (isLoser && luck < 0.6 && actions.includes('correct') && intent.kind === 'new-customer') {
        const corrected = { ...intent, box: boxNumbered(number) }
        const reply = await laptop.box().reply('job.correct', { id: one.id, intent: corrected, revision })
        if (!reply.ok) return
        job.box = boxOf(number)
        ledger.add({ what: 'wished', by: laptop.name, box: job.box, userid: job.userid })
      } else if (luck < 0.75 && actions.includes('drop')) {
        const reply = await laptop.box().reply('job.drop', { id: one.id, reason: 'The customer changed his mind' })
        if (reply.ok) job.isDropped = true
      }
    },
  }
}
