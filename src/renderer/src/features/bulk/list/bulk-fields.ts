import type { DraftPath } from '../../activation/draft/read-draft.ts'

export const bulkKinds = ['hostname', 'existing-customer', 'new-customer'] as const
export type BulkKind = (typeof bulkKinds)[number]

/**
 * A draft field that a column can fill. `names`: the column names for this field, in lower-case letters and digits. The template file uses
 * the first name.
 */
const field = (path: DraftPath, names: string, example = '') => ({ path, names: names.split(' '), example })
type BulkField = ReturnType<typeof field>

const box: readonly BulkField[] = [
  field(
    'box.raw',
    'mac box macaddress macaddr uuid device deviceid serial serialnumber sn identifier stb stbmac',
    '00:1A:79:12:34:56',
  ),
  field('box.model', 'model boxmodel devicemodel type', 'MAG520'),
]
const logIn: readonly BulkField[] = [
  field('logIn.userid', 'userid login loginid user username customer', '4471920385'),
  field('logIn.password', 'password pass pin'),
]
const hostname = field('hostname', 'hostname host portal', 'tv.example.net')
const customer: readonly BulkField[] = [
  field('customer.firstname', 'firstname first forename givenname', 'Amélie'),
  field('customer.lastname', 'lastname last surname familyname name', 'Okonkwo'),
  field('customer.street', 'street address address1', '14 Rue des Lilas'),
  field('customer.zipcode', 'zipcode zip postal postcode postalcode', '75020'),
  field('customer.city', 'city town', 'Paris'),
  field('customer.state', 'state province region', 'Île-de-France'),
  field('customer.country', 'country', 'France'),
  field('customer.phone', 'phone telephone tel landline'),
  field('customer.mobile', 'mobile mobilephone cell gsm', '+33612345678'),
  field('customer.email', 'email mail emailaddress', 'amelie@example.org'),
]
const plan: readonly BulkField[] = [
  field('plan.productid', 'productid product package plan'),
  field('plan.months', 'months subscriptionlengthinmonths month'),
  field('plan.days', 'days subscriptionlengthindays day'),
  field('plan.renewalinterval', 'renewalinterval interval'),
]

export const bulkFields: Readonly<Record<BulkKind, readonly BulkField[]>> = {
  hostname: [...box, hostname],
  'existing-customer': [...box, ...logIn, hostname],
  'new-customer': [...box, ...customer, ...plan, ...logIn, hostname],
}

export const neededColumn = 'box.raw' satisfies DraftPath

/** The field that each column fills. Undefined for a column that is skipped. */
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

/**
 * Whether the first line holds column names instead of a row: it has a known name, or several names in another language. No row is without a
 * digit, because its box, number or zip code has one.
 */
export function isHeader(cells: readonly string[]): boolean {
  const isKnown = bulkKinds.some((kind) => guessColumns(cells, kind).some((path) => path !== undefined))
  return isKnown || (cells.length > 1 && !cells.some((cell) => /\p{N}|^[A-F]{12}$/iu.test(cell)))
}

/** Guesses the fields of all columns. In a list without column names, the first column is the box. */
export function listColumnsOf(
  { hasHeader, header }: { readonly hasHeader: boolean; readonly header: readonly string[] },
  kind: BulkKind,
): ColumnMap {
  if (hasHeader) return guessColumns(header, kind)
  return header.map((_, index) => (index === 0 ? 'box.raw' : undefined))
}
