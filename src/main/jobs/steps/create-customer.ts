import { defined } from '../../../shared/defined.ts'
import { plain } from '../../../shared/domain/activity/fits-text.ts'
import { logInOf, type IntentOf } from '../../../shared/domain/activation.ts'
import type { Connection } from '../../../shared/domain/connection/connection.ts'
import { settleCreation, takesOf } from '../../../shared/domain/customer/creation.ts'
import { identifierOnWire } from '../../../shared/domain/device-identifier.ts'
import type { Answer } from '../../../platform/answer.ts'
import { readCustomer, readCustomerPage } from '../../../platform/read/read-records.ts'
import type { CustomerRecord } from '../../../platform/find-fields.ts'
import type { Finding } from '../ledger/history.ts'
import type { Payload, PlannedStep } from '../ledger/rows.ts'
import { makingOf } from './platform-credentials.ts'
import {
  findNamedAmongSeveral,
  foundOnly,
  type Found,
  isOfOther,
  type StepKnowledge,
  type StepRule,
  services,
} from './step-parts.ts'

const fullName = (first = '', last = ''): string => `${first} ${last}`.trim().replace(/\s+/g, ' ')

const digits = (text = ''): string => text.replace(/\D/g, '').replace(/^0+/, '')

/**
 * Compares two phone numbers, given as digits. They match if they are equal, or if `ours` ends with `told` and `told` has at least seven
 * digits, because the platform may leave out the country code. Undefined if the platform returned no number.
 */
const matchesNumber = (told: string, ours: string): boolean | undefined =>
  told === '' ? undefined : told === ours || (told.length >= 7 && ours.endsWith(told))

/** A name without the entities of HTML and without apostrophes, in lower case. */
const readableName = (name: string): string =>
  name
    .replaceAll(/&(?:#0*39|#x0*27|apos|rsquo|lsquo);/gi, "'")
    .replaceAll(/&amp;/gi, '&')
    .replaceAll(/['’‘`´]/g, '')
    .normalize('NFC')
    .toLowerCase()

/** The words of a name, sorted and without accents, because platforms may drop accents and change the order. */
const plainName = (name: string): string =>
  plain(name.normalize('NFKC'))
    .split(/[^\p{L}\p{N}?\u{FFFD}]+/u)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ')

/** The longest name, in characters, that is compared letter by letter. */
const longestName = 200

/**
 * Whether `other` can be a damaged spelling of `name`. Each letter outside ASCII and each question mark may be missing, or replaced by up
 * to three plain or damaged letters. `reached`: the places in `other` to which the letters so far can lead.
 */
function isDamaged(name: string, other: string): boolean {
  if (name.length > longestName || other.length > longestName) return false
  const letters = Array.from(other)
  let reached = new Set([0])
  for (const letter of name) {
    const next = new Set<number>()
    for (const at of reached) {
      if (letters[at] === letter) next.add(at + 1)
      if (!/[^\p{ASCII}]|\?/u.test(letter)) continue
      next.add(at)
      for (let length = 1; length <= 3 && isPlainOrDamaged(letters[at + length - 1]); length += 1) next.add(at + length)
    }
    reached = next
  }
  return reached.has(letters.length)
}

/** Whether a letter may replace another: an ASCII letter, the sign of a damaged letter, or a part of a letter in a wrong encoding. */
const isPlainOrDamaged = (letter: string | undefined): boolean =>
  letter !== undefined && /[\p{ASCII}\u{80}-\u{FF}\u{FFFD}]/u.test(letter)

const isLatin = (name: string): boolean => /[a-z]/.test(name)

/**
 * Compares two full names. Undefined if the platform returned no name, if only letters differ that may have been damaged, or if one of the
 * names is in Latin letters and the other is not.
 */
function matchesName(told: string, ours: string): boolean | undefined {
  if (told === '') return undefined
  const [one, other] = [readableName(told), readableName(ours)]
  if (plainName(one) === plainName(other)) return true
  return isLatin(one) !== isLatin(other) || isDamaged(one, other) || isDamaged(other, one) ? undefined : false
}

const carryingOurs = (customers: readonly CustomerRecord[], { payload }: StepKnowledge): readonly CustomerRecord[] => {
  const ours = payload.customermappingid?.toLowerCase() ?? ''
  return customers.filter((customer) => ours !== '' && mappingOf(customer) === ours)
}

const isCarriedByOurs = (customer: CustomerRecord, knowledge: StepKnowledge): boolean =>
  carryingOurs([customer], knowledge).length > 0 && isOurPerson(customer, knowledge) !== false

const mappingOf = ({ customermappingid = '' }: CustomerRecord): string =>
  customermappingid === '0' ? '' : customermappingid.toLowerCase()

const isUnnamed = ({ payload }: StepKnowledge): boolean => makingOf('create-customer', payload) === 'unknown'

/**
 * The rule for a new customer (Customer creation). The customer is read by the user ID. While the user ID that the platform makes is
 * unknown, the customer is read by Setdesk's mapping id. A platform may also store another user ID than the one it was given. So if a call
 * may have had an effect, but nobody has the user ID, the newest customers are searched for the mapping id before the call is sent again.
 */
export const createCustomerRule: StepRule = {
  reads: 'getCustomer',
  creates: true,
  judge: (answer, knowledge) => (isUnnamed(knowledge) ? findByMappingId : findCustomer)(answer, knowledge),
  judgeSeveral: findAmongSeveral,
  alsoReads: {
    reads: 'getCustomers',
    isAsked: (first, knowledge) =>
      knowledge.mayHaveArrived &&
      (isUnnamed(knowledge) || (first.finding === 'absent' && knowledge.isRefused !== true)),
    isNeeded: isUnnamed,
    judge: findInNewest,
  },
}

/** Plans the creation of a customer. A box goes into the same call (Customer creation). */
export function planCreation(intent: IntentOf<'new-customer'>, payload: Payload, connection: Connection): PlannedStep {
  const { plan, logIn, box } = intent
  const named = logInOf(intent)
  const settled = settleCreation(intent.options, box !== undefined, connection)
  return {
    kind: 'create-customer',
    operation: settled.creation,
    payload: {
      send: {
        ...intent.customer,
        productid: plan.productid,
        subscriptionlengthinmonths: String(plan.months),
        subscriptionlengthindays: String(plan.days),
        renewalinterval: String(plan.renewalinterval),
        ...services(connection),
        ...defined({ userid: logIn.userid, password: logIn.password, customermappingid: payload.customermappingid }),
        ...settled.send,
        ...(box && takesOf(settled.creation).box && { uuid: identifierOnWire(box.identifier, connection.macFormat) }),
      },
      // If the user ID is known, the mapping id is sent as unknown. With a mapping id, a platform may ignore the user ID and return a
      // customer with another user ID.
      read: {
        userid: named.userid ?? '',
        customermappingid: named.userid === undefined ? (payload.customermappingid ?? '') : connection.unknownMappingId,
        crmService: connection.crmService,
      },
    },
  }
}

function findCustomer(answer: Answer, knowledge: StepKnowledge): Found {
  if (answer.verdict === 'absent') return foundOnly('absent')
  const customer = readCustomer(answer)
  const { intent } = knowledge.payload
  if (customer === undefined || !('logIn' in intent)) return foundOnly('unclear')
  if (isOfOther(customer.userid, logInOf(intent).userid))
    // The platform finds the user ID that it was given, but shows the one that it stores.
    return foundOnly(knowledge.mayHaveArrived && isCarriedByOurs(customer, knowledge) ? 'other-user-id' : 'unclear')
  return { finding: whoseIs(customer, knowledge), provesRead: customer.userid !== undefined, customer }
}

/** Finds the customer with exactly the user ID in a list, because a platform may search for the beginning of a user ID. */
function findAmongSeveral(answer: Answer, knowledge: StepKnowledge): Found | undefined {
  const { intent } = knowledge.payload
  const asked = 'logIn' in intent ? logInOf(intent).userid : undefined
  const [customer, ...others] = asked === undefined ? [] : findNamedAmongSeveral(answer, asked)
  if (customer === undefined) return undefined
  // One of two customers with the user ID may be this job's.
  if (others.length > 0 && knowledge.mayHaveArrived) return undefined
  return { finding: whoseIs(customer, knowledge), provesRead: false, customer }
}

/**
 * Whose customer this is. Setdesk's mapping id proves that the customer is this job's. The name or the mobile proves this only after the
 * job has sent something. Before that, a customer with the same name and user ID was created elsewhere.
 */
function whoseIs(customer: CustomerRecord, knowledge: StepKnowledge): Finding {
  const { mayHaveArrived, isAccepted, payload } = knowledge
  const mapping = customer.customermappingid === '0' ? '' : (customer.customermappingid ?? '')
  if (mapping !== '' && isSame(mapping, payload.customermappingid)) return 'present'
  if (!mayHaveArrived) return 'somebody-else'
  const isOurs = isOurPerson(customer, knowledge)
  if (isOurs === true) return 'present'
  if (isOurs === false || mapping !== '') return 'somebody-else'
  // The platform shows only the user ID. The user ID alone is enough after an accepted call, but not after a lost reply.
  return isAccepted ? 'present' : 'unclear'
}

const isSame = (one: string, other: string | undefined): boolean => one.toLowerCase() === other?.toLowerCase()

/**
 * Finds a customer with an unknown user ID by Setdesk's mapping id. A customer with that mapping id is this job's. If the platform shows no
 * mapping ids, a single customer with the same name or mobile counts as this job's.
 */
export function findByMappingId(answer: Answer, knowledge: StepKnowledge): Found {
  if (answer.verdict === 'absent') return foundOnly('absent')
  const page = readCustomerPage(answer)
  if (page === undefined) return foundOnly('unclear')
  if (page.customers.length === 0) return foundOnly(page.hasNext ? 'unclear' : 'absent')
  const carrying = carryingOurs(page.customers, knowledge)
  if (carrying.length > 0) return oneOnly(carrying)
  const [only, ...others] = page.customers
  const isSilent = only !== undefined && others.length === 0 && mappingOf(only) === ''
  return isSilent && isOurPerson(only, knowledge) === true ? oneOnly([only]) : foundOnly('unclear')
}

/**
 * Also searches the newest customers of the platform's list for Setdesk's mapping id. If several customers have this mapping id, the read
 * of a single customer may show only one of them. If a single customer has it, that customer may have another user ID than the job's.
 */
export function findInNewest(first: Found, answer: Answer, knowledge: StepKnowledge): Found {
  const customers = answer.verdict === 'accepted' ? (readCustomerPage(answer)?.customers ?? []) : []
  const carrying = carryingOurs(customers, knowledge)
  if (carrying.length === 0 || first.finding === 'several') return first
  // Somebody else may have a mapping id that a technician typed.
  if (!isUnnamed(knowledge) && carrying.every((customer) => isOurPerson(customer, knowledge) === false)) return first
  const found = oneOnly([...(first.finding === 'present' && first.customer ? [first.customer] : []), ...carrying])
  const { intent } = knowledge.payload
  const asked = 'logIn' in intent ? logInOf(intent).userid : undefined
  return isOfOther(found.customer?.userid, asked) ? foundOnly('other-user-id') : found
}

function oneOnly(carrying: readonly CustomerRecord[]): Found {
  const userids = new Set(carrying.map(({ userid }) => userid?.toLowerCase()))
  const [customer] = carrying
  if (userids.size > 1) return foundOnly('several')
  // Without a user ID the job cannot continue.
  if (customer?.userid === undefined) return foundOnly('unclear')
  return { finding: 'present', provesRead: false, customer }
}

/** Whether a customer has the name or the mobile that the job sends. Undefined if the platform returns neither. */
export function isOurPerson(
  told: Pick<CustomerRecord, 'firstname' | 'lastname' | 'mobile'>,
  { payload: { intent } }: Pick<StepKnowledge, 'payload'>,
): boolean | undefined {
  if (!('customer' in intent)) return undefined
  const ours = intent.customer
  const matching = [
    matchesName(fullName(told.firstname, told.lastname), fullName(ours.firstname, ours.lastname)),
    matchesNumber(digits(told.mobile), digits(ours.mobile)),
  ].filter((match) => match !== undefined)
  return matching.length === 0 ? undefined : matching.includes(true)
}
