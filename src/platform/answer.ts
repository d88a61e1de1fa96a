import type { NetworkFailure, Reach } from './transport/exchange.ts'
import {
  type FieldMapping,
  mappable,
  type Mappable,
  mappedWords,
} from '../shared/domain/field-mapping/field-mapping.ts'

/** What an answer means. `absent`: the platform has no such record. `unclear`: the answer was not understood or cannot be trusted. */
export type Verdict = 'accepted' | 'refused' | 'absent' | 'unclear'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** The order of day and month in a platform's dates. `mixed`: both orders were seen, so neither is trusted. */
export type DateOrder = 'day-first' | 'month-first' | 'mixed'

/**
 * The order of day and month for each separator in a date, such as `-` or `/`. One platform can write dates with several separators, and
 * each separator can have its own order.
 */
export type DateOrders = Readonly<Record<string, DateOrder>>

/** The result of one call: the verdict, how far the call got, and what the answer contained. Never contains the token. */
export interface Answer {
  readonly verdict: Verdict
  readonly reach: Reach
  /** The HTTP status. Absent if no answer came. */
  readonly status?: number
  readonly failure?: NetworkFailure
  /** The platform's own message (`Message`, or a text body) without secrets; at most 500 characters. */
  readonly message?: string
  /**
   * The unwrapped body; a plain text is a string. An ambiguous date is rewritten as `yyyy-MM-dd` if the platform's order of day and month
   * is known. Absent if the body was empty, HTML or cut short.
   */
  readonly data?: Json | undefined
  /** The body as received, without secrets, for display. Cut at 64 Ki characters unless the whole body was requested. */
  readonly raw: string
  /** The time of the answer by the platform's own clock (`Date` header), in milliseconds since 1970. Absent if there is no such header. */
  readonly saidAt?: number
  /** The wait that `Retry-After` asks for, in milliseconds. */
  readonly retryAfterMs?: number
  /** How many entries the whole list has, by the answer's headers. Infinity if they only say that it has more than this answer. */
  readonly total?: number
  /** A cache on the way stored this answer earlier, so it says nothing about this call. */
  readonly isStored?: true
  /** The answer is a page that comes from the platform's own web server, because the platform answered another read just after it. */
  readonly isOwnPage?: true
  /**
   * The platform rejected the company token or the customer's password, with a 401, a 403 or a message. A check of the credentials shows
   * whether the token or the password was rejected.
   */
  readonly credentials?: true
  /**
   * If the company token turns out to be accepted, the answer means that the platform wants the customer's password. Only an answer to a
   * call with a password parameter can mean this.
   */
  readonly asksPassword?: true
  /**
   * The verdict is `refused` only because of words or fields, and the HTTP status was a success. Setdesk may have misread the words. A
   * change that was refused in this way should therefore be read back.
   */
  readonly byWords?: true
  /**
   * Words that were not understood, without digits, so that the same message about two customers compares equal. If several answers in a
   * row contain the same words, an engineer must map the words.
   */
  readonly unknownWords?: string
  /** The order of day and month in the platform's dates, as far as this answer and earlier answers show it. */
  readonly dateOrders?: DateOrders
  /** The field names for reading this answer. Absent if the platform uses the usual names. */
  readonly names?: FieldNames
}

const split = (names: string): readonly string[] => names.trim().split(/\s+/)

/** Names of fields in answers, from public clients, the interface document and similar names. The most trusted name comes first. */
const usualNames = {
  userid: split('userid loginid username login userlogin customerlogin'),
  password: split('password loginpassword userpassword pass'),
  firstname: split('firstname givenname'),
  lastname: split('lastname surname familyname'),
  mobile: split('mobile mobilephone mobilenumber cellphone msisdn'),
  email: split('email emailaddress mail'),
  customermappingid: split('customermappingid mappingid externalid externalcustomerid'),
  status: split('status customerstatus subscriptionstatus accountstatus statustype'),
  endDate: split(`
    subscriptionenddate subscriptionexpire subscriptionexpiredate subscriptionend enddate expiredate expirydate
    expirationdate expireson expiresat expires expire expiry expiration expdate validuntil validto
  `),
  product: split('productid productname product subscriptionname subscriptionproduct package packagename'),
  startDate: split('subscriptionstartdate subscriptionstart startdate startson validfrom'),
  street: split('street address streetaddress address1'),
  postal: split('zipcode postal postalcode postcode zip'),
  city: split('city town'),
  state: split('state province county region'),
  country: split('country countryname'),
  phone: split('phone telephone phonenumber telephonenumber'),
  reseller: split('resellername resellerid reseller'),
  createdAt: split('createdat createdon createddate creationdate customercreated created'),
  deviceLimit: split('maxdevices devicelimit maxconcurrentdevices alloweddevices maxnumberofdevices'),
  macAddress: split('macaddress mac devicemac devicemacaddress ethernetmac'),
  deviceIdentifier: split(
    'uuid deviceuuid serial serialnumber deviceserial sn deviceid deviceidentifier device identifier',
  ),
  deviceModel: split('model devicemodel modelname'),
  deviceList: split('devices macaddresses macs maclist devicelist boxes customerdevices userdevices'),
  customerList: split('customers users subscribers customerlist userlist statuses customerstatuses userstatuses'),
  hasNext: split('hasnext hasmore hasnextpage more'),
  cursor: split('lastcustomerid cursor nextcursor next nextpage endcursor lastid'),
  message: split(`
    message messagedetail exceptionmessage errormessage errordescription errortext msg reason detail title errormsg errmsg
    statusmessage statustext statusdesc resultmessage resultmsg resulttext resultdesc resultdescription
    responsemessage responsetext responsedesc returnmessage description text
  `),
  outcome: split('success succeeded issuccess successful issuccessful ok isok result status stat outcome response'),
  // Names of outcome fields in which true can only mean success, and false only failure.
  flag: split('success succeeded issuccess successful issuccessful ok isok'),
  result: split('result response outcome'),
  fault: split(
    'error errors haserror haserrors iserror err errorlist fault failed failure isfailure exception modelstate',
  ),
  code: split(`
    statuscode httpstatus httpcode httpstatuscode status code responsecode resultcode returncode retcode errorcode
    errcode errno errornumber errorno errornr errornum errorid errnr errnum faultno faultnumber ret rc
  `),
  // Names of fields that say whether the work was done. In these fields, "false" or 0 means that the work was not done.
  deed: split(`
    executed applied changed processed completed done added renewed extended updated modified saved inserted
    affected affectedrows rowsaffected
  `),
  wrapper: split(`
    data d result results response value values return body content payload items item records record rows row
    entries entry elements element list customer user subscriber customerinfo customerdetails customerdata userinfo
    userdetails account envelope embedded
  `),
  // The words that an engineer adds for yes, no, absent and each status. The usual words are in `wording.ts`.
  approvalWord: [],
  refusalWord: [],
  absenceWord: [],
  activeWord: [],
  expiredWord: [],
  pendingWord: [],
  disabledWord: [],
  trialWord: [],
} as const

export type Field = keyof typeof usualNames

/**
 * The names of each field, most trusted first. The names are in lower case and without underscores, because names are compared in this
 * form (What clients saw). An engineer can add a platform's own names.
 */
export type FieldNames = Readonly<Record<Field, readonly string[]>> & {
  readonly mapped?: ReadonlyMap<Field, readonly string[]>
}

export const defaultFieldNames: FieldNames = usualNames

/** Normalizes a name for comparison. Keeps letters and digits of any script. Latin names go the short way, because lists may be long. */
export const plainName = (name: string): string =>
  /^[\x20-\x7e]*$/.test(name)
    ? name.toLowerCase().replace(/[^0-9a-z]/g, '')
    : name
        .normalize('NFKC')
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]/gu, '')

/** Normalizes words for comparison: lower case, blanks for underscores, and no full stop or exclamation mark at the end. */
export const plainWords = (words: string): string =>
  cutEnd(words.normalize('NFKC').trim().toLowerCase().replaceAll('_', ' '), /[\s.!]/u)

/** Puts the names of a field mapping before the usual names. A mapped name loses its usual meanings. Undefined if the mapping is empty. */
export function withFieldMapping(mapped: FieldMapping | undefined): FieldNames | undefined {
  const meanings = mappable.filter((meaning) => (mapped?.[meaning]?.length ?? 0) > 0)
  if (mapped === undefined || meanings.length === 0) return undefined
  const own = new Map<Field, readonly string[]>(meanings.map((one) => [one, plainNames(one, mapped[one] ?? [])]))
  const claimed = new Set(meanings.filter((one) => !wordMeanings.includes(one)).flatMap((one) => own.get(one) ?? []))
  const fields = Object.entries(defaultFieldNames) as [Field, readonly string[]][]
  const names = fields.map(([field, usual]) => {
    const first = own.get(field) ?? []
    return [field, [...first, ...usual.filter((name) => !first.includes(name) && !claimed.has(name))]] as const
  })
  return { ...(Object.fromEntries(names) as Record<Field, readonly string[]>), mapped: own }
}

const wordMeanings: readonly Mappable[] = mappedWords

function plainNames(meaning: Mappable, mapped: readonly string[]): readonly string[] {
  const plain = wordMeanings.includes(meaning) ? plainWords : plainName
  return [...new Set(mapped.map(plain).filter((name) => name !== ''))]
}

export const mappedOf = (field: Field, { mapped }: FieldNames): readonly string[] => mapped?.get(field) ?? []

export const namesOf = ({ names }: { readonly names?: FieldNames }): FieldNames => names ?? defaultFieldNames

/**
 * Removes the characters that match `one` from the end of the text. A single regular expression for the whole end would be slow: in a long
 * run of such characters, the search would start again at each character.
 */
export function cutEnd(text: string, one: RegExp): string {
  let end = text.length
  while (end > 0 && one.test(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}
