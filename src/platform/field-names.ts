import { taughtWords, teachable, type TaughtNames, type Teachable } from '../shared/domain/taught-names.ts'

/** What is looked for in an answer, by the names platforms give it. */
export type Field =
  | 'userid'
  | 'password'
  | 'firstname'
  | 'lastname'
  | 'mobile'
  | 'email'
  | 'customermappingid'
  | 'status'
  | 'endDate'
  | 'product'
  | 'startDate'
  | 'street'
  | 'postal'
  | 'city'
  | 'state'
  | 'country'
  | 'phone'
  | 'reseller'
  | 'createdAt'
  | 'deviceLimit'
  | 'macAddress'
  | 'deviceIdentifier'
  | 'deviceModel'
  | 'deviceList'
  | 'customerList'
  | 'hasNext'
  | 'cursor'
  | 'message'
  | 'outcome'
  | 'result'
  | 'fault'
  | 'code'
  | 'wrapper'
  | (typeof taughtWords)[number]

/**
 * The names of each field, in order of trust, written in lower case without underscores: names are compared so (What clients
 * saw). A person may add the names of a platform that uses others.
 */
export type FieldNames = Readonly<Record<Field, readonly string[]>>

/** Names seen in public clients, in the interface document, or near at hand. */
export const defaultFieldNames: FieldNames = {
  userid: ['userid', 'loginid', 'username', 'login', 'userlogin', 'customerlogin'],
  password: ['password', 'loginpassword', 'userpassword', 'pass'],
  firstname: ['firstname', 'givenname'],
  lastname: ['lastname', 'surname', 'familyname'],
  mobile: ['mobile', 'mobilephone', 'mobilenumber', 'cellphone', 'msisdn'],
  email: ['email', 'emailaddress', 'mail'],
  customermappingid: ['customermappingid', 'mappingid', 'externalid', 'externalcustomerid'],
  status: ['status', 'customerstatus', 'subscriptionstatus', 'accountstatus', 'statustype'],
  endDate: [
    'subscriptionenddate',
    'subscriptionexpire',
    'subscriptionexpiredate',
    'subscriptionend',
    'enddate',
    'expiredate',
    'expirydate',
    'expirationdate',
    'expireson',
    'expiresat',
    'expires',
    'expire',
    'validuntil',
  ],
  product: ['productid', 'productname', 'product', 'subscriptionname', 'subscriptionproduct', 'package', 'packagename'],
  startDate: ['subscriptionstartdate', 'subscriptionstart', 'startdate', 'startson', 'validfrom'],
  street: ['street', 'address', 'streetaddress', 'address1'],
  postal: ['zipcode', 'postal', 'postalcode', 'postcode', 'zip'],
  city: ['city', 'town'],
  state: ['state', 'province', 'county', 'region'],
  country: ['country', 'countryname'],
  phone: ['phone', 'telephone', 'phonenumber', 'telephonenumber'],
  reseller: ['resellername', 'resellerid', 'reseller'],
  createdAt: ['createdat', 'createdon', 'createddate', 'creationdate', 'customercreated', 'created'],
  deviceLimit: ['maxdevices', 'devicelimit', 'maxconcurrentdevices', 'alloweddevices', 'maxnumberofdevices'],
  macAddress: ['macaddress', 'mac', 'devicemac', 'devicemacaddress', 'ethernetmac'],
  deviceIdentifier: [
    'uuid',
    'deviceuuid',
    'serial',
    'serialnumber',
    'deviceserial',
    'sn',
    'deviceid',
    'device',
    'identifier',
  ],
  deviceModel: ['model', 'devicemodel', 'modelname'],
  deviceList: ['devices', 'macaddresses', 'macs', 'maclist', 'devicelist', 'boxes', 'customerdevices', 'userdevices'],
  customerList: ['customers', 'users', 'subscribers', 'customerlist', 'userlist'],
  hasNext: ['hasnext', 'hasmore', 'hasnextpage', 'more'],
  cursor: ['lastcustomerid', 'cursor', 'nextcursor', 'next', 'nextpage', 'endcursor', 'lastid'],
  message: [
    'message',
    'messagedetail',
    'exceptionmessage',
    'errormessage',
    'errordescription',
    'msg',
    'reason',
    'detail',
    'title',
  ],
  outcome: ['success', 'succeeded', 'issuccess', 'successful', 'ok', 'result', 'status', 'outcome', 'response'],
  result: ['result', 'response', 'outcome'],
  fault: ['error', 'errors', 'haserror', 'iserror', 'fault', 'failed', 'failure'],
  code: ['statuscode', 'httpstatus', 'status', 'responsecode'],
  wrapper: [
    'data',
    'd',
    'result',
    'results',
    'response',
    'value',
    'values',
    'return',
    'body',
    'content',
    'payload',
    'items',
    'records',
    'rows',
    'list',
    'customer',
    'user',
    'subscriber',
    'customerinfo',
    'customerdetails',
    'customerdata',
    'userinfo',
    'userdetails',
    'account',
    'envelope',
  ],
  // What stands for yes, no and nobody beside the plain words of `wording.ts`, and for a status; only ever taught.
  approvalWord: [],
  refusalWord: [],
  absenceWord: [],
  activeWord: [],
  expiredWord: [],
  pendingWord: [],
  disabledWord: [],
  trialWord: [],
}

/** A name as names are compared. Letters of any script count. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Words as they are compared: without the full stop at their end, whatever their case. */
export const plainWords = (words: string): string =>
  words
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s.!]+$/u, '')

/** The usual names with those that were taught for a platform before them; undefined where nothing was taught. */
export function withTaughtNames(taught: TaughtNames | undefined): FieldNames | undefined {
  const meanings = teachable.filter((meaning) => (taught?.[meaning]?.length ?? 0) > 0)
  if (taught === undefined || meanings.length === 0) return undefined
  const own = meanings.map((meaning) => [meaning, mergeNames(meaning, taught[meaning] ?? [])] as const)
  return { ...defaultFieldNames, ...Object.fromEntries(own) }
}

const wordMeanings: readonly Teachable[] = taughtWords

function mergeNames(meaning: Teachable, taught: readonly string[]): readonly string[] {
  const plain = wordMeanings.includes(meaning) ? plainWords : plainName
  return [...new Set([...taught.map(plain).filter((name) => name !== ''), ...defaultFieldNames[meaning]])]
}

/** The names an answer is to be read by: its platform's own, or the usual ones. */
export const namesOf = ({ names }: { readonly names?: FieldNames }): FieldNames => names ?? defaultFieldNames
