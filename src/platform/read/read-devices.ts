import { type Answer, type FieldNames, type Json, mappedOf, namesOf, plainName } from '../answer.ts'
import { isObject } from '../body.ts'
import {
  asText,
  beside,
  type DeviceRecord,
  findAll,
  findMapped,
  findText,
  type JsonObject,
  logInParts,
  otherList,
  tellsOutcomeOnly,
  unwrapObject,
} from '../find-fields.ts'
import {
  type DeviceIdentifier,
  isEui64,
  isReadable,
  mayNameDevice,
  namesDevice,
  readDeviceIdentifier,
} from '../../shared/domain/device-identifier.ts'

/**
 * The boxes in an answer of `GetCustomer/devices`. `unread`: the parts that were not understood, each of which may be a box. `isCut`: the
 * answer says that more boxes follow. A box in `devices` is there in any case. A box is missing only if the list is whole.
 */
export interface DeviceList {
  readonly devices: readonly DeviceRecord[]
  readonly unread: readonly Json[]
  readonly isCut: boolean
}

type Data = Pick<Answer, 'data' | 'names' | 'total'>

export function readDeviceList(answer: Data, names: FieldNames = namesOf(answer)): DeviceList {
  const list = answer.data === undefined ? unread(null) : collect(answer.data, names)
  return (answer.total ?? 0) > list.devices.length ? { ...list, isCut: true } : list
}

/** The boxes of a whole list. Undefined if any part was not understood: a box might be in that part. */
export function readDevices(answer: Data, names: FieldNames = namesOf(answer)): readonly DeviceRecord[] | undefined {
  const list = readDeviceList(answer, names)
  return isWhole(list) ? list.devices : undefined
}

/** Whether all of the list was understood. Only then is a box missing that the list does not show. */
export const isWhole = (list: DeviceList): boolean => list.unread.length === 0 && !list.isCut

/**
 * The parts of a list that were not understood, each as the platform's own words for it. A blank part names no box and is left out. Undefined
 * if any part is not an entry of a list of boxes, such as an object without a field for an identifier or a model.
 */
export function wordUnread({ unread }: DeviceList, names: FieldNames): readonly string[] | undefined {
  const worded = unread.map((part) => (isObject(part) ? wordEntry(part, names) : wordPlain(part)))
  const known = worded.filter((words) => words !== undefined)
  return known.length === worded.length ? known.filter((words) => words !== '') : undefined
}

const wordPlain = (part: Json): string | undefined =>
  Array.isArray(part) || typeof part === 'boolean' ? undefined : (asText(part) ?? '')

function wordEntry(object: JsonObject, names: FieldNames): string | undefined {
  const fields = ['macAddress', 'deviceIdentifier', 'deviceModel'] as const
  const values = fields.flatMap((field) => findAll(object, field, names))
  if (values.length === 0 || values.some((value) => typeof value === 'object' && value !== null)) return undefined
  return values.map(asText).find((text) => text !== undefined) ?? ''
}

/**
 * Whether one of the records may be this box although none names it. A record without a readable identifier may be any box. Such a record
 * proves neither that the box is there nor that it is missing.
 */
export function mayListDevice(devices: readonly DeviceRecord[], identifier: DeviceIdentifier): boolean {
  return devices.some(({ id, also = [] }) => {
    const texts = [id, ...also]
    return texts.some((text) => mayNameDevice(text, identifier)) || !texts.some(isReadable)
  })
}

/**
 * Whether a name or a text anywhere in an answer is this box, even if it is not read as one. A user ID and a mapping id do not count, nor does
 * `asked`, the user ID of the question, because they may be the identifier of the box.
 */
export function mentionsDevice(
  data: Json | undefined,
  identifier: DeviceIdentifier,
  names: FieldNames,
  asked: string | undefined,
): boolean {
  const isNamed = (text: string): boolean => text !== asked && namesDevice(text, identifier)
  const isMentioned = (value: Json | undefined): boolean => {
    if (Array.isArray(value)) return (value as readonly Json[]).some(isMentioned)
    if (!isObject(value)) return isNamed(asText(value) ?? '')
    return Object.entries(value).some(([key, part]) => {
      const name = plainName(key)
      const isOfCustomer = names.userid.includes(name) || names.customermappingid.includes(name)
      return isNamed(key) || (!isOfCustomer && isMentioned(part))
    })
  }
  return isMentioned(data)
}

export function mapsBoxes(object: JsonObject): boolean {
  const boxes = Object.entries(object)
  return boxes.length > 0 && boxes.every(([id, box]) => isMac(id) && isObject(box))
}

/** Matches a value of `has_next` that says that nothing follows. */
export const saysLast = /^(?:false|0|no|n|f)$/i

/** Names of fields beside a list that say how many entries or pages there are, and whether more follow. */
const [counts, pages, pageSize, following] = [
  /^(?:total|count|records|totalcount|totalrecords|totalitems|totalresults|totalelements|recordcount|recordstotal|numfound|(?:total|num(?:ber)?of)(?:devices|boxes|macs|macaddresses)|(?:devices?|box(?:es)?|macs?|macaddress(?:es)?)(?:count|total))$/,
  /^(?:pages|totalpages|pagecount|pagestotal|lastpage)$/,
  /^(?:pagesize|perpage|itemsperpage|recordsperpage|resultsperpage)$/,
  /^(?:next\w*|odatanextlink|truncated|istruncated|incomplete|hasmore\w*|more\w*)$/,
]

/**
 * Whether fields beside a list say that the list is incomplete. A field counts unless its value is known to say the opposite, because an
 * incomplete list would hide a box. `listed`: how many boxes the list has.
 */
function saysMore(object: JsonObject, names: FieldNames, listed: number): boolean {
  if (hasNext(object, names)) return true
  const values = Object.entries(object)
  // A record of one box has no list in it, and its fields are about the box.
  if (!values.some(([, value]) => Array.isArray(value) || isObject(value))) return false
  const isAround = ([key, value]: readonly [string, Json]): boolean =>
    isObject(value) && beside.test(plainName(key)) && (hasNext(value, names) || countsMore(value, names, listed))
  return countsMore(object, names, listed) || values.some(isAround)
}

const hasNext = (object: JsonObject, names: FieldNames): boolean =>
  findAll(object, 'hasNext', names).some((value) => !saysLast.test(asText(value) ?? 'no'))

function countsMore(object: JsonObject, names: FieldNames, listed: number): boolean {
  const plain = Object.keys(object).map(plainName)
  const isLastTold = plain.some((name) => counts.test(name) || pages.test(name) || names.hasNext.includes(name))
  return Object.entries(object).some(([key, value]) => {
    const name = plainName(key)
    // HAL writes a link as an object.
    const text = isObject(value) && /^next(?:page)?$/.test(name) ? asText(value['href']) : asText(value)?.trim()
    if (text === undefined) return false
    if (counts.test(name)) return Number(text) > listed
    if (pages.test(name)) return Number(text) > 1
    // After a full page or a cursor there may be more, unless the answer says where the list ends.
    if (pageSize.test(name)) return !isLastTold && listed >= Math.max(1, Number(text))
    const isFollowing = following.test(name) || (!isLastTold && names.cursor.includes(name))
    return isFollowing && !saysLast.test(text) && !/^(?:null|none|-1)$/i.test(text)
  })
}

function collect(data: Json, names: FieldNames): DeviceList {
  if (typeof data === 'string') return readText(data)
  if (Array.isArray(data)) return all((data as readonly Json[]).map((element) => collectElement(element, names)))
  if (!isObject(data)) return unread(data)
  if (mapsBoxes(data)) return wholeList(Object.keys(data).map((id) => ({ id })))
  const found = collectFrom(data, names)
  const { unread: parts, isCut } = found
  const devices = withHolder(found.devices, data, names)
  return { devices, unread: parts, isCut: isCut || saysMore(data, names, devices.length) }
}

/** Matches the names of the part of an object that is about the customer who has the boxes. */
const ofOwner = /^(?:customer|user|subscriber|owner)(?:info|data|details)?$/

/** Matches the names of fields that say who has a box. The value may be a user ID, a person's name, or an internal number of the platform. */
const ofHolder = /^(?:owner|holder|(?:assigned|bound|linked|registered|paired)(?:to|user|customer))(?:id)?$/
const likeUserid = /^[a-z]{0,3}[-_.]?\d{5,}$/i

/** Adds the customer and the hostname that an object names to its boxes, if their own records name none. */
function withHolder(devices: readonly DeviceRecord[], object: JsonObject, names: FieldNames): readonly DeviceRecord[] {
  const parts = Object.entries(object).flatMap(([key, value]) =>
    ofOwner.test(plainName(key)) && isObject(value) ? [value] : [],
  )
  const named = [object, ...logInParts(object), ...parts].flatMap((part) =>
    findAll(part, 'userid', names).flatMap((value) => asText(value) ?? []),
  )
  const textsUnder = (field: RegExp): readonly string[] =>
    Object.entries(object).flatMap(([key, value]) => (field.test(plainName(key)) ? (asText(value) ?? []) : []))
  const owners = [...named, ...textsUnder(ofHolder).filter((text) => likeUserid.test(text))]
  const [hostname] = textsUnder(/^hostname$/)
  const holder = { ...(owners.length > 0 && { owners }), ...(hostname !== undefined && { hostname }) }
  return Object.keys(holder).length === 0 ? devices : devices.map((device) => ({ ...holder, ...device }))
}

/**
 * Names of fields in the record of a box. `gone`: whether or when it was removed. A verb alone, such as `delete`, may be the name of a link.
 * `bound`: whether it is bound. `deed`: what was done, in an entry of a history. `state`: its status.
 */
const [gone, bound, deed, state] = [
  /^(?:(?:is|was)?(?:deleted|removed|unbound|unassigned|unlinked|unregistered|detached|released|revoked|unpaired)|is(?:del(?:ete)?|remove|unbind)|(?:del(?:ete|etion)?|remov(?:e|al)|unbind(?:ing)?|unassign(?:ment)?|unlink|unregister|detach|revoke|unpair)(?=.))(?:at|on|by|date|time|flag)?$/,
  /^(?:(?:is|was)?(?:bound|assigned|linked|registered|attached|paired|found|exists?)|(?:is)?bind(?:ing)?|(?:bind(?:ing)?|bound|assign(?:ment)?|link|pair(?:ing)?|registration)(?:status|state|flag))$/,
  /^(?:action|event|operation|activity)(?:type|name)?$/,
  /^(?:device|box|stb|mac|macaddress|item|record|stock|inventory)?(?:state|status)$/,
]

/** Matches the statuses of a box that is bound to nobody. */
const free =
  /^(?:available|free|unused|unallocated|spare|vacant|instock|unbind|not(?:bound|assigned|linked|registered|attached|paired|inuse))$|解绑|解除|未绑|删除|注销/

/**
 * The same statuses in Arabic, French, German, Portuguese, Spanish and Turkish. Another unknown word does not count: on a platform in another
 * language it says most often that the box is in use.
 */
const freeElsewhere =
  /^(?:متاح|غيرمرتبط|محذوفة?|supprimée?|retirée?|dissociée?|détachée?|libre|disponible|entfernt|gelöscht|ausgebucht|frei|verfügbar|removid[oa]|excluíd[oa]|des(?:vincul|associ|asoci)ad[oa]|livre|disponível|(?:elimin|borr|retir|liber)ad[oa]|silindi|kaldırıldı|boşta)$/

/** Matches the words of a history for a binding or its end. An entry of a history does not say whether the box is bound now. */
const deeds =
  /^(?:un|de)?(?:assign|bind|bound|link|attach|tach|pair|register|add|delete?|remove?|release?|revoke?)(?:ed|d|ing|al|ment|ion)?$/

const saysGone = (text: string): boolean => [gone, free, freeElsewhere].some((words) => words.test(text))

/** Whether a value says no or nothing, in one of several languages. */
export const isNothing = (value: Json): boolean =>
  /^(?:false|falso|falsch|faux|f|0|no|n|non|none|nein|nee|nie|não|nao|нет|hayır|not ?yet|لا|否|nil|null|n\/?a|never|undefined|-+)?$/i.test(
    asText(value) ?? '',
  )

/** Whether a value in place of the time of a removal is a time that programs write if there is none: long ago, or in another century. */
function isNoTime(value: Json): boolean {
  const text = asText(value) ?? ''
  const [ms] = /(?<!\d)-?\d{12,15}(?!\d)/.exec(text) ?? []
  const [year] = /(?<!\d)\d{4}(?!\d)/.exec(text) ?? []
  const at = ms === undefined ? Number(year ?? Number.NaN) : new Date(Number(ms)).getUTCFullYear()
  return at <= 1970 || at >= 2100
}

/** Whether an object says that its record was removed or was not found. */
export const saysRemoved = (object: JsonObject): boolean =>
  Object.entries(object).some(([key, value]) => {
    const name = plainName(key)
    if (gone.test(name)) return !isNothing(value) && !isNoTime(value)
    return /^(?:is)?(?:found|exists?)$/.test(name) && asText(value) !== undefined && isNothing(value)
  })

/** Whether the record of a box says that the box is not bound, or reports an error. */
const isOver = (object: JsonObject, names: FieldNames): boolean =>
  saysRemoved(object) ||
  Object.entries(object).some(([key, value]) => {
    const [name, text] = [plainName(key), plainName(asText(value) ?? '')]
    if (names.status.includes(name) || name === 'state') return saysGone(text)
    // The state of a device that is available may mean that it is online.
    if (state.test(name)) return text !== 'available' && saysGone(text)
    if (names.fault.includes(name)) return !isNothing(value)
    if (deed.test(name)) return deeds.test(text)
    return bound.test(name) && asText(value) !== undefined && (isNothing(value) || saysGone(text))
  })

/** The smallest number in a list that counts as a box, as the decimal form of a MAC address or as a serial number. */
const leastNumber = 1e10

/** Reads an element of a list. In a list, a text may also be a serial number. Another text without a digit is not a box but a message. */
function collectElement(element: Json, names: FieldNames): DeviceList {
  if (typeof element === 'number' && element >= leastNumber) return wholeList([{ id: String(element) }])
  if (typeof element !== 'string') return collect(element, names)
  const isBox = isMac(element) || (/\d/.test(element) && (readDeviceIdentifier(element).ok || isEui64(element)))
  return isBox ? wholeList([{ id: element }]) : unread(element)
}

function collectFrom(object: JsonObject, names: FieldNames): DeviceList {
  const lists = findAll(object, 'deviceList', names)
  if (lists.length > 0) return all(lists.map((list) => (list === '' ? wholeList([]) : collectListed(list, names))))
  const identifiers = [...findAll(object, 'macAddress', names), ...findAll(object, 'deviceIdentifier', names)]
  const texts = [...new Set(identifiers.flatMap((value) => asText(value) ?? []))]
  const [id, ...also] = texts.filter(isIdentifier)
  if (id !== undefined) {
    if (isOver(object, names)) return unread(object)
    const model = findText(object, 'deviceModel', names)
    return wholeList([{ id, ...(also.length === 0 ? {} : { also }), ...(model === undefined ? {} : { model }) }])
  }
  const nested = identifiers.filter((value) => typeof value === 'object' && value !== null)
  const isApart = (key: string): boolean => otherList.test(key) && !mappedOf('wrapper', names).includes(plainName(key))
  const apart = new Set(Object.keys(object).flatMap((key) => (isApart(key) ? [object[key]] : [])))
  const wrapped = unwrapObject(object, names).filter(
    (part) => !apart.has(part) && (!isObject(part) || !tellsOutcomeOnly(part, names)),
  )
  const inside = nested.length > 0 ? nested : wrapped
  if (inside.length > 0) return all(inside.map((value) => collect(value, names)))
  const bare = findMapped(object, 'wrapper', names)
  if (bare.length > 0) return all(bare.map((value) => (typeof value === 'string' ? readText(value) : unread(value))))
  return xmlText in object ? collectElement(object[xmlText] ?? null, names) : unread(object)
}

/** Reads a list of boxes under its name: the list itself, or an object that holds the only element under the element's name. */
function collectListed(list: Json, names: FieldNames): DeviceList {
  const known = collect(list, names)
  if (!isObject(list) || isWhole(known)) return known
  const [[name, only] = ['', null], ...others] = Object.entries(list)
  const isOnly = typeof only === 'string' && others.length === 0 && !otherList.test(name)
  return isOnly ? collectElement(only, names) : known
}

/** Whether a text is a real identifier. "None", "N/A" and 0 are not: they mean that the box has no identifier of this kind. */
const isIdentifier = (text: string): boolean => /[1-9]/.test(text) || isMac(text)

/** .NET wraps each text of a list in this element. If there is only one text, only this element name shows that the text is in a list. */
const xmlText = 'string'

/**
 * Reads one or more MAC addresses from a bare text. Serial numbers do not count, because an error code may look like a serial number. Among
 * other words an address proves nothing, because a message may name a box that is not there.
 */
function readText(text: string): DeviceList {
  const parts = text.split(/[,;|/+&\s]+/).filter((part) => part !== '')
  return parts.length > 0 && parts.every(isMac) ? wholeList(parts.map((id) => ({ id }))) : unread(text)
}

function isMac(text: string): boolean {
  const reading = readDeviceIdentifier(text)
  return reading.ok && reading.identifier.kind === 'mac'
}

/** One list for all, because an answer may list a million boxes. */
const nothing: readonly never[] = []

export const wholeList = (devices: readonly DeviceRecord[]): DeviceList => ({ devices, unread: nothing, isCut: false })

const unread = (part: Json): DeviceList => ({ devices: nothing, unread: [part], isCut: false })

const all = (lists: readonly DeviceList[]): DeviceList => ({
  devices: lists.flatMap((list) => list.devices),
  unread: lists.flatMap((list) => list.unread),
  isCut: lists.some((list) => list.isCut),
})
