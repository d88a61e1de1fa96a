import type { Draft } from '../../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import {
  bindingsAskedFor,
  ticketCustomer,
  ticketPlan,
  type TicketCustomer,
  type TicketLogIn,
  type TicketModel,
} from '../../ticket/ticket-model.ts'
import { readPlan, type DraftReading } from './read-draft.ts'

/** The ticket of a draft: exactly what would be saved, so far. `foundName` is the name of the customer who was looked up. */
export function ticketOfDraft(
  draft: Draft,
  reading: DraftReading,
  products: Connection['products'],
  foundName?: string,
): TicketModel {
  const hostname = draft.hostname.trim() === '' || draft.withoutBox === true ? undefined : draft.hostname.trim()
  return {
    kind: draft.kind,
    withoutBox: draft.withoutBox === true,
    state: 'draft',
    box:
      draft.withoutBox !== true && reading.box.ok
        ? { identifier: reading.box.identifier, model: draft.box.model.trim(), raw: draft.box.raw }
        : undefined,
    customer: customerOf(draft, reading, foundName),
    plan: draft.kind === 'new-customer' ? ticketPlan(readPlan(draft.plan), products) : undefined,
    hostname,
    ...(reading.options !== undefined && { options: reading.options }),
    logIn: logInOf(draft, reading.isPlatformIssued),
    ...bindingsAskedFor(draft.kind, hostname),
  }
}

function customerOf({ kind, logIn }: Draft, reading: DraftReading, name?: string): TicketCustomer | undefined {
  if (kind === 'new-customer') return ticketCustomer(reading.customer)
  const userid = logIn.userid.trim()
  if (kind === 'hostname' || userid === '') return undefined
  return { userid, address: [], reach: [], ...(name !== undefined && { name }) }
}

function logInOf({ kind, logIn }: Draft, isPlatformIssued: boolean): TicketLogIn | undefined {
  if (kind === 'hostname') return { kind: 'none' }
  const userid = logIn.userid.trim()
  const { password } = logIn
  if (kind === 'existing-customer')
    return userid === '' ? undefined : { kind: 'known', userid, hasPassword: password !== '' }
  if (isPlatformIssued) return { kind: 'platform-issued' }
  if (userid !== '' && password !== '') return { kind: 'chosen', userid, password }
  return { kind: 'made-when-saved', ...(userid !== '' && { userid }), ...(password !== '' && { password }) }
}
