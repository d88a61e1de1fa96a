import { type Answer, type FieldNames, type Json, plainName, plainWords, type Verdict } from '../answer.ts'
import { type Body, isObject } from '../body.ts'
import type { Operation } from '../catalogue/operation.ts'
import { asText, findAll, findMapped, isEmptyList, isMappedStatus, tellsOutcomeOnly } from '../find-fields.ts'
import { isRefusing } from '../transport/exchange.ts'
import { knownStatus } from '../../shared/domain/customer/customer.ts'
import { isWhole, mapsBoxes, readDeviceList, readDevices, wordUnread } from '../read/read-devices.ts'
import { readCustomer, readCustomerPage, readStatus, showsOnlyId, tellsMore } from '../read/read-records.ts'
import { holdsValues } from '../text/propose-text-layout.ts'
import { noSignals, readSignals, type Signals } from './signals.ts'
import { type Reading, readMappedBody } from '../text/text-records.ts'
import { isAboutCredentials, isRouteMessage, readMappedWords, readWording, type Wording } from '../words/wording.ts'

/**
 * Judges the answer to a changing call. If the change may have been made, the verdict is `unclear`. An HTML page or a body that was cut
 * short has no words or fields that could prove a yes or a no.
 */
export function judgeChange(finding: AnswerFinding): Verdict {
  const { status } = finding
  if (weigh(finding).open) return 'unclear'
  if (status >= 200 && status < 300) return judgeSuccess(finding)
  if (status === 404 || status === 409) return isOwnNo(finding) ? 'refused' : 'unclear'
  return isRefusing(status) ? judgeRefusedChange(finding) : 'unclear'
}

/** Judges a change with a successful HTTP status. Contradicting evidence makes it `unclear`. Unknown words alone do not count as evidence. */
function judgeSuccess(finding: AnswerFinding): Verdict {
  const { yes, someYes, no, someNo } = weigh(finding)
  if (yes && !someNo) return 'accepted'
  return no && !someYes ? 'refused' : 'unclear'
}

/** Judges a change whose HTTP status is a refusal. Words or fields of success contradict the status. */
function judgeRefusedChange(finding: AnswerFinding): Verdict {
  const { status, body, data, aboutRoute } = finding
  if (aboutRoute || weigh(finding).someYes) return 'unclear'
  // Web API sends an empty 406 if it made the change but cannot format the result.
  if (body.kind === 'empty') return status === 406 ? 'unclear' : 'refused'
  if (body.kind === 'text') return 'refused'
  return data === false || isObject(data) || isListedFault(finding) ? 'refused' : 'unclear'
}

/** Whether the data is a list whose only element is an object that has a message or an error and is not a record. */
function isListedFault({ data, names, signals }: AnswerFinding): boolean {
  if (!Array.isArray(data) || data.length !== 1 || signals.messages.length === 0) return false
  const [only] = data as readonly Json[]
  return isObject(only) && tellsOutcomeOnly(only, names)
}

/**
 * Whether the answer refuses in words that come from the operation itself and not from a web server. A 409 without such words may be about
 * a call that is still in progress.
 */
function isOwnNo(finding: AnswerFinding): boolean {
  const { saidNo, someYes } = weigh(finding)
  return saidNo && !finding.aboutRoute && !someYes
}

/** Judges the answer to a read. Accepts only data of the kind that this read returns. */
export function judgeRead(operation: Operation, finding: AnswerFinding): Verdict {
  const { status, body, aboutRoute } = finding
  if (body.kind === 'html' || body.kind === 'broken' || aboutRoute) return 'unclear'
  // A bare status is the whole answer. "Expired" then describes the customer and not the call.
  if (status >= 200 && status < 300 && isBareStatus(operation, finding)) return 'accepted'
  if (weigh(finding).open) return 'unclear'
  if (status >= 200 && status < 300) return judgeData(operation, finding)
  if (status === 404) return judgeNotFound(operation, finding)
  return isRefusing(status) ? judgeRefusedRead(finding) : 'unclear'
}

function isBareStatus(operation: Operation, finding: AnswerFinding): boolean {
  return isStatusRead(operation) && typeof finding.data !== 'object' && isUnderstood(operation, finding)
}

/**
 * Judges a read that returned data. A record shows that the customer exists. The exception is a record that only repeats the request and
 * stands beside unknown words. An empty list proves absence only if the whole answer was understood, because the answer to a rejected token
 * may look the same.
 */
function judgeData(operation: Operation, finding: AnswerFinding): Verdict {
  const { someNo } = weigh(finding)
  if (!isUnderstood(operation, finding)) return judgeWords(operation, finding)
  if (someNo) return 'unclear'
  // In a text that was read as records, all words are data. So the unknown words of such a text are not counted.
  const hasWords = finding.body.kind !== 'text' && finding.unknownWords.length > 0
  // With the status 202, the platform has not finished the read.
  const isDoubtful = hasWords || finding.signals.strange || isStatusRead(operation) || finding.status === 202
  if (isDoubtful && (showsNothing(operation, finding) || tellsLittle(operation, finding))) return 'unclear'
  return 'accepted'
}

function judgeWords(operation: Read, finding: AnswerFinding): Verdict {
  const { no, someYes } = weigh(finding)
  if (isEmptyAnswer(operation, finding) || saysAbsent(finding)) return 'absent'
  // A word that is mapped to a status and also to "no" counts as neither.
  return no && !someYes && !isMappedStatus(finding.data, finding.names) ? 'refused' : 'unclear'
}

/**
 * Whether the answer is an empty list, has no unknown words, and has nothing that sounds like no. A page without boxes is not an empty list if
 * more boxes follow.
 */
function isEmptyAnswer(operation: Read, finding: AnswerFinding): boolean {
  const { data, names, unknownWords, signals } = finding
  if (isDeviceList(operation) && readDeviceList(finding).isCut) return false
  return isEmptyList(data, names) && !weigh(finding).someNo && unknownWords.length === 0 && !signals.strange
}

/**
 * Judges a read with the HTTP status 404. Web API answers "not found" with an empty 404, and an unknown path with a message. An empty 404
 * therefore counts as the operation's own answer. Setdesk believes such an absence only after the same call has found an existing record.
 */
function judgeNotFound(operation: Read, finding: AnswerFinding): Verdict {
  const { body, aboutCredentials, wordings } = finding
  const { no, someYes } = weigh(finding)
  if (body.kind === 'empty' || isEmptyAnswer(operation, finding) || saysAbsent(finding)) return 'absent'
  if (repeatsNotFound(finding) && !someYes && isOfOneCustomer(operation)) return 'absent'
  const isExplained = aboutCredentials || wordings.some(({ says }) => says === 'refuses')
  return no && !someYes && isExplained ? 'refused' : 'unclear'
}

/** Matches a word for "not found" or "no". In a code the words are joined. */
const bareNo =
  /^(?:not?[ -]?(?:found|data|records?|rows?|results?|exists?)(?:[ -]?found)?|does not exist|errors?|fail(?:ed|ure)?)[.!]*$/i

/** The text that belongs to the HTTP status 404. */
const notFound = /^not[ _]?found[.!]*$/i

/**
 * Whether the body only repeats the status 404, as ASP.NET Core and other frameworks do. In the answer about one customer, such a body says
 * as much as an empty one. In place of a list, it probably means that there is no such list.
 */
const repeatsNotFound = ({ data, unknownWords, wordings }: AnswerFinding): boolean =>
  isObject(data) &&
  unknownWords.some((one) => notFound.test(one)) &&
  unknownWords.every((one) => notFound.test(one) || one === '404') &&
  wordings.every(({ says }) => says === 'says-nothing')

function judgeRefusedRead(finding: AnswerFinding): Verdict {
  const { status, body } = finding
  if (weigh(finding).someYes) return 'unclear'
  if (body.kind === 'empty' && status === 406) return 'unclear'
  return saysAbsent(finding) && status !== 401 && status !== 403 ? 'absent' : 'refused'
}

/**
 * Whether the messages say that the record is absent. Any further message must be a plain yes, and no message may mention a token or a
 * password. Codes beside the messages do not count.
 */
function saysAbsent(finding: AnswerFinding): boolean {
  const { wordings, aboutCredentials } = finding
  const isSaid = wordings.some(({ says }) => says === 'says-absent')
  const isAlone = wordings.every(({ says }) => says === 'says-absent' || says === 'approves')
  return isSaid && isAlone && !aboutCredentials
}

type Read = Pick<Operation, 'returns'>
type Told = Pick<AnswerFinding, 'data' | 'names' | 'total'>

const isOfOneCustomer = ({ returns }: Read): boolean => returns === 'customer' || returns === 'status'

export const isStatusRead = ({ returns }: Read): boolean => returns === 'status'

export const isCustomerList = ({ returns }: Read): boolean => returns === 'customers' || returns === 'statuses'

export const isDeviceList = ({ returns }: Read): boolean => returns === 'devices' || returns === 'macs'

/**
 * Whether the data can hold boxes: it is or contains a list, an object whose keys are MAC addresses, an object or a text under the name
 * of a box list, or a text under a mapped name for a box or a wrapper.
 */
const holdsBoxes = (data: Json | undefined, names: FieldNames): boolean => {
  if (!isObject(data)) return Array.isArray(data)
  if (mapsBoxes(data) || findAll(data, 'deviceList', names).some((one) => isObject(one) || asText(one) !== undefined))
    return true
  const mapped = [...findMapped(data, 'deviceIdentifier', names), ...findMapped(data, 'wrapper', names)]
  if (mapped.some((value) => asText(value) !== undefined)) return true
  return Object.values(data).some((part) => holdsBoxes(part, names))
}

/** Whether the data has a form that this read returns. An empty result has such a form, too. */
function isUnderstood(read: Operation, told: Told): boolean {
  if (told.data === undefined) return false
  if (isDeviceList(read)) return showsBoxes(read, told)
  if (isCustomerList(read)) {
    const page = readCustomerPage(told, read.returns)
    // A list of statuses can contain requested customers that do not exist. Such a customer has no status, and makes the whole list count
    // as not understood.
    return page !== undefined && (read.returns === 'customers' || page.customers.every(tellsMore))
  }
  if (isStatusRead(read)) return readStatus(told) !== undefined
  return readCustomer(told) !== undefined && !showsOnlyId(told)
}

/**
 * Whether the data is a list of boxes. If it shows a box, some of its entries may be unknown, but no text among these may sound like no.
 * Without a box, the whole list must be understood.
 */
function showsBoxes(read: Operation, told: Told): boolean {
  const list = readDeviceList(told)
  if (isWhole(list)) return true
  if (list.devices.length === 0 || wordUnread(list, told.names) === undefined) return false
  return !list.unread.some((part) => typeof part === 'string' && readWording(part, read, told.names).speaksForNo)
}

function showsNothing(read: Read, told: Told): boolean {
  if (isDeviceList(read)) return readDevices(told)?.length === 0
  return isCustomerList(read) && readCustomerPage(told)?.customers.length === 0
}

/** The fields that a request carries. An answer with no other fields may only repeat the request. */
const asked: ReadonlySet<string> = new Set(['userid', 'password', 'customermappingid', 'status'])

/**
 * Whether an answer may only repeat the request. For a read of one customer: the answer shows no known status and no field that the request
 * did not carry. For a list of boxes: the answer is only an object with an identifier, and a message could have an identifier, too.
 */
function tellsLittle(read: Read, told: Told): boolean {
  if (isDeviceList(read)) return !holdsBoxes(told.data, told.names)
  const isOfStatus = isStatusRead(read)
  if (!isOfStatus && read.returns !== 'customer') return false
  const record = readCustomer(told)
  const status = isOfStatus ? readStatus(told) : record?.status
  return knownStatus(status) === undefined && Object.keys(record ?? {}).every((field) => asked.has(field))
}

export type AnswerFinding = ReturnType<typeof readFinding> & Pick<Answer, 'total'>

/** How many messages of an answer are read, and how many characters of each message. Judging an answer does not need more. */
const maxMessages = 50
const maxLength = 2000

const saysNothing: Wording = { says: 'says-nothing', speaksForYes: false, speaksForNo: false }

/** Splits an answered exchange into the parts that `judgeRead` and `judgeChange` need. */
export function readFinding(status: number, text: string, operation: Operation, reading: Reading) {
  const { names } = reading
  const body = readMappedBody(text, operation, reading)
  const listed = body.kind === 'data' && operation.effect === 'read' ? withoutHead(body.data, names) : undefined
  const data = listed ?? (body.kind === 'data' ? body.data : body.kind === 'text' ? body.text : undefined)
  const signals = body.kind === 'data' ? readSignals(body.data, operation, names) : noSignals
  // In a text that is a list of values, only mapped words say yes or no.
  const isValues = body.kind === 'text' && holdsValues(body.text)
  // If a table layout is configured, a body that is still a text did not fit the layout. Each field of such a text still counts as one
  // message.
  const { layout } = reading
  const isRow = body.kind === 'text' && layout !== undefined && layout.form !== 'named'
  const fields = isRow && readMappedWords(body.text, names) === undefined ? layout.fieldSeparator : undefined
  const words = wordsOf({ body, signals })
    .flatMap((one) => (fields === undefined ? [one] : one.split(fields).filter((part) => part.trim() !== '')))
    .slice(0, maxMessages)
    .map((one) => one.slice(0, maxLength))
  const said = words.map((one) =>
    isValues ? (readMappedWords(one, names) ?? saysNothing) : readWording(one, operation, names),
  )
  // If one field says what is missing, another field with only a word for "no" or "not found" adds nothing and is left out.
  const isAbsent = said.some(({ says }) => says === 'says-absent')
  const isBare = (says: Wording['says'], word: string): boolean =>
    (fields !== undefined && says === 'refuses' && /^\S+$/.test(word)) || bareNo.test(word)
  const wordings = said.filter(({ says }, index) => !(isAbsent && isBare(says, words[index] ?? '')))
  return {
    status,
    body,
    data,
    signals,
    /**
     * Whether the body is a plain text that lists values and matches no configured layout. Such a text contains no message from the platform.
     */
    isValues,
    /** The meaning of each message. A text body is one message, or one message for each field if the layout is a table. */
    wordings,
    /** Whether a message comes from a web server and is about a path, not about a customer. */
    aboutRoute: !isValues && words.some(isRouteMessage),
    /** Whether an understood sentence says no. A single word for no explains nothing. */
    isExplained: said.some(
      ({ says }, index) => (says === 'refuses' || says === 'says-absent') && /\S\s+\S/.test(words[index] ?? ''),
    ),
    aboutCredentials: !isValues && [...words, ...signals.unknown].some(isAboutCredentials),
    /** Words and values about the outcome that were not understood. Empty for a list of values, because the values may be customer data. */
    unknownWords: isValues
      ? []
      : [...words.filter((_, index) => said[index]?.says === 'says-nothing'), ...signals.unknown],
    names,
  } as const
}

/** The list without its first record, if that record only counts the other records or reports success. Otherwise undefined. */
function withoutHead(data: Json, names: FieldNames): Json | undefined {
  if (!Array.isArray(data) || data.length < 2) return undefined
  const [head, ...records] = data as readonly Json[]
  const told = isObject(head) ? Object.entries(head) : []
  const approves = (key: string, value: Json): boolean =>
    names.outcome.includes(plainName(key)) && names.approvalWord.includes(plainWords(asText(value) ?? ''))
  const others = told.filter(([key, value]) => !approves(key, value))
  const isCount = others.length === 0 || (others.length === 1 && asText(others[0]?.[1]) === String(records.length))
  const isApart = told.every(([key]) => !records.some((record) => isObject(record) && Object.hasOwn(record, key)))
  return told.length > 0 && isCount && isApart ? records : undefined
}

export const wordsOf = ({ body, signals }: { readonly body: Body; readonly signals: Signals }): readonly string[] =>
  body.kind === 'text' ? [body.text] : signals.messages

/**
 * Weighs the evidence for yes and for no in an answer's fields and words together. A yes that may refer to the HTTP exchange
 * alone counts only if the whole answer was understood.
 */
function weigh({ signals, wordings, unknownWords, aboutCredentials }: AnswerFinding) {
  const says = (what: Wording['says']): boolean => wordings.some((one) => one.says === what)
  const namesWork = wordings.some((one) => one.namesWork) && !unknownWords.some(hasWords)
  const agreed = (says('approves') || (signals.agreed && !signals.strange)) && unknownWords.length === 0
  // A mapped word for "absent" does not say what is missing. The word counts as a no only if every message was understood, or if a message
  // is about credentials.
  const isAlone = !says('says-nothing') || aboutCredentials
  const saidNo =
    says('refuses') || wordings.some((one) => one.says === 'says-absent' && (isAlone || one.isMapped !== true))
  return {
    yes: signals.succeeded || namesWork || agreed,
    /** Whether part of the answer says yes, so that a no is not believed. */
    someYes: signals.succeeded || signals.agreed || wordings.some(({ speaksForYes }) => speaksForYes),
    /** Whether fields or words say a plain no, or say that the record does not exist. */
    no: signals.failed || saidNo,
    /** Whether words alone say a plain no, or say that the record does not exist. */
    saidNo,
    /** Whether something sounds like no, so that a yes is not believed. */
    someNo: signals.failed || signals.doubted || wordings.some(({ speaksForNo }) => speaksForNo),
    /** Whether the platform may still make the change. */
    open: signals.unsure || says('busy'),
  }
}

/** Whether a text is more than a number or a flag. Beside understood words only numbers and flags are harmless. */
const hasWords = (text: string): boolean => /\p{L}/u.test(text) && !/^(?:true|false)$/i.test(text)
