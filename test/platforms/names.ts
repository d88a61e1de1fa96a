import { namesElsewhere } from './names-elsewhere.ts'
import { namesOfTheWest } from './names-of-the-west.ts'

/** The languages that a platform may use. */
export const tongues = ['en', 'de', 'es', 'fr', 'pt', 'it', 'nl', 'tr', 'pl', 'ru', 'id', 'sw', 'ar'] as const
export type Tongue = (typeof tongues)[number]

/** The possible meanings of a field in a customer record. */
export const recordMeanings = [
  'userid',
  'password',
  'firstname',
  'lastname',
  'name',
  'mobile',
  'email',
  'customermappingid',
  'status',
  'endDate',
  'startDate',
  'product',
  'productName',
  'customerId',
  'deviceList',
  'renewedOn',
  'history',
] as const
export type RecordMeaning = (typeof recordMeanings)[number]

/** The possible meanings of a name on the wire. */
export const meanings = [
  ...recordMeanings,
  'deviceIdentifier',
  'deviceModel',
  'historyDate',
  'historyAction',
  'customerList',
  'customerItem',
  'deviceItem',
  'hasNext',
  'cursor',
  'count',
  'message',
  'outcome',
  'code',
  'wrapper',
  'innerWrapper',
  'errorWrapper',
  'root',
] as const
export type Meaning = (typeof meanings)[number]

/** A name is words separated by blanks; `|` separates synonyms. A generated platform chooses how the words are joined. */
export type Names = Partial<Record<Meaning | 'isError' | 'resultCode', string>>

/**
 * English names, from the documents of: WHMCS (userid, nextduedate, result, message), WHM and cPanel (user, acct, reason), Ministra
 * (login, ls, stb mac, end date, results, error), Xtream-like panels (exp_date, username), Splynx (customer login), Radius Manager
 * (acctstatus, expiration), TR-069 ACS (serial number, product class), Kaltura OTT (udid, household, objects), Zuora (success,
 * account number, next page), Chargebee (next offset, list), Odoo (partner id, ref), Magento SOAP (increment id), Huawei billing
 * (result code, result desc, subscriber), ZTE and Oracle SDS (affected), phpIPAM (code, data), Google zero-touch (customer id).
 */
const english: Names = {
  userid:
    'user id|login|login id|username|user name|subscriber id|account|account no|uid|customer login|login name|ls|subscriber no|client login',
  password: 'password|pass|pwd|passwd|secret|pin|user password|login password',
  firstname: 'first name|given name|name first|fname|forename',
  lastname: 'last name|surname|family name|lname|name last',
  name: 'full name|name|display name|customer name|subscriber name|client name',
  mobile: 'mobile|phone|msisdn|phone number|telephone|gsm|cell|contact number|mobile no',
  email: 'email|e mail|mail|email address',
  customermappingid:
    'customer mapping id|external id|ext ref|increment id|reference|external reference|partner ref|mapping id|foreign key|crm id',
  status: 'status|state|acct status|account status|subscription status|customer state|life cycle|service state',
  endDate:
    'end date|expire date|exp date|expiration|valid to|valid until|expires at|subscription expire|next due date|valid|paid until|expiry|term end date|current term end|end of service',
  startDate: 'start date|valid from|activation date|activated at|reg date|start of service|contract start',
  product:
    'product id|plan|package|tariff plan|tariff|service plan|product|offer|bouquet|rate plan|srv id|package id|price plan',
  productName: 'product name|plan name|package name|subscription name|tariff name|offer name|srv name',
  customerId: 'id|customer id|client id|record id|internal id|entity id|row id',
  deviceIdentifier:
    'mac|mac address|uuid|serial|serial number|stb mac|device id|udid|stb sn|hw address|box|equipment id',
  deviceModel: 'model|stb type|product class|device model|type|hardware',
  deviceList: 'devices|device list|boxes|stbs|equipment|macs|mac addresses|cpe list|terminals',
  renewedOn: 'last renewal|renewed at|last payment|updated on|last top up|modified',
  history: 'history|events|transactions|movements|log',
  historyDate: 'date|when|posted at|on',
  historyAction: 'action|event|what|operation|type of event',
  customerList: 'customers|users|results|accounts|subscribers|items|rows|list|records|objects|clients|entries',
  customerItem: 'customer|user|account|subscriber|item|row|record|client|entry',
  deviceItem: 'device|box|stb|cpe|terminal',
  hasNext: 'has next|has more|more|next page available|is truncated|more records|has more items|more available',
  cursor: 'cursor|last customer id|next cursor|next offset|last id|next page token|continuation|next token|last record',
  count: 'count|total|total results|num returned|affected|total count',
  message:
    'message|msg|reason|description|result desc|status msg|detail|text|info|error|note|status message|response message',
  outcome: 'success|result|ok|status flag|succeeded|ack|response status|accepted|executed|outcome|is success',
  isError: 'error flag|is error|failed|has error|failure|is fault',
  resultCode: 'error code|result code|return code|rc|ret code|response code|status code|errno|exit code',
  code: 'code|reason code|error no|sub code|fault code|detail code',
  wrapper:
    'data|result|response|payload|d|return|body|content|answer|results|user info|output|reply|record|resource|response data',
  innerWrapper: 'customer data|info|item|element|value|details|object|acct|attributes|rec',
  errorWrapper: 'error|fault|errors|exception|problem|failure',
  root: 'response|result|xml|root|reply|answer|api response|document|sds result',
}

/** Names in the other languages. */
const others: Readonly<Record<Exclude<Tongue, 'en'>, Names>> = { ...namesOfTheWest, ...namesElsewhere }

type Words = readonly (readonly string[])[]

const split = new Map<string, Words>()

/** The synonyms of a meaning in a language, each as its words; English if the language has none. */
export function synonymsOf(tongue: Tongue, meaning: Meaning | 'isError' | 'resultCode'): Words {
  const key = `${tongue} ${meaning}`
  const known = split.get(key)
  if (known !== undefined) return known
  const spoken = tongue === 'en' ? undefined : others[tongue][meaning]
  const words = (spoken ?? english[meaning] ?? meaning).split('|').map((name) => name.split(' '))
  split.set(key, words)
  return words
}

/** Fields without a meaning for Setdesk; some contain words and dates that could mislead. */
export const noiseNames: readonly (readonly [name: string, kind: 'date' | 'number' | 'word' | 'yes-no'])[] = [
  ['created on', 'date'],
  ['last login', 'date'],
  ['birth date', 'date'],
  ['invoice date', 'date'],
  ['trial until', 'date'],
  ['balance', 'number'],
  ['max devices', 'number'],
  ['group id', 'number'],
  ['discount', 'number'],
  ['process id', 'number'],
  ['took', 'number'],
  ['tax rate', 'number'],
  ['remark', 'word'],
  ['last error', 'word'],
  ['branch', 'word'],
  ['comment', 'word'],
  ['is vip', 'yes-no'],
  ['online', 'yes-no'],
  ['wants mail', 'yes-no'],
  ['blocked once', 'yes-no'],
]
