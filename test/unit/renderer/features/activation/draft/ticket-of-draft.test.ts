import { describe, expect, it } from 'vitest'
import { draftOf, makeDraft } from '../../../../../../src/renderer/src/features/activation/draft/make-draft.ts'
import { readDraft } from '../../../../../../src/renderer/src/features/activation/draft/read-draft.ts'
import { ticketOfDraft } from '../../../../../../src/renderer/src/features/activation/activation-form.tsx'
import { ticketOfJob } from '../../../../../../src/renderer/src/features/ticket/ticket-model.ts'
import type { Draft } from '../../../../../../src/shared/domain/activation.ts'
import { makeJob, northConnection } from '../../../../../fakes/world.ts'

const empty = makeDraft('draft-0001', northConnection)
const ticketOf = (draft: Draft, foundName?: string) =>
  ticketOfDraft(draft, readDraft(draft, northConnection), northConnection.products, foundName)

describe('the ticket of a draft', () => {
  it('shows only the automatic values if the draft is empty', () => {
    expect(ticketOf(empty)).toEqual({
      kind: 'new-customer',
      withoutBox: false,
      state: 'draft',
      box: undefined,
      customer: undefined,
      plan: undefined,
      hostname: 'tv.north.example',
      logIn: { kind: 'made-when-saved' },
      customerBinding: 'not-yet',
      hostnameBinding: 'not-yet',
    })
  })

  it('is the same as the ticket of the saved job', () => {
    const job = makeJob('saved', 2, 1_800_000_000_000)
    const before = ticketOf(draftOf('draft-0001', job, northConnection))
    const { reference: _, connectionId: __, ...after } = ticketOfJob(job, northConnection.products)
    // A correction always has creation options, even empty ones.
    expect({ ...before, state: 'saved' }).toEqual({ ...after, options: {} })
  })

  it('names an existing customer once the platform has returned the name', () => {
    const draft: Draft = { ...empty, kind: 'existing-customer', logIn: { userid: ' rosa ', password: 'secret' } }
    expect(ticketOf({ ...draft, logIn: { userid: '', password: '' } })).toMatchObject({
      customer: undefined,
      logIn: undefined,
    })
    expect(ticketOf(draft).customer).toEqual({ userid: 'rosa', address: [], reach: [] })
    expect(ticketOf(draft, 'Rosa Marín').customer).toMatchObject({ name: 'Rosa Marín' })
    expect(ticketOf(draft).logIn).toEqual({ kind: 'known', userid: 'rosa', hasPassword: true })
  })

  it('includes only the bindings that are part of the job', () => {
    expect(ticketOf({ ...empty, kind: 'hostname' })).toMatchObject({
      customerBinding: 'not-asked-for',
      hostnameBinding: 'not-yet',
    })
    expect(ticketOf({ ...empty, hostname: ' ' })).toMatchObject({
      customerBinding: 'not-yet',
      hostnameBinding: 'not-asked-for',
    })
  })

  it('shows a user ID that was typed without a password, and marks complete credentials as chosen', () => {
    expect(ticketOf({ ...empty, logIn: { userid: 'amelie', password: '' } }).logIn).toEqual({
      kind: 'made-when-saved',
      userid: 'amelie',
    })
    expect(ticketOf({ ...empty, logIn: { userid: 'amelie', password: 'abcd' } }).logIn).toMatchObject({
      kind: 'chosen',
    })
  })
})
