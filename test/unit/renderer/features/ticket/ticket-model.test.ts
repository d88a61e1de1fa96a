import { describe, expect, it } from 'vitest'
import { groupIdentifier } from '../../../../../src/renderer/src/features/ticket/device-label.tsx'
import { groupLogIn } from '../../../../../src/renderer/src/features/ticket/log-in-card.tsx'
import {
  shortReference,
  ticketCustomer,
  ticketOfJob,
  ticketPlan,
} from '../../../../../src/renderer/src/features/ticket/ticket-model.ts'
import { customerActions, makeActionJob } from '../../../../fakes/action-jobs.ts'
import { makeJob, northConnection } from '../../../../fakes/world.ts'
import { hasBindings } from '../../../../../src/renderer/src/features/ticket/job-chip.tsx'

const job = makeJob('done', 0, 1_800_000_000_000)
const { products } = northConnection

describe('the ticket of a job', () => {
  it('shows what was requested and what the platform has', () => {
    expect(ticketOfJob(job, products)).toEqual({
      kind: 'new-customer',
      connectionId: 'north',
      withoutBox: false,
      reference: 'job-0',
      state: 'done',
      why: 'seen-on-platform',
      box: { identifier: { kind: 'mac', value: '001A794EB210' }, model: 'MAG 540', raw: '001A794EB210' },
      customer: {
        name: 'Jonas Weber',
        address: ['14 Rue des Lilas', '75020 Paris', 'Île-de-France, FRANCE'],
        reach: ['+33612345678', 'no-mail@north.example'],
      },
      plan: { productid: '12', name: 'Family', length: { unit: 'months', count: 12 }, renewalinterval: 12 },
      hostname: 'tv.north.example',
      logIn: { kind: 'chosen', userid: '4820913710', password: 'kv7tm2xwpa' },
      customerBinding: 'on',
      hostnameBinding: 'on',
      customerStatus: 'Pending',
      endDate: '2027-11-21',
    })
  })

  it('never shows the password of an existing customer', () => {
    const { box } = job.intent
    const ticket = ticketOfJob(
      { ...job, intent: { kind: 'existing-customer', box, userid: 'rosa', password: 'hidden-1' } },
      products,
    )
    expect(JSON.stringify(ticket)).not.toContain('hidden-1')
    expect(ticket.logIn).toEqual({ kind: 'known', userid: 'rosa', hasPassword: true })
    expect(ticket.plan).toBeUndefined()
  })

  it('has no customer if the job is for a hostname alone', () => {
    const intent = { kind: 'hostname', box: job.intent.box, hostname: 'tv' } as const
    expect(ticketOfJob({ ...job, intent }, products)).toMatchObject({ customer: undefined, logIn: { kind: 'none' } })
  })

  it("has the end of the job's id as its reference", () => {
    expect(shortReference('01JDABCDEFGHJKMNPQRSTVWXYZ')).toBe('…TVWXYZ')
    expect(shortReference('job-1')).toBe('job-1')
  })
})

describe('the ticket of a job without a box', () => {
  const now = 1_800_000_000_000
  const ticketOf = (kind: keyof typeof customerActions) =>
    ticketOfJob(makeActionJob(customerActions[kind], 'saved', 1, now), products)

  it.each(['new-customer', 'renewal', 'product-change', 'disable', 'enable'] as const)(
    'has neither box nor bindings for %s',
    (kind) => {
      expect(ticketOf(kind)).toMatchObject({ kind, box: undefined, hostname: undefined })
      expect(hasBindings(ticketOf(kind))).toBe(false)
    },
  )

  it('shows the customer, length and start of a renewal, but no password', () => {
    const ticket = ticketOf('renewal')
    expect(ticket).toMatchObject({
      customer: { userid: '4820913702' },
      order: { kind: 'renewal', length: { unit: 'months', count: 1 }, from: 'end-date' },
      logIn: { kind: 'known', hasPassword: true },
    })
    expect(JSON.stringify(ticket)).not.toContain('hidden-word')
  })

  it('shows the new product of a change with its name from the connection', () => {
    expect(ticketOf('product-change').order).toEqual({
      kind: 'product-change',
      product: { productid: '31', name: 'Sport weekend' },
      length: { unit: 'days', count: 3 },
      from: 'today',
      keepsExtraPackages: false,
    })
  })

  it('shows a new customer that is created without a box', () => {
    const ticket = ticketOf('new-customer')
    expect(ticket).toMatchObject({ customer: { name: 'Noor Visser' }, plan: { name: 'Family' } })
    expect(ticket.logIn).toEqual({ kind: 'chosen', userid: '4820913790', password: 'kv7tm2xwpa' })
    expect(ticket).not.toHaveProperty('order')
  })
})

describe('a plan on the ticket', () => {
  const plan = { productid: '31', months: 0, days: 3, renewalinterval: 1 }

  it('has a length in months or days, or none if both or neither are set', () => {
    expect(ticketPlan(plan, products)).toMatchObject({ name: 'Sport weekend', length: { unit: 'days', count: 3 } })
    expect(ticketPlan({ ...plan, months: 12 }, products)?.length).toBeUndefined()
    expect(ticketPlan({ ...plan, days: Number.NaN }, products)?.length).toBeUndefined()
  })

  it('may have a product that this connection does not name, or no product yet', () => {
    expect(ticketPlan({ ...plan, productid: '99' }, products)).not.toHaveProperty('name')
    expect(ticketPlan({ ...plan, productid: ' ' }, products)).toBeUndefined()
  })
})

describe('a customer on the ticket', () => {
  it('shows only the fields that are filled in', () => {
    const nobody = {
      firstname: '',
      lastname: '',
      street: '',
      zipcode: '',
      city: '',
      state: '',
      country: 'FRANCE',
      phone: '',
      mobile: '',
      email: '',
    }
    expect(ticketCustomer(nobody)).toBeUndefined()
    expect(ticketCustomer({ ...nobody, lastname: ' Okonkwo ' })).toEqual({
      name: 'Okonkwo',
      address: ['FRANCE'],
      reach: [],
    })
  })
})

describe('the groups of characters for easier reading', () => {
  it('are pairs for a MAC address, and the whole text for a serial number', () => {
    expect(groupIdentifier({ kind: 'mac', value: '001A794EB20F' })).toEqual(['00', '1A', '79', '4E', 'B2', '0F'])
    expect(groupIdentifier({ kind: 'serial', value: '082021N071543' })).toEqual(['082021N071543'])
  })

  it.each([
    ['4820913775', ['4820', '913', '775']],
    ['482091377', ['482', '091', '377']],
    ['48209137', ['48', '209', '137']],
    ['482091', ['482091']],
    ['amelie.okonkwo', ['amelie.okonkwo']],
  ])('of the user ID %s are %j and leave nothing out', (userid, groups) => {
    expect(groupLogIn(userid)).toEqual(groups)
    expect(groupLogIn(userid).join('')).toBe(userid)
  })
})
