import type { DraftPath } from '../../activation/draft/read-draft.ts'

/** The kinds of work a list can be for. */
export const bulkKinds = ['hostname', 'existing-customer', 'new-customer'] as const
export type BulkKind = (typeof bulkKinds)[number]

/** A field of a draft that a column can fill. */
export interface BulkField {
  readonly path: DraftPath
  /** Column names for this field, in lower case with letters and digits only. */
  readonly names: readonly string[]
  /** The column name in the template. */
  readonly title: string
  readonly example: string
}

const box: readonly BulkField[] = [
  {
    path: 'box.raw',
    names: [
      'box',
      'mac',
      'macaddress',
      'macaddr',
      'uuid',
      'device',
      'deviceid',
      'serial',
      'serialnumber',
      'sn',
      'identifier',
      'stb',
      'stbmac',
    ],
    title: 'mac',
    example: '00:1A:79:12:34:56',
  },
  { path: 'box.model', names: ['model', 'boxmodel', 'devicemodel', 'type'], title: 'model', example: 'MAG520' },
]
const logIn: readonly BulkField[] = [
  {
    path: 'logIn.userid',
    names: ['userid', 'login', 'loginid', 'user', 'username', 'customer'],
    title: 'userid',
    example: '4471920385',
  },
  { path: 'logIn.password', names: ['password', 'pass', 'pin'], title: 'password', example: '' },
]
const hostname: BulkField = {
  path: 'hostname',
  names: ['hostname', 'host', 'portal'],
  title: 'hostname',
  example: 'tv.example.net',
}
const customer: readonly BulkField[] = [
  {
    path: 'customer.firstname',
    names: ['firstname', 'first', 'forename', 'givenname'],
    title: 'firstname',
    example: 'Amélie',
  },
  {
    path: 'customer.lastname',
    names: ['lastname', 'last', 'surname', 'familyname', 'name'],
    title: 'lastname',
    example: 'Okonkwo',
  },
  { path: 'customer.street', names: ['street', 'address', 'address1'], title: 'street', example: '14 Rue des Lilas' },
  {
    path: 'customer.zipcode',
    names: ['zipcode', 'zip', 'postal', 'postcode', 'postalcode'],
    title: 'zipcode',
    example: '75020',
  },
  { path: 'customer.city', names: ['city', 'town'], title: 'city', example: 'Paris' },
  { path: 'customer.state', names: ['state', 'province', 'region'], title: 'state', example: 'Île-de-France' },
  { path: 'customer.country', names: ['country'], title: 'country', example: 'France' },
  { path: 'customer.phone', names: ['phone', 'telephone', 'tel', 'landline'], title: 'phone', example: '' },
  {
    path: 'customer.mobile',
    names: ['mobile', 'mobilephone', 'cell', 'gsm'],
    title: 'mobile',
    example: '+33612345678',
  },
  { path: 'customer.email', names: ['email', 'mail', 'emailaddress'], title: 'email', example: 'amelie@example.org' },
]
const plan: readonly BulkField[] = [
  { path: 'plan.productid', names: ['productid', 'product', 'package', 'plan'], title: 'productid', example: '' },
  { path: 'plan.months', names: ['subscriptionlengthinmonths', 'months', 'month'], title: 'months', example: '' },
  { path: 'plan.days', names: ['subscriptionlengthindays', 'days', 'day'], title: 'days', example: '' },
  { path: 'plan.renewalinterval', names: ['renewalinterval', 'interval'], title: 'renewalinterval', example: '' },
]

/** The fields of each kind of list. */
export const bulkFields: Readonly<Record<BulkKind, readonly BulkField[]>> = {
  hostname: [...box, hostname],
  'existing-customer': [...box, ...logIn, hostname],
  'new-customer': [...box, ...customer, ...plan, ...logIn, hostname],
}

/** The one column that every list needs. */
export const neededColumn = 'box.raw' satisfies DraftPath

/** The field that each column fills; undefined for a column that is skipped. */
export type ColumnMap = readonly (DraftPath | undefined)[]

/** Guesses the fields from the column names. Each field is used once, by the first column that matches. */
export function guessColumns(header: readonly string[], kind: BulkKind): ColumnMap {
  const taken = new Set<DraftPath>()
  return header.map((title) => {
    const plain = title
      .normalize('NFKD')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')
    const found = bulkFields[kind].find(({ path, names }) => names.includes(plain) && !taken.has(path))
    if (found !== undefined) taken.add(found.path)
    return found?.path
  })
}

/** Whether the first line holds column names instead of a row. */
export function isHeader(cells: readonly string[]): boolean {
  return bulkKinds.some((kind) => guessColumns(cells, kind).some((path) => path !== undefined))
}
