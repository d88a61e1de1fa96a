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
import { createsCustomer } from './creates-customer.ts'

/** The ticket of a draft: exactly what would be saved, so far. `foundName` is the name of the customer who was looked up. */
export function ticketOfDraft(
  draft: Draft,
  reading: DraftReading,
  products: Connection['products'],
  foundName?: string,
): TicketModel {
  const hostname = draft.hostname.trim() === '' || draft.kind === 'customer-alone' ? undefined : draft.hostname.trim()
  return {
    kind: draft.kind,
    state: 'draft',
    box:
      draft.kind !== 'customer-alone' && reading.box.ok
        ? { identifier: reading.box.identifier, model: draft.box.model.trim(), raw: draft.box.raw }
        : undefined,
    customer: customerOf(draft, reading, foundName),
    plan: createsCustomer(draft.kind) ? ticketPlan(readPlan(draft.plan), products) : undefined,
    hostname,
    ...(reading.options === undefined ? {} : { options: reading.options }),
    logIn: logInOf(draft, reading.isPlatformIssued),
    ...bindingsAskedFor(draft.kind, hostname),
  }
}

function customerOf(draft: Draft, reading: DraftReading, foundName: string | undefined): TicketCustomer | undefined {
  switch (draft.kind) {
    case 'new-customer':
    case 'customer-alone':
      return ticketCustomer(reading.customer)
    case 'existing-customer': {
      const userid = draft.logIn.userid.trim()
      return userid === ''
        ? undefined
        : { userid, address: [], reach: [], ...(foundName === undefined ? {} : { name: foundName }) }
    }
    case 'hostname':
      return undefined
  }
}

function logInOf(draft: Draft, isPlatformIssued: boolean): TicketLogIn | undefined {
  const userid = draft.logIn.userid.trim()
  const { password } = draft.logIn
  switch (draft.kind) {
    case 'new-customer':
    case 'customer-alone':
      if (isPlatformIssued) return { kind: 'platform-issued' }
      if (userid !== '' && password !== '') return { kind: 'chosen', userid, password }
      return { kind: 'made-when-saved', ...(userid === '' ? {} : { userid }), ...(password === '' ? {} : { password }) }
    case 'existing-customer':
      return userid === '' ? undefined : { kind: 'known', userid, hasPassword: password !== '' }
    case 'hostname':
      return { kind: 'none' }
  }
}
