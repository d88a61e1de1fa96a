import { writeBox } from './boxes.ts'
import { writeDay } from './calendar.ts'
import { fieldsOf, type Field, type Tree } from './tree.ts'
import type { Leaf, PlatformDescription } from './description.ts'
import type { RecordMeaning } from './names.ts'
import type { TrueCustomer } from './platform.ts'
import type { Customer, World } from './world.ts'

/** The answers that contain a record. */
export type View = 'v1' | 'v2' | 'status' | 'changed'

/** One field of a record with its meaning; noise has none. */
export interface RecordField {
  readonly meaning: RecordMeaning | null
  readonly name: string
  readonly value: Tree
  /** Whether it contains something true that a reader can use. */
  readonly isShown: boolean
}

/** Writes records, devices and single values in the platform's format. */
export interface RecordWriter {
  readonly record: (customer: Customer, view: View) => readonly RecordField[]
  readonly only: (customer: Customer, meanings: readonly RecordMeaning[]) => readonly RecordField[]
  /** A record with only empty fields. */
  readonly blank: (view: View, userid?: string) => readonly Field[]
  readonly columns: (view: View) => readonly string[]
  readonly device: (box: string) => Tree
  readonly deviceColumns: () => readonly string[]
  readonly leaf: (value: string | number | boolean) => Leaf
  readonly password: (customer: Customer) => Leaf
}

/** Creates the writer of a platform's customers. */
export function createRecordWriter(description: PlatformDescription, world: World): RecordWriter {
  const { reads, values, names, encoding } = description
  const isJson = encoding.encoding.startsWith('json')
  const isText = !isJson && !encoding.encoding.startsWith('xml')
  const isColumns = encoding.encoding === 'columns'

  const leaf = (value: string | number | boolean): Leaf => {
    if (!isJson) return String(value)
    if (typeof value === 'boolean') return value
    if (typeof value === 'number') return values.areNumbersTyped ? value : String(value)
    return values.areNumbersTyped && /^(0|[1-9]\d{0,11})$/.test(value) ? Number(value) : value
  }
  const text = (value: string): Leaf | undefined => {
    if (value !== '') return value
    const absent = { null: null, empty: '', omitted: undefined, 'n/a': 'N/A', dash: '-', zero: '0' }[values.absent]
    return absent === undefined && isColumns ? '' : absent
  }
  const password = (customer: Customer): Leaf => {
    const plain = customer.part.password
    if (values.password === 'masked') return '********'
    return values.password === 'hashed' ? hashText(plain) : plain
  }
  const day = (value: number): Leaf => leaf(writeDay(value, values))
  const device = (box: string): Tree => {
    if (reads.devices !== 'objects' && reads.devices !== 'map') return writeBox(box, values.macForm)
    const model = text(world.models.get(box) ?? '')
    const extras = reads.deviceExtras.map((extra): Field | null => {
      if (extra === 'model') return model === undefined ? null : [names.deviceModel, model]
      if (extra === 'type') return ['stbKind', 'STB']
      return extra === 'ip' ? ['lastIp', '192.0.2.7'] : ['validStamp', leaf(1_893_456_000)]
    })
    return fieldsOf([
      [names.deviceIdentifier, writeBox(box, values.macForm)],
      ...extras.filter((extra) => extra !== null),
    ])
  }
  const valueOf = (meaning: RecordMeaning, customer: Customer, truth: TrueCustomer): Tree | undefined => {
    switch (meaning) {
      case 'userid':
        return leaf(truth.userid)
      case 'password':
        return password(customer)
      case 'firstname':
      case 'lastname':
      case 'email':
      case 'customermappingid':
        return text(truth[meaning])
      case 'name':
        return `${truth.firstname} ${truth.lastname}`
      case 'mobile':
        return text(writeMobile(truth.mobile, values.mobile))
      case 'status':
        return statusLeaf(values.statuses[truth.status], isJson)
      case 'endDate':
        return day(truth.endDay)
      case 'startDate':
        return day(truth.startDay)
      case 'renewedOn':
        return customer.renewedDay === null ? text('') : day(customer.renewedDay)
      case 'product':
        return leaf(truth.productid)
      case 'productName':
        return text(world.products.find(({ productid }) => productid === truth.productid)?.name ?? '')
      case 'customerId':
        return leaf(truth.id)
      case 'deviceList':
        return {
          kind: 'list',
          item: names.deviceItem,
          items: truth.devices.map((box) => (isText ? writeBox(box, values.macForm) : device(box))),
        }
      case 'history':
        return {
          kind: 'list',
          item: 'entry',
          items: customer.history.map(({ day: when, action }) =>
            fieldsOf([
              [names.historyDate, day(when)],
              [names.historyAction, action],
            ]),
          ),
        }
    }
  }
  const meaningsIn = (view: View): readonly RecordMeaning[] => {
    const isEndShown = reads.endDateIn === 'both' || reads.endDateIn === view || view === 'changed'
    const shown = reads.fields.filter((meaning) => meaning !== 'endDate' || isEndShown)
    return view === 'status' && !shown.includes('status') ? [...shown, 'status'] : shown
  }
  const fieldsFor = (customer: Customer, meanings: readonly RecordMeaning[]): readonly RecordField[] => {
    const truth = world.show(customer)
    return meanings.flatMap((meaning): readonly RecordField[] => {
      const value = valueOf(meaning, customer, truth)
      if (value === undefined) return []
      const isShown = meaning !== 'password' || values.password === 'shown'
      return [{ meaning, name: names[meaning], value, isShown }]
    })
  }
  return {
    leaf,
    device,
    password,
    deviceColumns: () => {
      const tree = device('00:00:00:00:00:00')
      const isObject = typeof tree === 'object' && tree !== null && tree.kind === 'fields'
      return isObject ? tree.fields.map(([name]) => name) : [names.deviceIdentifier]
    },
    columns: (view) => [...meaningsIn(view).map((meaning) => names[meaning]), ...reads.noise.map(({ name }) => name)],
    record: (customer, view) => [
      ...fieldsFor(customer, meaningsIn(view)),
      ...reads.noise.map(({ name, kind }) => ({
        meaning: null,
        name,
        value: writeNoise(kind, customer, { leaf, day }),
        isShown: false,
      })),
    ],
    only: fieldsFor,
    blank: (view, userid) =>
      meaningsIn(view).map((meaning): Field => [
        names[meaning],
        meaning === 'userid' && userid !== undefined ? leaf(userid) : isJson ? null : '',
      ]),
  }
}

const remarks = ['no errors', 'none', 'not found at home', 'ok', 'payment failed in 2019', 'moved, active caller', '-']

function writeNoise(
  kind: 'date' | 'number' | 'word' | 'yes-no',
  { id, part }: Customer,
  write: { readonly leaf: (value: string | number) => Leaf; readonly day: (day: number) => Leaf },
): Leaf {
  if (kind === 'date') return write.day(part.createdDay - 1 - (id % 900))
  if (kind === 'number') return write.leaf((id * 37) % 1000)
  return kind === 'word' ? (remarks[id % remarks.length] ?? '-') : id % 3 === 0 ? 'Y' : 'N'
}

function statusLeaf(word: string | number, isJson: boolean): Leaf {
  return isJson ? word : String(word)
}

function writeMobile(mobile: string, form: 'as-given' | '00' | 'digits'): string {
  if (form === 'as-given') return mobile
  return form === '00' ? mobile.replace(/^\+/, '00') : mobile.replaceAll(/\D/g, '')
}

function hashText(plain: string): string {
  let [left, right] = [0x811c9dc5, 0x01000193]
  for (const letter of plain) {
    left = Math.imul(left ^ (letter.codePointAt(0) ?? 0), 0x01000193)
    right = Math.imul(right ^ left, 0x85ebca6b)
  }
  const halves = [left, right, left ^ right, Math.imul(left, 31)].map((half) =>
    (half >>> 0).toString(16).padStart(8, '0'),
  )
  return halves.join('')
}
