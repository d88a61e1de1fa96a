import type { Meaning, RecordMeaning, Tongue } from './names.ts'
import type { Slot } from './sentences.ts'

export type Encoding =
  | 'json'
  | 'json-in-string'
  | 'xml-elements'
  | 'xml-attributes'
  | 'lines'
  | 'name-value'
  | 'columns'

export type DateForm =
  | 'yyyy-MM-dd'
  | 'yyyy/MM/dd'
  | 'dd/MM/yyyy'
  | 'MM/dd/yyyy'
  | 'dd.MM.yyyy'
  | 'dd-MM-yyyy'
  | 'yyyyMMdd'
  | 'iso-with-zone'
  | 'yyyy-MM-dd HH:mm:ss'
  | 'dd/MM/yyyy HH:mm'
  | 'unix-seconds'
  | 'unix-ms'
  | 'json-date'
  | 'd Mon yyyy'
  | 'Mon dd, yyyy'
  | 'dd-MON-yy'

export type MacForm = 'AA:BB' | 'aa:bb' | 'AA-BB' | 'aa-bb' | 'AABB' | 'aabb' | 'aabb.ccdd'

/** One month after 31 January: 28 February, 3 March, 28 February with month ends kept, or thirty days later. */
export type MonthEnd = 'clamp' | 'overflow' | 'end-stays-end' | 'thirty-days'

/** One scalar on the wire. */
export type Leaf = string | number | boolean | null

export type ContentType = 'honest' | 'text/html' | 'text/plain' | 'none'

export type EmptyForm = 'same' | 'null' | 'empty-string' | 'missing' | 'words' | 'empty-body' | '204'

export type UnknownBody =
  | 'words'
  | 'message'
  | 'refusal'
  | 'null'
  | 'empty-list'
  | 'empty-object'
  | 'blank-record'
  | 'empty'

export interface EncodingManner {
  readonly encoding: Encoding
  readonly contentType: ContentType
  readonly isIndented: boolean
  /** Whether bare words in JSON are a JSON string; otherwise they are plain text. */
  readonly areWordsQuoted: boolean
  readonly xml: {
    readonly hasDeclaration: boolean
    readonly lists: 'contained' | 'repeated'
    readonly nil: 'xsi' | 'empty'
    readonly hasCdata: boolean
    /** For `xml-attributes`: the record's attributes, an attribute `value` of each element, or `<field name value>`. */
    readonly attributes: 'record' | 'value' | 'field'
  }
  readonly text: {
    readonly recordSeparator: string
    readonly fieldSeparator: string
    readonly nameSeparator: string
    readonly listSeparator: string
    readonly hasHeader: boolean
  }
}

export interface Envelope {
  readonly kind: 'bare' | 'one' | 'two' | 'soap' | 'json-rpc'
  /** Whether flags, counts and cursors are beside the wrapper or inside it. */
  readonly metaAt: 'outer' | 'inner'
  /** How an answer is wrapped that is only yes or no. */
  readonly yes: 'same' | 'flat'
  readonly no: 'same' | 'flat' | 'error-wrapper'
}

/** The format of an answer of yes or no. */
export type Style =
  | 'flag'
  | 'flag-and-message'
  | 'message'
  | 'words'
  | 'code'
  | 'code-and-message'
  | 'record'
  | 'credentials'
  | 'bare-userid'
  | 'empty'
  | 'fault'

export interface FlagManner {
  readonly kind: 'outcome' | 'inverted' | 'code'
  readonly yes: Leaf
  readonly no: Leaf
}

export interface AnswerManner {
  readonly flag: FlagManner
  readonly isFlagOnReads: boolean
  readonly create: { readonly style: Style; readonly status: 200 | 201 | 202 | 204 }
  readonly change: { readonly style: Style; readonly status: 200 | 201 | 202 | 204 }
  /** Whether asynchronous variants say that the request was accepted, not that it is done. */
  readonly isAsyncAccepted: boolean
  readonly no: { readonly style: Style; readonly statuses: 'by-reason' | 200 | 400 | 403 | 406 | 409 | 422 }
  readonly token: {
    readonly status: 200 | 302 | 400 | 401 | 403
    readonly body: 'refusal' | 'words' | 'message' | 'empty' | 'login-page'
  }
  readonly unknown: { readonly status: 200 | 204 | 400 | 404; readonly body: UnknownBody }
  readonly unknownHostname: 'same' | 'empty-list'
  readonly trouble: {
    readonly status: 429 | 500 | 502 | 503 | 504
    readonly body: 'refusal' | 'words' | 'message' | 'empty' | 'page'
  }
}

export interface ReadManner {
  /** For getCustomers and the lists of statuses. */
  readonly list: 'bare' | 'wrapped' | 'map' | 'per-line'
  readonly empty: EmptyForm
  readonly doesOneCollapse: boolean
  /** Whether the read of one customer returns a list of one. */
  readonly isOneInList: boolean
  readonly devices: 'strings' | 'objects' | 'joined' | 'map'
  readonly deviceExtras: readonly ('model' | 'type' | 'ip' | 'valid')[]
  readonly statusShape: 'word' | 'field' | 'userid-status' | 'record'
  readonly unknownInList: 'omitted' | 'blank'
  /** The meanings in a customer record, in order. */
  readonly fields: readonly RecordMeaning[]
  readonly endDateIn: 'both' | 'v1' | 'v2' | 'none'
  readonly hasDevicesInRecord: boolean
  readonly trace: 'none' | 'startDate' | 'renewedOn' | 'history'
  readonly noise: readonly { readonly name: string; readonly kind: 'date' | 'number' | 'word' | 'yes-no' }[]
  readonly cursor: 'number' | 'token'
  readonly hasCount: boolean
  readonly filter: 'equals' | 'contains'
}

export interface ValueManner {
  readonly dateForm: DateForm
  readonly zoneMinutes: number
  readonly secondOfDay: number
  readonly macForm: MacForm
  readonly statuses: Readonly<Record<'Active' | 'Expired' | 'Pending' | 'Disabled' | 'Trial', string | number>>
  readonly areNumbersTyped: boolean
  readonly absent: 'null' | 'empty' | 'omitted' | 'n/a' | 'dash' | 'zero'
  readonly hasNext: { readonly yes: Leaf; readonly no: Leaf }
  readonly password: 'shown' | 'masked' | 'hashed' | 'hidden'
  readonly mobile: 'as-given' | '00' | 'digits'
  readonly product: 'id' | 'name' | 'both' | 'none'
}

export interface Behaviour {
  readonly duplicateUserids: 'refused' | 'permitted'
  readonly duplicateRead: 'first' | 'last' | 'all'
  readonly doesUuidBind: boolean
  /** The effect of binding a device that the same customer already has. */
  readonly sameDevice: 'refused' | 'listed-once' | 'listed-twice'
  readonly deviceElsewhere: 'refused' | 'moved' | 'shared'
  readonly sameMacAtHostname: 'refused' | 'listed-once' | 'listed-twice'
  readonly macAtOtherHostname: 'refused' | 'moved' | 'shared'
  readonly isSerialTakenAsMac: boolean
  /** 0 for none. */
  readonly deviceLimit: number
  readonly renewalFlag: 'honoured' | 'ignored'
  readonly lapsedFrom: 'end' | 'today'
  readonly monthEnd: MonthEnd
  readonly renewalOfDisabled: 'done' | 'refused'
  readonly repeatedStatus: 'done' | 'refused'
  readonly changeToSame: 'done' | 'refused'
  readonly newStatus: 'active' | 'pending'
  readonly renewalService: 'crmServices' | 'crmService' | 'either'
  readonly getCustomerParameters: 'query' | 'body' | 'either'
  readonly passwordOnChanges: 'never' | 'when-sent' | 'always'
  readonly passwordOnReads: 'never' | 'when-sent' | 'always'
  readonly mappingOnIdentity: 'ignored' | 'must-match'
  /** Which parameters a creation requires. */
  readonly strictness: 'all' | 'essential'
  readonly generatedUserid: 'digits' | 'letters' | 'guid'
}

/** Everything that was generated for a platform. */
export interface PlatformDescription {
  readonly seed: number
  readonly tongue: Tongue
  readonly wording: 'plain' | 'adverse' | 'constants'
  readonly encoding: EncodingManner
  readonly envelope: Envelope
  readonly casing: string
  readonly names: Readonly<Record<Meaning, string>>
  readonly sentences: Readonly<Record<Slot, string>>
  readonly codes: Readonly<Record<Slot, string | number>>
  readonly answers: AnswerManner
  readonly reads: ReadManner
  readonly values: ValueManner
  readonly behaviour: Behaviour
  /** What no reader can know about this platform, or only with a field mapping. */
  readonly notes: readonly string[]
}
