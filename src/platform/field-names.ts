import {
  mappedWords,
  mappable,
  type FieldMapping,
  type Mappable,
} from '../shared/domain/field-mapping/field-mapping.ts'

/** The fields that readers look for in an answer. */
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
  | 'flag'
  | 'result'
  | 'fault'
  | 'code'
  | 'deed'
  | 'wrapper'
  | (typeof mappedWords)[number]

/**
 * The names of each field, most trusted first, in lower case and without underscores, because names are compared like this
 * (What clients saw). An engineer can add the names that a platform uses.
 */
export type FieldNames = Readonly<Record<Field, readonly string[]>> & {
  /** The names that an engineer added. */
  readonly mapped?: ReadonlyMap<Field, readonly string[]>
}

/** Names from public clients and the interface document, and similar ones. */
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
    'deviceidentifier',
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
    'errormsg',
    'errmsg',
    'statusmessage',
    'statustext',
    'statusdesc',
    'resultmessage',
    'resultmsg',
    'resulttext',
    'resultdesc',
    'resultdescription',
    'responsemessage',
    'responsetext',
    'responsedesc',
    'returnmessage',
    'description',
    'text',
  ],
  outcome: [
    'success',
    'succeeded',
    'issuccess',
    'successful',
    'issuccessful',
    'ok',
    'isok',
    'result',
    'status',
    'stat',
    'outcome',
    'response',
  ],
  // Outcome names for which true and false can mean only one thing.
  flag: ['success', 'succeeded', 'issuccess', 'successful', 'issuccessful', 'ok', 'isok'],
  result: ['result', 'response', 'outcome'],
  fault: ['error', 'errors', 'haserror', 'haserrors', 'iserror', 'fault', 'failed', 'failure', 'exception'],
  code: [
    'statuscode',
    'httpstatus',
    'httpcode',
    'httpstatuscode',
    'status',
    'code',
    'responsecode',
    'resultcode',
    'returncode',
    'retcode',
    'errorcode',
    'errcode',
    'errno',
    'ret',
    'rc',
  ],
  // Names of the work itself. The value "false" or 0 means that it was not done.
  deed: [
    'executed',
    'applied',
    'changed',
    'processed',
    'completed',
    'done',
    'added',
    'renewed',
    'extended',
    'updated',
    'modified',
    'saved',
    'inserted',
    'affected',
    'affectedrows',
    'rowsaffected',
  ],
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
    'item',
    'records',
    'record',
    'rows',
    'row',
    'entries',
    'entry',
    'elements',
    'element',
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
  // Words for yes, no, absent and each status, beside the words in `wording.ts`. Only an engineer adds them.
  approvalWord: [],
  refusalWord: [],
  absenceWord: [],
  activeWord: [],
  expiredWord: [],
  pendingWord: [],
  disabledWord: [],
  trialWord: [],
}

/** Normalizes a name for comparison. Keeps letters and digits of any script. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** Normalizes words for comparison: lower case, blanks for underscores, no full stop at the end. */
export const plainWords = (words: string): string =>
  words
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace(/[\s.!]+$/u, '')

/**
 * The usual names, preceded by those of the field mapping; undefined if the mapping is empty. A name that is mapped to one
 * meaning loses its usual meanings.
 */
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

/** The names, or the words, of the field mapping for a field. */
export const mappedOf = (field: Field, { mapped }: FieldNames): readonly string[] => mapped?.get(field) ?? []

/** The field names for reading an answer: those of its platform, or the usual ones. */
export const namesOf = ({ names }: { readonly names?: FieldNames }): FieldNames => names ?? defaultFieldNames
