import { describe, expect, it } from 'vitest'
import { drawPlatform } from '../../platforms/draw-platform.ts'
import { named, personOf, send } from './script.ts'
import type { Behaviour } from '../../platforms/description.ts'
import type { CustomerPart, Platform, TrueCustomer } from '../../platforms/platform.ts'

const day = (iso: string): number => Date.parse(`${iso}T00:00:00Z`) / 86_400_000
const today = day('2026-11-22')

/** A platform with this behaviour, and one customer on it. */
function start(behaviour: Partial<Behaviour>, part: CustomerPart = {}): { platform: Platform; customer: TrueCustomer } {
  const platform = drawPlatform(11, {
    adjust: (drawn) => ({
      ...drawn,
      values: { ...drawn.values, zoneMinutes: 0 },
      behaviour: { ...drawn.behaviour, passwordOnChanges: 'never', mappingOnIdentity: 'ignored', ...behaviour },
    }),
  })
  return { platform, customer: platform.makeCustomer({ userid: 'c-1', ...part }) }
}

function renew(behaviour: Partial<Behaviour>, endDay: number, flag: string | null): number | undefined {
  const { platform } = start(behaviour, { endDay })
  const more = { userid: 'c-1', months: '0', days: '10', ...(flag === null ? {} : { fromExpireDate: flag }) }
  return send(platform, named('renewCustomerV2'), more).told.entries?.[0]?.after
}

describe('a generated platform', () => {
  it('counts a renewal from the end date or from today, and ignores the flag in the call unless it honours flags', () => {
    const [ahead, lapsed] = [today + 5, today - 100]
    expect(renew({ renewalFlag: 'honoured' }, ahead, 'true')).toBe(ahead + 10)
    expect(renew({ renewalFlag: 'honoured' }, ahead, 'false')).toBe(today + 10)
    expect(renew({ renewalFlag: 'honoured', lapsedFrom: 'today' }, lapsed, 'true')).toBe(lapsed + 10)
    expect(renew({ renewalFlag: 'honoured', lapsedFrom: 'today' }, lapsed, null)).toBe(today + 10)
    expect(renew({ renewalFlag: 'ignored', lapsedFrom: 'end' }, lapsed, 'false')).toBe(lapsed + 10)
    expect(renew({ renewalFlag: 'ignored', lapsedFrom: 'today' }, lapsed, 'true')).toBe(today + 10)
    expect(renew({ renewalFlag: 'ignored', lapsedFrom: 'today' }, ahead, 'false')).toBe(ahead + 10)
  })

  it.each([
    ['clamp', '2027-01-31', '2027-02-28'],
    ['overflow', '2027-01-31', '2027-03-03'],
    ['end-stays-end', '2027-02-28', '2027-03-31'],
    ['thirty-days', '2027-01-31', '2027-03-02'],
  ] as const)('adds a month with the rule %s', (monthEnd, from, to) => {
    const { platform } = start({ monthEnd, renewalFlag: 'honoured' }, { endDay: day(from) })
    const more = { userid: 'c-1', months: '1', days: '0', fromExpireDate: 'true' }
    const { told } = send(platform, named('renewCustomer'), more)
    expect(told.entries?.[0]).toMatchObject({ effect: 'renew', months: 1, days: 0, before: day(from), after: day(to) })
  })

  it('starts a changed product today or at the previous end date', () => {
    for (const [flag, base] of [
      ['true', today + 50],
      ['false', today],
    ] as const) {
      const { platform } = start({}, { endDay: today + 50 })
      const productid = platform.products[1]?.productid ?? ''
      const length = { subscriptionlengthinmonths: '0', subscriptionlengthindays: '7' }
      const more = { userid: 'c-1', productid, ...length, fromExpireDate: flag }
      const { told } = send(platform, named('changeCustomerProduct'), more)
      expect(told.entries?.[0]).toMatchObject({ effect: 'change', product: productid, after: base + 7 })
      expect(platform.customers()[0]?.productid).toBe(productid)
    }
  })

  it.each(['crmServices', 'crmService', 'either'] as const)(
    'reads the service of a renewal from %s',
    (renewalService) => {
      const { platform } = start({ renewalService })
      const more = { userid: 'c-1', months: '1', days: '0' }
      const outcomes = [{ crmService: '' }, { crmServices: '' }].map(
        (without) => send(platform, named('renewCustomer'), { ...more, ...without }).told.outcome,
      )
      expect(outcomes).toEqual(
        {
          crmServices: ['done', 'not-done'],
          crmService: ['not-done', 'done'],
          either: ['done', 'done'],
        }[renewalService],
      )
    },
  )

  it.each([
    ['refused', ['done', 'not-done'], 1],
    ['listed-once', ['done', 'done'], 1],
    ['listed-twice', ['done', 'done'], 2],
  ] as const)('treats a second binding of a device by the rule "%s"', (sameDevice, outcomes, listed) => {
    const { platform } = start({ sameDevice, deviceLimit: 0 })
    const more = { userid: 'c-1', macAddress: '00-1a-79-00-00-09' }
    const seen = outcomes.map(() => send(platform, named('AddMacAddressForUser'), more).told.outcome)
    expect(seen).toEqual(outcomes)
    expect(platform.devicesOf('c-1')).toEqual(Array.from({ length: listed }, () => '00:1A:79:00:00:09'))
  })

  it.each([
    ['refused', 'not-done', [1, 0]],
    ['moved', 'done', [0, 1]],
    ['shared', 'done', [1, 1]],
  ] as const)(
    'treats the binding of another customer’s device by the rule "%s"',
    (deviceElsewhere, outcome, listed) => {
      const { platform } = start({ deviceElsewhere, deviceLimit: 0 }, { devices: ['00:1A:79:00:00:09'] })
      platform.makeCustomer({ userid: 'c-2' })
      const more = { userid: 'c-2', macAddress: '001A79000009' }
      expect(send(platform, named('AddMacAddressForUser'), more).told.outcome).toBe(outcome)
      expect([platform.devicesOf('c-1').length, platform.devicesOf('c-2').length]).toEqual(listed)
    },
  )

  it('refuses a device beyond the limit of the customer', () => {
    const { platform } = start({ deviceLimit: 1, isSerialTakenAsMac: true }, { devices: ['SN12345678'] })
    const { told } = send(platform, named('AddMacAddressForUser'), { userid: 'c-1', macAddress: '001A79000009' })
    expect(told).toMatchObject({ outcome: 'not-done', reason: 'rule' })
  })

  it.each([true, false])('binds the device of a creation only if this platform does so: %s', (doesUuidBind) => {
    const { platform } = start({ doesUuidBind })
    const more = { ...personOf(platform), userid: 'c-9', uuid: 'SN-0012345' }
    const { told } = send(platform, named('addCustomerWithDevice_V2'), more)
    expect(told.entries?.map(({ effect }) => effect)).toEqual(doesUuidBind ? ['create', 'bind-user'] : ['create'])
    expect(platform.devicesOf('c-9')).toEqual(doesUuidBind ? ['SN0012345'] : [])
  })

  it('binds a MAC to a hostname and refuses an unknown hostname', () => {
    const { platform } = start({})
    const [hostname = ''] = platform.hostnames
    const bind = named('AddMacAddressToHostname', 'GET')
    const more = { macAddress: '00:1A:79:00:00:09', hostname }
    expect(send(platform, bind, more).told.entries?.[0]).toMatchObject({
      effect: 'bind-hostname',
      hostname,
      userid: '',
    })
    expect(platform.macsUnder(hostname)).toEqual(['00:1A:79:00:00:09'])
    expect(send(platform, bind, { ...more, hostname: 'nowhere' }).told.reason).toBe('unknown-hostname')
  })

  it.each([
    ['never', '', 'done'],
    ['when-sent', '0', 'done'],
    ['when-sent', 'wrong', 'not-done'],
    ['always', '0', 'not-done'],
    ['always', 'right', 'done'],
  ] as const)('requires the password by the rule "%s", here for %j', (passwordOnChanges, password, outcome) => {
    const { platform } = start({ passwordOnChanges }, { password: 'right' })
    expect(send(platform, named('Disable'), { userid: 'c-1', password }).told.outcome).toBe(outcome)
  })

  it('derives the five statuses from the data of today', () => {
    const { platform } = start({}, { endDay: today })
    const trial = platform.products.find(({ isTrial }) => isTrial)?.productid ?? ''
    platform.makeCustomer({ endDay: today - 1 })
    platform.makeCustomer({ isPending: true })
    platform.makeCustomer({ isDisabled: true, endDay: today - 1 })
    platform.makeCustomer({ productid: trial })
    const statuses = platform.customers().map(({ status }) => status)
    expect(statuses).toEqual(['Active', 'Expired', 'Pending', 'Disabled', 'Trial'])
    expect(platform.ledger()).toEqual([])
  })

  it('filters the list of customers by fields of the interface document', () => {
    const { platform } = start({}, { city: 'Delft', endDay: today + 3, createdDay: today - 9 })
    platform.makeCustomer({ userid: 'c-2' })
    const ask = (more: Readonly<Record<string, string>>): readonly (string | undefined)[] =>
      (send(platform, named('getCustomers', 'GET'), more).told.customers ?? []).map(({ userid }) => userid)
    expect(ask({})).toEqual(['c-2', 'c-1'])
    expect(ask({ city: 'delft' })).toEqual(['c-1'])
    expect(ask({ subscription_end_date: '2026-11-25' })).toEqual(['c-1'])
    expect(ask({ customer_created_to: '2026-11-20' })).toEqual(['c-1'])
    expect(ask({ customer_created_from: '2026-11-20' })).toEqual(['c-2'])
    expect(ask({ status: 'Disabled' })).toEqual([])
    expect(ask({ unheard: 'of' })).toEqual(['c-2', 'c-1'])
  })
})
