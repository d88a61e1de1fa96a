import { namesDevice, readDeviceIdentifier, type DeviceIdentifier } from '../../shared/domain/device-identifier.ts'
import type { Answer, Json } from '../answer.ts'
import { isObject } from '../body.ts'
import { namesOf, type FieldNames } from '../field-names.ts'
import {
  asText,
  type DeviceRecord,
  findAll,
  findMapped,
  findText,
  type JsonObject,
  tellsOutcomeOnly,
  unwrapObject,
} from '../find-fields.ts'

type Devices = readonly DeviceRecord[] | undefined

/** The boxes in an answer of `GetCustomer/devices`. Undefined if any part was not understood: a box might be in that part. */
export function readDevices(answer: Pick<Answer, 'data' | 'names'>, names: FieldNames = namesOf(answer)): Devices {
  return answer.data === undefined ? undefined : collect(answer.data, names)
}

/** Whether one of the records is this box. Compares all identifiers in any notation. */
export function listsDevice(devices: readonly DeviceRecord[], identifier: DeviceIdentifier): boolean {
  return devices.some(({ id, also = [] }) => [id, ...also].some((text) => namesDevice(text, identifier)))
}

/** Whether the object maps MAC addresses to the records of boxes. */
export function mapsBoxes(object: JsonObject): boolean {
  const boxes = Object.entries(object)
  return boxes.length > 0 && boxes.every(([id, box]) => isMac(id) && isObject(box))
}

function collect(data: Json, names: FieldNames): Devices {
  if (typeof data === 'string') return readText(data)
  if (Array.isArray(data)) return all((data as readonly Json[]).map((element) => collectElement(element, names)))
  if (!isObject(data)) return undefined
  return mapsBoxes(data) ? Object.keys(data).map((id) => ({ id })) : collectFrom(data, names)
}

/** Reads an element of a list. In a list, a text may also be a serial number. A text without a digit is not a box but a message. */
function collectElement(element: Json, names: FieldNames): Devices {
  if (typeof element !== 'string') return collect(element, names)
  return /\d/.test(element) && readDeviceIdentifier(element).ok ? [{ id: element }] : undefined
}

function collectFrom(object: JsonObject, names: FieldNames): Devices {
  if (findAll(object, 'hasNext', names).some((value) => asText(value) === 'true')) return undefined
  const lists = findAll(object, 'deviceList', names)
  if (lists.length > 0) return all(lists.map((list) => (list === '' ? [] : collectListed(list, names))))
  const identifiers = [...findAll(object, 'macAddress', names), ...findAll(object, 'deviceIdentifier', names)]
  const texts = [...new Set(identifiers.flatMap((value) => asText(value) ?? []))]
  const [id, ...also] = texts.filter(isIdentifier)
  if (id !== undefined) {
    const model = findText(object, 'deviceModel', names)
    return [{ id, ...(also.length === 0 ? {} : { also }), ...(model === undefined ? {} : { model }) }]
  }
  const nested = identifiers.filter((value) => typeof value === 'object' && value !== null)
  const wrapped = unwrapObject(object, names).filter((part) => !isObject(part) || !tellsOutcomeOnly(part, names))
  const inside = nested.length > 0 ? nested : wrapped
  if (inside.length > 0) return all(inside.map((value) => collect(value, names)))
  const bare = findMapped(object, 'wrapper', names)
  if (bare.length > 0) return all(bare.map((value) => (typeof value === 'string' ? readText(value) : undefined)))
  return xmlText in object ? collectElement(object[xmlText] ?? null, names) : undefined
}

/**
 * Reads the value under the name of a list of boxes. The value is the list itself, or an object that holds the list's only element under
 * the element's name.
 */
function collectListed(list: Json, names: FieldNames): Devices {
  if (!isObject(list)) return collect(list, names)
  const known = collect(list, names)
  const [only, ...others] = Object.values(list)
  const isOne = known === undefined && typeof only === 'string' && others.length === 0
  return isOne ? collectElement(only, names) : known
}

/** Whether a text is a real identifier. "None", "N/A" and 0 are not: they mean that the box has no identifier of this kind. */
const isIdentifier = (text: string): boolean => /[1-9]/.test(text) || isMac(text)

/** .NET wraps each text of a list in this element. If there is only one text, only this element name shows that the text is in a list. */
const xmlText = 'string'

/** Reads one or more MAC addresses from a bare text. Serial numbers do not count, because an error code may look like one. */
function readText(text: string): Devices {
  const parts = text.split(/[,;|/+&\s]+/).filter((part) => part !== '')
  return parts.length > 0 && parts.every(isMac) ? parts.map((id) => ({ id })) : undefined
}

function isMac(text: string): boolean {
  const reading = readDeviceIdentifier(text)
  return reading.ok && reading.identifier.kind === 'mac'
}

function all(found: readonly Devices[]): Devices {
  const understood = found.filter((devices) => devices !== undefined)
  return understood.length === found.length ? understood.flat() : undefined
}
