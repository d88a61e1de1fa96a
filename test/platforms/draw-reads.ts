import { statusesFor } from './words.ts'
import type { AnswerManner, DateForm, EncodingManner, Envelope, Leaf, ReadManner, ValueManner } from './description.ts'
import type { RecordMeaning, Tongue } from './names.ts'
import type { Random } from './random.ts'

const dateForms: readonly DateForm[] = [
  'yyyy-MM-dd',
  'yyyy-MM-dd',
  'yyyy/MM/dd',
  'dd/MM/yyyy',
  'dd/MM/yyyy',
  'MM/dd/yyyy',
  'dd.MM.yyyy',
  'dd-MM-yyyy',
  'yyyyMMdd',
  'iso-with-zone',
  'iso-with-zone',
  'yyyy-MM-dd HH:mm:ss',
  'dd/MM/yyyy HH:mm',
  'unix-seconds',
  'unix-ms',
  'json-date',
  'd Mon yyyy',
  'Mon dd, yyyy',
  'dd-MON-yy',
]
const counted: ReadonlySet<DateForm> = new Set(['unix-seconds', 'unix-ms', 'json-date'] as const)

/** Chooses how values are written. */
export function drawValues(random: Random, tongue: Tongue, { encoding, text }: EncodingManner): ValueManner {
  const dateForm = random.pick(
    dateForms.filter((form) => !(form === 'Mon dd, yyyy' && encoding === 'name-value' && text.fieldSeparator === ',')),
  )
  const yesNo: readonly (readonly [Leaf, Leaf])[] = [
    [true, false],
    [true, false],
    [1, 0],
    ['1', '0'],
    ['Y', 'N'],
    ['yes', 'no'],
    ['true', 'false'],
  ]
  const [yes, no] = random.pick(yesNo)
  return {
    dateForm,
    zoneMinutes: random.chance(counted.has(dateForm) ? 0.8 : 0.6)
      ? 0
      : random.pick([60, 120, 180, 330, 480, -300, -420]),
    secondOfDay: random.pick([0, 0, 43_200, 86_399]),
    macForm: random.pick(['AA:BB', 'AA:BB', 'aa:bb', 'AA-BB', 'aa-bb', 'AABB', 'aabb', 'aabb.ccdd'] as const),
    statuses: random.pick(statusesFor(tongue)),
    areNumbersTyped: random.chance(0.5),
    absent: random.weigh({ null: 3, empty: 3, omitted: 3, 'n/a': 1, dash: 1, zero: 1 }),
    hasNext: encoding.startsWith('json') ? { yes, no } : { yes: String(yes), no: String(no) },
    password: random.weigh({ shown: 4, masked: 1, hashed: 1, hidden: 2 }),
    mobile: random.weigh({ 'as-given': 4, '00': 1, digits: 2 }),
    product: random.weigh({ id: 3, name: 2, both: 2, none: 2 }),
  }
}

/** What the generated reads must match. */
interface Around {
  readonly encoding: EncodingManner
  readonly envelope: Envelope
  readonly values: ValueManner
  readonly answers: AnswerManner
  readonly noise: ReadManner['noise']
}

/** Chooses the form of records and lists. */
export function drawReads(
  random: Random,
  { encoding: { encoding, text }, envelope, values, noise }: Around,
): ReadManner {
  const isJson = encoding.startsWith('json')
  const isText = !isJson && !encoding.startsWith('xml')
  const isColumns = encoding === 'columns'
  const isHeaderless = isColumns && !text.hasHeader
  const list = isText
    ? 'per-line'
    : random.weigh({
        bare: 3,
        wrapped: 4,
        map: 1,
        'per-line': encoding === 'json' && envelope.kind === 'bare' ? 1.5 : 0,
      })
  const endDateIn = random.weigh({ both: 6, v1: isColumns ? 0 : 1, v2: isColumns ? 0 : 1.5, none: 1 })
  const trace = random.weigh({ none: 3, startDate: 2, renewedOn: 2, history: isText ? 0 : 1.5 })
  const hasDevicesInRecord = random.chance(isHeaderless ? 0 : 0.3)
  return {
    list,
    empty: random.weigh({ same: 5, null: 1, 'empty-string': 1, missing: 1, words: 1.5, 'empty-body': 1, '204': 0.7 }),
    doesOneCollapse: list !== 'per-line' && random.chance(0.35),
    isOneInList: !isText && random.chance(0.2),
    devices: isHeaderless
      ? 'strings'
      : random.weigh({ strings: 3, objects: 4, joined: isColumns ? 0 : 1, map: isText ? 0 : 0.7 }),
    deviceExtras: random.shuffle(['model', 'type', 'ip', 'valid'] as const).slice(0, random.below(4)),
    statusShape: isHeaderless
      ? random.weigh({ word: 1, record: 1 })
      : random.weigh({ word: 1, field: 2, 'userid-status': 3, record: 3 }),
    unknownInList: isColumns || random.chance(0.6) ? 'omitted' : 'blank',
    fields: drawFields(random, { values, endDateIn, trace, isHeaderless, hasDevicesInRecord }),
    endDateIn,
    hasDevicesInRecord,
    trace,
    noise: noise.slice(0, random.pick([0, 0, 1, 2, 3])),
    cursor: random.weigh({ number: 3, token: 1 }),
    hasCount: !isColumns && random.chance(0.4),
    filter: random.weigh({ equals: 2, contains: 1 }),
  }
}

function drawFields(
  random: Random,
  drawn: {
    readonly values: ValueManner
    readonly endDateIn: ReadManner['endDateIn']
    readonly trace: ReadManner['trace']
    readonly isHeaderless: boolean
    readonly hasDevicesInRecord: boolean
  },
): readonly RecordMeaning[] {
  const { values, endDateIn, trace, isHeaderless, hasDevicesInRecord } = drawn
  const nameForm = random.weigh({ split: 4, joined: 2, none: 1 })
  const rest: RecordMeaning[] = []
  if (values.password !== 'hidden') rest.push('password')
  if (nameForm === 'split') rest.push('firstname', 'lastname')
  if (nameForm === 'joined') rest.push('name')
  if (random.chance(0.75)) rest.push('mobile')
  if (random.chance(0.5)) rest.push('email')
  if (random.chance(0.65)) rest.push('customermappingid')
  if (isHeaderless || random.chance(0.92)) rest.push('status')
  if (endDateIn !== 'none') rest.push('endDate')
  if (values.product === 'id' || values.product === 'both') rest.push('product')
  if (values.product === 'name' || values.product === 'both') rest.push('productName')
  if (trace === 'startDate' || random.chance(0.2)) rest.push('startDate')
  if (trace === 'renewedOn') rest.push('renewedOn')
  if (trace === 'history') rest.push('history')
  if (random.chance(0.4)) rest.push('customerId')
  if (hasDevicesInRecord) rest.push('deviceList')
  return random.chance(0.6) ? ['userid', ...random.shuffle(rest)] : random.shuffle(['userid' as const, ...rest])
}
