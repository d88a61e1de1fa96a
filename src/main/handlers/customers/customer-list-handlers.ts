import type { Reply } from '../../../shared/bridge/bridge.ts'
import { defined } from '../../../shared/defined.ts'
import {
  customerListSchema,
  type CustomerFacts,
  type CustomerFilter,
  type CustomerList,
  customerPageSchema,
} from '../../../shared/domain/customer/customer-view.ts'
import { succeed } from '../../../shared/result.ts'
import type { Answer } from '../../../platform/answer.ts'
import type { Returns } from '../../../platform/catalogue/operation.ts'
import { readCustomerPage } from '../../../platform/read/read-records.ts'
import type { CustomersPage } from '../../../platform/find-fields.ts'
import type { Question, CachedAnswers } from './cached-answers.ts'
import { isSilent } from '../../jobs/access.ts'
import { done, type PlatformSession, type SessionHandlers } from '../session/session.ts'
import { askInSlot } from './customer-handlers.ts'
import { explainAnswer } from './explain-answer.ts'
import { factsOf } from './read-page.ts'

type CachedRow = CustomerFacts & { readonly at: number }

const mostRows = 2000

/** The field that each filter is compared with. Dates are left out, because only the platform knows which dates they compare. */
const factOf = {
  status: 'status',
  firstname: 'firstname',
  lastname: 'lastname',
  street: 'street',
  postal: 'postal',
  city: 'city',
  state: 'state',
  country: 'country',
  telephone: 'phone',
  mobile: 'mobile',
} as const satisfies Partial<Record<keyof CustomerFilter, keyof CustomerFacts>>

const isFact = (name: string): name is keyof typeof factOf => Object.hasOwn(factOf, name)

/** The largest number of customers in one answer of GetCustomerStatusByReseller (Limits). */
const resellerPage = 1000

/** How a list continues after a page. `next` asks for the following page. `isCut`: there are more customers, but no cursor to them. */
type Following = (page: CustomersPage) => { readonly next?: string; readonly isCut: boolean }

/** Reads lists of customers, page by page (Customer retrieval; Customer status). */
export const customerListHandlers: SessionHandlers<
  'customers.find' | 'customers.by-reseller' | 'customers.by-ids' | 'customers.cancel'
> = {
  'customers.find': (session, { slot, filter, cursor }) =>
    askInSlot(session, slot, async (platform, signal) => {
      const values = valuesOf(filter, platform.connection.extraCustomerFilter)
      const asked = cursor === undefined ? values : { ...values, last_customer_id: cursor }
      const told = await platform.access.read('getCustomers', asked, signal)
      const answer = cursor === undefined ? told : withoutCount(told)
      const question = questionOf(platform, 'getCustomers', asked)
      const fits = cursor === undefined ? (row: CustomerFacts): boolean => fitsFilter(row, filter) : undefined
      return listOf(platform, { answer, returns: 'customers' }, question, followCursor(cursor), fits)
    }),
  'customers.by-reseller': (session, { slot, resellerId, status, page }) =>
    askInSlot(session, slot, async (platform, signal) => {
      const asked = defined({ reseller_id: resellerId, page: String(page), status_type: status })
      const answer = await platform.access.read('GetCustomerStatusByReseller', asked, signal)
      const question = questionOf(platform, 'by-reseller', asked)
      return listOf(platform, { answer, returns: 'statuses' }, question, ({ customers, hasNext }) => ({
        ...((hasNext || customers.length >= resellerPage) && customers.length > 0 && { next: String(page + 1) }),
        isCut: false,
      }))
    }),
  'customers.by-ids': (session, { slot, userids }) =>
    askInSlot(session, slot, async (platform, signal) => {
      const answer = await platform.access.read('GetCustomerStatusByIds', { user_ids: userids }, signal)
      const question = questionOf(platform, 'by-ids', { userids: userids.join(' ') })
      const wanted = new Set(userids)
      const isWanted = ({ userid }: CustomerFacts): boolean => userid !== undefined && wanted.has(userid)
      return listOf(
        platform,
        { answer, returns: 'statuses' },
        question,
        ({ hasNext }) => ({ isCut: hasNext }),
        isWanted,
      )
    }),
  'customers.cancel': ({ questions }, { slot }) => {
    questions.cancel(slot)
    return done
  },
}

/** Renames the extra filter to the parameter name in the connection's settings. Without such a name, the filter is dropped. */
function valuesOf({ extra, ...filter }: CustomerFilter, extraName: string): Readonly<Record<string, string>> {
  return defined({ ...filter, ...(extra !== undefined && extraName !== '' && { [extraName]: extra }) })
}

const questionOf = (
  { connection }: PlatformSession,
  name: string,
  values: Readonly<Record<string, string>>,
): Question => ({
  connectionId: connection.id,
  kind: 'list',
  text: JSON.stringify([name, ...Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1))]),
})

/**
 * Leaves a count out of the answer to a later page. The count is that of the whole list, so it does not tell whether customers follow this
 * page. Its presence still says that the answer tells how the list continues.
 */
const withoutCount = (answer: Answer): Answer =>
  answer.total === undefined || answer.total === Infinity ? answer : { ...answer, total: 0 }

/** Ignores the cursor of an empty page, and a cursor that leads to the same page again, because following such cursors may never end. */
const followCursor =
  (asked: string | undefined): Following =>
  ({ customers, hasNext, cursor }) =>
    hasNext && customers.length > 0 && cursor !== undefined && cursor !== asked
      ? { next: cursor, isCut: false }
      : { isCut: hasNext }

/**
 * Turns an answer into a list. If the platform was not reached, the list comes from the cache. If this exact question was never asked
 * before, `fits` selects cached customers from other answers.
 */
function listOf(
  platform: PlatformSession,
  { answer, returns }: { readonly answer: Answer; readonly returns: Returns },
  question: Question,
  follow: Following,
  fits?: (row: CustomerFacts) => boolean,
): Reply<CustomerList> {
  if (isSilent(answer)) return storedList(platform, question, fits) ?? explainAnswer(answer)
  const page = answer.verdict === 'absent' ? { customers: [], hasNext: false } : readCustomerPage(answer, returns)
  if (page === undefined || (answer.verdict !== 'accepted' && answer.verdict !== 'absent')) return explainAnswer(answer)
  const list: CustomerList = {
    kind: 'page',
    rows: page.customers.map(factsOf),
    ...follow(page),
    isGathered: false,
    isCached: false,
    at: platform.clock.now(),
  }
  platform.answers.keep(question, list)
  return succeed(list)
}

function storedList(
  { answers, connection, clock }: PlatformSession,
  question: Question,
  fits: ((row: CustomerFacts) => boolean) | undefined,
): Reply<CustomerList> | undefined {
  const same = answers.find(question, customerListSchema)
  if (same !== undefined && same.answer.kind === 'page') return succeed({ ...same.answer, isCached: true } as const)
  if (fits === undefined) return undefined
  const all = cachedRows(answers, connection.id)
  if (all.length === 0) return undefined
  const rows = all.filter(fits)
  const at = (rows.length > 0 ? rows : all).reduce((oldest, row) => Math.min(oldest, row.at), clock.now())
  return succeed({ kind: 'page', rows, isCut: false, isGathered: true, isCached: true, at } as const)
}

/** All cached customers, newest first. Each customer occurs once, with the latest data. */
function cachedRows(kept: CachedAnswers, connectionId: string): readonly CachedRow[] {
  const pages = kept
    .all(connectionId, 'customer', customerPageSchema)
    .flatMap(({ at, answer }) => (answer.kind === 'customer' ? [{ ...answer.facts, at }] : []))
  const lists = kept
    .all(connectionId, 'list', customerListSchema)
    .flatMap(({ at, answer }) => (answer.kind === 'page' ? answer.rows.map((row) => ({ ...row, at })) : []))
  const byName = new Map<string, CachedRow>()
  for (const row of [...pages, ...lists].sort((a, b) => b.at - a.at)) {
    const name = row.userid ?? row.customermappingid
    if (name === undefined || byName.size >= mostRows) continue
    // An older answer fills in fields that the newest answer lacks, because a list has fewer fields than a customer's page.
    byName.set(name, { ...row, ...byName.get(name) })
  }
  return [...byName.values()]
}

/** Matches a cached customer against the filter. A missing field never matches. */
function fitsFilter(row: CustomerFacts, filter: CustomerFilter): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    if (wanted === undefined) return true
    if (!isFact(name)) return false
    return row[factOf[name]]?.toLowerCase().includes(wanted.toLowerCase()) === true
  })
}
