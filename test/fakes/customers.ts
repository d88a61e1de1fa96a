import type { Request, Response } from '../../src/shared/bridge/contract.ts'
import type { CustomerRow } from '../../src/shared/domain/customer/customer-view.ts'

const toldAt = Date.UTC(2026, 10, 21, 12)

/** A customer of a fake platform. */
export const makeCustomerRow = (number: number, more: Partial<CustomerRow> = {}): CustomerRow => ({
  userid: String(4_021_770_000 + number),
  firstname: 'Rosa',
  lastname: `Marín ${String(number)}`,
  mobile: '+33698765432',
  status: 'Active',
  endDate: '2027-03-02',
  product: 'Family',
  ...more,
})

const rows = Array.from({ length: 250 }, (_, index) => makeCustomerRow(index))
const pageSize = 100

/** A page of a list as the platform gives it. */
export const makePage = (
  shown: readonly CustomerRow[],
  next?: string,
): Extract<Response<'customers.find'>, { kind: 'page' }> => ({
  kind: 'page',
  rows: [...shown],
  isCut: false,
  isGathered: false,
  at: toldAt,
  isCached: false,
  ...(next === undefined ? {} : { next }),
})

function pageOf(found: readonly CustomerRow[], from: number) {
  const upTo = from + pageSize
  return makePage(found.slice(from, upTo), upTo < found.length ? String(upTo) : undefined)
}

/** The fake bridge's answers about customers. */
export const customerAnswers = {
  'customers.find': ({ filter, cursor = '0' }: Request<'customers.find'>) =>
    pageOf(
      rows.filter(({ lastname = '' }) => lastname.toLowerCase().includes(filter.lastname?.toLowerCase() ?? '')),
      Number(cursor),
    ),
  'customers.by-reseller': ({ page }: Request<'customers.by-reseller'>) => pageOf(rows, (page - 1) * pageSize),
  'customers.by-ids': ({ userids }: Request<'customers.by-ids'>) =>
    makePage(rows.filter(({ userid = '' }) => userids.includes(userid))),
  'customers.direct': (): Response<'customers.direct'> => ({ jobs: [], holders: [], isLocal: false }),
  'customers.read': ({ userid }: Request<'customers.read'>): Response<'customers.read'> =>
    userid === 'nobody'
      ? { kind: 'absent' }
      : {
          kind: 'customer',
          facts: makeCustomerRow(1, { userid }),
          devices: [{ id: '00:1A:79:4C:00:01', model: 'STB-520' }],
          answers: [{ operation: 'getCustomer', status: 200, raw: '{"firstname":"Rosa"}' }],
          at: toldAt,
          isCached: false,
        },
  'customers.bindings': ({ boxes }: Request<'customers.bindings'>): Response<'customers.bindings'> => ({
    kind: 'bindings',
    boxes: boxes.map((id) => ({ id, light: 'on', hostname: 'tv.coast.example' })),
    at: toldAt,
    isCached: false,
  }),
  'customers.jobs': () => ({ jobs: [] }),
  'customers.cancel': () => ({}),
}
