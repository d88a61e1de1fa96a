import { describe, expect, it } from 'vitest'
import { drawPlatform } from '../../platforms/draw-platform.ts'
import { decode, findBoxes, findNamed, findRecords, readStatus, writeLoose } from './decode.ts'
import { named, send, type Played } from './script.ts'
import type { Platform, TrueCustomer } from '../../platforms/platform.ts'

const seedCount = 500

/** A platform with customers in every status, one of them with devices. */
function populate(seed: number): { platform: Platform; first: TrueCustomer } {
  const platform = drawPlatform(seed)
  const today = 20_779
  const trial = platform.products.find(({ isTrial }) => isTrial)?.productid ?? ''
  const first = platform.makeCustomer({
    userid: 'anna',
    endDay: today + 40,
    devices: ['00:1A:79:0A:0B:0C', 'F0-B1-3F-00-00-01'],
  })
  platform.makeCustomer({ userid: '4711', endDay: today - 400, devices: ['D4CFF9123456'] })
  platform.makeCustomer({ userid: 'b', isDisabled: true, firstname: 'Zoë "Z"', lastname: 'A,B;C|D&E<F>' })
  platform.makeCustomer({ userid: '0042', isPending: true, mobile: '+491701234567', customermappingid: 'm-9' })
  platform.makeCustomer({ userid: 'e@x.example', productid: trial, endDay: 20_813 })
  return { platform, first }
}

function findWrong({ reply, told }: Played, { description }: Platform): string | null {
  const truth = told.customers ?? []
  if (told.outcome !== 'read' || truth.length === 0) return `${told.outcome} ${told.reason} of ${truth.length}`
  const decoded = findRecords(decode(reply, description), description).filter(
    ({ userid }) => !(told.missing ?? []).includes(userid),
  )
  const shown = told.shown ?? []
  const orderOf = ({ userid }: { readonly userid: string }): number => truth.findIndex((one) => one.userid === userid)
  const wanted = truth.map(({ userid, status, endDay, mobile, devices }) => ({
    userid,
    ...(shown.includes('status') ? { status } : {}),
    ...(shown.includes('endDate') ? { endDay } : {}),
    ...(shown.includes('mobile') ? { mobile } : {}),
    ...(shown.includes('deviceList') && !isRepeated(description) ? { devices: [...new Set(devices)] } : {}),
  }))
  // JavaScript sorts numeric keys of an object.
  const isMap = description.reads.list === 'map'
  const read = (isMap ? decoded.toSorted((left, right) => orderOf(left) - orderOf(right)) : decoded).map((one) =>
    shown.includes('deviceList') && isRepeated(description) ? omitDevices(one) : one,
  )
  return JSON.stringify(sortFields(read)) === JSON.stringify(sortFields(wanted))
    ? null
    : `${JSON.stringify(read)} for ${JSON.stringify(wanted)}`
}

/** In XML with repeated items and no list around them, a record's devices are its own elements. */
function isRepeated({ encoding }: Platform['description']): boolean {
  return encoding.encoding.startsWith('xml') && encoding.xml.lists === 'repeated'
}

function omitDevices<T extends object>(record: T): T {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'devices')) as T
}

function sortFields(records: readonly object[]): unknown {
  return records.map((record) => Object.entries(record).toSorted(([left], [right]) => (left < right ? -1 : 1)))
}

describe('the answers of a generated platform, decoded by its description alone,', () => {
  it('give the true values in every list and record', () => {
    const wrong: string[] = []
    for (let seed = 0; seed < seedCount; seed += 1) {
      const { platform, first } = populate(seed)
      const { userid, password } = first
      const ids = JSON.stringify({ user_ids: ['4711', 'anna', 'nobody'] })
      const isShort = platform.description.reads.list === 'map' && platform.description.reads.statusShape !== 'record'
      const played = [
        send(platform, named('getCustomers', 'GET')),
        send(platform, named('getCustomers', 'GET'), { status: 'Expired' }),
        send(platform, named('getCustomer', 'GET'), { userid, password }),
        send(platform, named('getCustomer_V2', 'GET'), { userid, password }),
        ...(isShort
          ? []
          : [
              send(platform, named('GetCustomerStatusByReseller'), { reseller_id: '0', page: '1' }),
              send(platform, named('GetCustomerStatusByIds'), {}, ids),
            ]),
      ]
      for (const one of played) {
        const fault = findWrong(one, platform)
        if (fault !== null) wrong.push(`seed ${seed}: ${one.told.operation}: ${fault} in ${one.reply.text}`)
      }
    }
    expect(wrong).toEqual([])
  }, 300_000)

  it('give the true devices in every list', () => {
    const wrong: string[] = []
    for (let seed = 0; seed < seedCount; seed += 1) {
      const { platform, first } = populate(seed)
      const { userid, password } = first
      const { reply, told } = send(platform, named('devices', 'GET'), { userid, password })
      const decoded = findBoxes(decode(reply, platform.description), platform.description)
      if (JSON.stringify(decoded) !== JSON.stringify(told.devices))
        wrong.push(`seed ${seed}: ${decoded.join()} for ${told.devices?.join()} in ${reply.text}`)
    }
    expect(wrong).toEqual([])
  }, 300_000)

  it('give the status of one customer', () => {
    const wrong: string[] = []
    for (let seed = 0; seed < seedCount; seed += 1) {
      const { platform, first } = populate(seed)
      const { description } = platform
      const { reply } = send(platform, named('GetCustomerStatus'), { userid: 'anna', password: first.password })
      const value = decode(reply, description)
      const isWord = description.reads.statusShape === 'word'
      const word = isWord ? reply.text : findNamed(value, description.names.status)
      const status = isWord
        ? Object.entries(description.values.statuses).find(([, own]) => reply.text.includes(String(own)))?.[0]
        : readStatus(word, description)
      if (status !== 'Active') wrong.push(`seed ${seed}: ${status} in ${reply.text}`)
    }
    expect(wrong).toEqual([])
  }, 300_000)

  it('lead from page to page to the last customer', () => {
    for (let seed = 0; seed < 60; seed += 1) {
      const platform = drawPlatform(seed)
      const { names, values } = platform.description
      for (let index = 0; index < 230; index += 1) platform.makeCustomer({ userid: `u${index}` })
      const seen: string[] = []
      let cursor = ''
      for (let page = 0; page < 3; page += 1) {
        const { reply, told } = send(platform, named('getCustomers', 'GET'), { last_customer_id: cursor })
        const value = decode(reply, platform.description)
        seen.push(...findRecords(value, platform.description).map(({ userid }) => userid))
        const hasNext = writeLoose(findNamed(value, names.hasNext)) === String(values.hasNext.yes)
        expect(hasNext).toBe(told.hasNext)
        expect(hasNext).toBe(page < 2)
        cursor = writeLoose(findNamed(value, names.cursor))
      }
      const isMap = platform.description.reads.list === 'map'
      const all = Array.from({ length: 230 }, (_, index) => `u${229 - index}`)
      expect(isMap ? seen.toSorted() : seen).toEqual(isMap ? all.toSorted() : all)
    }
  }, 120_000)
})
