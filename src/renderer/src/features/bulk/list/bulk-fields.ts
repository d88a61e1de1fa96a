import type { Activation } from '../../../../../shared/domain/activation.ts'
import { readDeviceIdentifier, saysSerial } from '../../../../../shared/domain/device-identifier.ts'
import type { DraftPath } from '../../activation/draft/read-draft.ts'

export const bulkKinds = ['hostname', 'existing-customer', 'new-customer'] as const satisfies readonly BulkKind[]
export type BulkKind = Activation['kind']

/** A column name without case, accents, blanks and signs. */
const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

/**
 * A draft field that a column can fill. `names`: the column names for this field without blanks, first in English and then in the app's other
 * languages. The template file uses the first name.
 */
const field = (path: DraftPath, names: string, example = '') => ({
  path,
  names: names.split(/\s+/).map(plainName),
  example,
})
type BulkField = ReturnType<typeof field>

const box: readonly BulkField[] = [
  field(
    'box.raw',
    `mac box macaddress macaddr macid ethernetmac ethmac lanmac uuid device deviceid serial serialnumber serialno sn identifier stb stbmac
    direcciónmac adressemac endereçomac عنوانMAC decodificador décodeur boîtier descodificador الجهاز
    númerodeserie nodeserie ndeserie الرقمالتسلسلي`,
    // No box, so that the example row is never saved.
    '00:1A:79:XX:XX:XX',
  ),
  field('box.model', 'model boxmodel devicemodel stbmodel type modelo modèle الطراز', 'MAG520'),
]
const logIn: readonly BulkField[] = [
  field(
    'logIn.userid',
    `userid login loginid user username customer
    usuario cliente identifiant utilisateur client utilizador معرّفالمستخدم المستخدم`,
    '4471920385',
  ),
  field('logIn.password', 'password pass pin contraseña motdepasse palavra-passe senha كلمةالمرور'),
]
const hostname = field(
  'hostname',
  'hostname host portal nombredehost nomdhôte nomedoanfitrião اسمالمضيف',
  'tv.example.net',
)
const customer: readonly BulkField[] = [
  field('customer.firstname', 'firstname first forename givenname nombre prénom nome primeironome الاسمالأول', 'Amélie'),
  field(
    'customer.lastname',
    'lastname last surname familyname name apellido apellidos nom nomdefamille apelido apelidos sobrenome اسمالعائلة',
    'Okonkwo',
  ),
  field(
    'customer.street',
    'street address address1 calle dirección rue adresse rua morada endereço الشارع العنوان',
    '14 Rue des Lilas',
  ),
  field('customer.zipcode', 'zipcode zip postal postcode postalcode códigopostal codepostal cp الرمزالبريدي', '75020'),
  field('customer.city', 'city town ciudad localidad ville cidade localidade المدينة', 'Paris'),
  field('customer.state', 'state province region provincia estado région distrito المنطقة', 'Île-de-France'),
  field('customer.country', 'country país pays البلد الدولة', 'France'),
  field('customer.phone', 'phone telephone tel landline teléfono téléphone fixe telefone الهاتف'),
  field(
    'customer.mobile',
    'mobile mobilephone cell gsm móvil celular portable téléphoneportable telemóvel الجوال الهاتفالمحمول',
    '+33612345678',
  ),
  field(
    'customer.email',
    'email mail emailaddress correo correoelectrónico courriel adressemail correioeletrónico البريدالإلكتروني',
    'amelie@example.org',
  ),
]
const plan: readonly BulkField[] = [
  field('plan.productid', 'productid product package plan producto paquete produit forfait produto pacote المنتج'),
  field('plan.months', 'months subscriptionlengthinmonths month meses mois الأشهر'),
  field('plan.days', 'days subscriptionlengthindays day días jours الأيام'),
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

const isOfBox = (plain: string): boolean => box[0]?.names.includes(plain) === true

/**
 * Guesses the fields from the column names. Each field is used once, by the first column that matches. But a column of MAC addresses is the
 * box even behind a column of serial numbers.
 */
export function guessColumns(header: readonly string[], kind: BulkKind): ColumnMap {
  const taken = new Set<DraftPath>()
  const names = header.map(plainName)
  const hasAddress = names.some((plain) => isOfBox(plain) && plain.includes('mac'))
  return names.map((plain) => {
    if (hasAddress && isOfBox(plain) && !plain.includes('mac')) return undefined
    const found = bulkFields[kind].find(({ path, names }) => names.includes(plain) && !taken.has(path))
    if (found !== undefined) taken.add(found.path)
    return found?.path
  })
}

/** Whether a cell holds a long number, which no column name has. Most serial numbers have one. */
const hasNumber = (cell: string): boolean => /\p{N}{5}/u.test(cell)

/** Whether a cell holds a box for certain. */
export function isBox(cell: string): boolean {
  const reading = readDeviceIdentifier(cell)
  return (reading.ok && reading.identifier.kind === 'mac') || (saysSerial(cell) && hasNumber(cell))
}

/** Whether a cell holds a box or another number, and nothing else. */
export const isBoxOrNumber = (cell: string): boolean =>
  isBox(cell) || (hasNumber(cell) && readDeviceIdentifier(cell).ok)

/**
 * Whether the first line holds column names instead of a row: it has a known name, or several names in another language. No row is without a
 * digit, because its box, number or zip code has one. A known name may also be a model or a surname in a row with a box.
 */
export function isHeader(cells: readonly string[]): boolean {
  if (cells.some(isBoxOrNumber)) return false
  const isKnown = bulkKinds.some((kind) => guessColumns(cells, kind).some((path) => path !== undefined))
  return isKnown || (cells.length > 1 && !cells.some((cell) => /\p{N}/u.test(cell)))
}

/** Guesses the fields of all columns. In a list without column names, the first column is the box. */
export function listColumnsOf(
  { hasHeader, header }: { readonly hasHeader: boolean; readonly header: readonly string[] },
  kind: BulkKind,
): ColumnMap {
  if (hasHeader) return guessColumns(header, kind)
  return header.map((_, index) => (index === 0 ? 'box.raw' : undefined))
}

/** The first name of each column's field, by which the column is recognized again. A dash for a column that is skipped. */
export const namesOfColumns = (columns: ColumnMap, kind: BulkKind): readonly string[] =>
  columns.map((path) => bulkFields[kind].find((field) => field.path === path)?.names[0] ?? '-')
