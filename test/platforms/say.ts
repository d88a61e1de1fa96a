import { writeBox } from './boxes.ts'
import { writeCursor } from './read.ts'
import { fieldsOf, type Body, type Field, type ListBody } from './tree.ts'
import type { Action } from './action.ts'
import type { PlatformDescription, Style } from './description.ts'
import type { Meaning } from './names.ts'
import type { Operation } from './operations.ts'
import type { Reason } from './platform.ts'
import type { NoSlot, Slot } from './sentences.ts'
import type { Customer } from './world.ts'
import type { RecordField, RecordWriter, View } from './write-record.ts'

/** An answer before it is encoded: its status, its content, and what it shows of customers. */
export interface Said {
  readonly status: number
  readonly body: Body
  readonly shown: readonly Meaning[]
}

/** Turns results into answers in the platform's format. */
export interface Speaker {
  readonly say: (action: Action, operation: Operation) => Said
  readonly refuseToken: () => Said
  readonly trouble: () => Said
}

const loginPage =
  '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><form action="/login" method="post"><input name="user"/><input name="password" type="password"/></form></body></html>\n'
const troublePage =
  '<!DOCTYPE html>\n<html><head><title>Error</title></head><body><h1>The server met a problem</h1></body></html>\n'
const statusOf: Readonly<Record<Reason, number>> = {
  token: 401,
  password: 403,
  'unknown-customer': 404,
  'unknown-hostname': 404,
  taken: 409,
  'bad-value': 400,
  rule: 406,
  already: 409,
}

/** Creates the speaker for a description. */
export function createSpeaker(description: PlatformDescription, writer: RecordWriter): Speaker {
  const { answers, names, reads, sentences, codes, values, encoding } = description
  const isText = !encoding.encoding.startsWith('json') && !encoding.encoding.startsWith('xml')
  const readMeta: readonly Field[] = answers.isFlagOnReads ? [[names.outcome, answers.flag.yes]] : []

  const put = (style: Style, says: 'yes' | 'no', slot: Slot): Body => {
    const flag: Field = [names.outcome, answers.flag[says]]
    const message: Field = [names.message, sentences[slot]]
    const code: Field = [names.code, codes[slot]]
    const outcome = (hasFlag: boolean, ...fields: Field[]): Body => ({ kind: 'outcome', says, hasFlag, fields })
    switch (style) {
      case 'flag':
        return outcome(true, flag)
      case 'message':
        return outcome(false, message)
      case 'code':
        return outcome(false, code)
      case 'code-and-message':
        return outcome(false, code, message)
      case 'words':
        return { kind: 'words', text: sentences[slot] }
      case 'empty':
        return { kind: 'empty' }
      case 'fault':
        return { kind: 'fault', code: String(codes[slot]), text: sentences[slot] }
      case 'flag-and-message':
      case 'record':
      case 'credentials':
      case 'bare-userid':
        return outcome(true, flag, message)
    }
  }
  const refuse = (slot: NoSlot, status: number): Said => {
    const style = answers.no.style === 'empty' && status < 400 ? 'words' : answers.no.style
    return { status, body: put(style, 'no', slot), shown: [] }
  }
  const record = (fields: readonly RecordField[], meta: readonly Field[]): Omit<Said, 'status'> => ({
    body: { kind: 'record', meta, item: names.customerItem, fields: fields.map(({ name, value }) => [name, value]) },
    shown: fields.flatMap(({ meaning, isShown }) => (isShown && meaning !== null ? [meaning] : [])),
  })
  const list = (part: Partial<ListBody> & Pick<ListBody, 'items'>): Said => {
    const meta = [...readMeta, ...(part.meta ?? []), ...countOf(part.items.length)]
    const whole: ListBody = {
      kind: 'list',
      name: names.customerList,
      item: names.customerItem,
      shape: reads.list,
      columns: [],
      ...part,
      meta,
    }
    return { status: 200, body: whole, shown: [] }
  }
  const countOf = (count: number): readonly Field[] => (reads.hasCount ? [[names.count, writer.leaf(count)]] : [])
  const sayEmpty = (part: Partial<ListBody>): Said => {
    const whole = list({ items: [], ...part })
    const { meta, name } = whole.body as ListBody
    switch (reads.empty) {
      case 'same':
        return whole
      case 'words':
        return { ...whole, body: put(answers.no.style === 'words' ? 'words' : 'message', 'yes', 'none') }
      case 'empty-body':
        return { ...whole, body: { kind: 'empty' } }
      case '204':
        return { ...whole, status: 204, body: { kind: 'empty' } }
      case 'null':
      case 'empty-string':
      case 'missing':
        return { ...whole, body: { kind: 'nothing', form: reads.empty, meta, list: name } }
    }
  }
  const sayList = (part: Partial<ListBody> & Pick<ListBody, 'items'>): Said =>
    part.items.length === 0 ? sayEmpty(part) : list(part)

  const sayCustomers = (customers: readonly Customer[], view: View, meta: readonly Field[] = []): Said => {
    const written = customers.map((customer) => ({ customer, ...record(writer.record(customer, view), []) }))
    const said = sayList({
      meta,
      columns: writer.columns(view),
      items: written.map(({ customer, body }) => ({
        key: String(customer.id),
        tree: fieldsOf(body.kind === 'record' ? body.fields : []),
      })),
    })
    return { ...said, shown: written[0]?.shown ?? [] }
  }
  const sayStatuses = (customers: readonly Customer[], missing: readonly string[]): Said => {
    const isWhole = reads.statusShape === 'record' || (encoding.encoding === 'columns' && !encoding.text.hasHeader)
    // A map from user IDs to statuses would lose doubles.
    const isShort = !isWhole && reads.list === 'map' && description.behaviour.duplicateUserids === 'refused'
    const written = customers.map((customer) => {
      const fields = isWhole ? writer.record(customer, 'status') : writer.only(customer, ['userid', 'status'])
      const last = fields.find(({ meaning }) => meaning === 'status')?.value ?? null
      const tree = isShort ? last : fieldsOf(fields.map(({ name, value }): Field => [name, value]))
      return { key: isShort ? customer.part.userid : String(customer.id), tree, fields }
    })
    const absent = reads.unknownInList === 'omitted' ? [] : missing
    const blanks = absent.map((userid) => ({
      key: userid,
      tree: isShort
        ? null
        : fieldsOf(
            isWhole
              ? writer.blank('status', userid)
              : [
                  [names.userid, writer.leaf(userid)],
                  [names.status, isText ? '' : null],
                ],
          ),
    }))
    const columns = isWhole ? writer.columns('status') : [names.userid, names.status]
    const said = sayList({ columns, items: [...written, ...blanks] })
    const shown = written[0]?.fields.flatMap(({ meaning, isShown }) => (isShown && meaning !== null ? [meaning] : []))
    return { ...said, shown: shown ?? [] }
  }
  const sayStatus = (customer: Customer): Said => {
    const whole = {
      record: writer.record(customer, 'status'),
      'userid-status': writer.only(customer, ['userid', 'status']),
    }
    const [status] = writer.only(customer, ['status'])
    if (reads.statusShape === 'word')
      return { status: 200, body: { kind: 'words', text: status?.value as string | number }, shown: ['status'] }
    const fields = reads.statusShape === 'field' ? (status === undefined ? [] : [status]) : whole[reads.statusShape]
    return { status: 200, ...record(fields, readMeta) }
  }
  const sayBoxes = (boxes: readonly string[]): Said => {
    const shape =
      reads.devices === 'joined' || reads.devices === 'map'
        ? reads.devices
        : isText || reads.list === 'per-line'
          ? 'per-line'
          : reads.list === 'wrapped'
            ? 'wrapped'
            : 'bare'
    const listed = shape === 'map' ? [...new Set(boxes)] : boxes
    const items = listed.map((box) => ({ key: writeBox(box, values.macForm), tree: writer.device(box) }))
    const said = sayList({
      name: names.deviceList,
      item: names.deviceItem,
      shape,
      columns: writer.deviceColumns(),
      items,
    })
    return { ...said, shown: ['deviceIdentifier'] }
  }
  const sayUnknown = (about: 'customer' | 'hostname', operation: Operation): Said => {
    const slot = about === 'customer' ? 'no-customer' : 'no-hostname'
    const isOfBoxes = operation.does === 'devices' || operation.does === 'list-macs'
    if (about === 'hostname' && answers.unknownHostname === 'empty-list') return sayBoxes([])
    const { status, body } = answers.unknown
    const part = isOfBoxes
      ? { name: names.deviceList, item: names.deviceItem, columns: writer.deviceColumns() }
      : { columns: writer.columns('v1') }
    switch (body) {
      case 'refusal':
        return refuse(slot, status)
      case 'words':
      case 'message':
        return { status, body: put(body, 'no', slot), shown: [] }
      case 'empty':
        return { status, body: { kind: 'empty' }, shown: [] }
      case 'empty-list':
        return list({ items: [], ...part })
      case 'blank-record':
        if (!isOfBoxes)
          return {
            status,
            body: { kind: 'record', meta: [], item: names.customerItem, fields: writer.blank('v1') },
            shown: [],
          }
        return { status, body: { kind: 'nothing', form: 'null', meta: [] }, shown: [] }
      case 'null':
      case 'empty-object':
        return { status, body: { kind: 'nothing', form: body, meta: [] }, shown: [] }
    }
  }
  const sayYes = (action: Extract<Action, { kind: 'yes' }>, operation: Operation): Said => {
    const manner = operation.does === 'create' ? answers.create : answers.change
    const isAccepted = operation.isAsync && answers.isAsyncAccepted && manner.style !== 'empty'
    const status = isAccepted ? 202 : manner.status
    const { customer } = action
    if (customer !== null) {
      if (manner.style === 'record') return { status, ...record(writer.record(customer, 'changed'), readMeta) }
      if (manner.style === 'bare-userid')
        return {
          status,
          body: { kind: 'words', text: writer.leaf(customer.part.userid) as string | number },
          shown: ['userid'],
        }
      if (manner.style === 'credentials') {
        const password = {
          meaning: 'password' as const,
          name: names.password,
          value: customer.part.password,
          isShown: true,
        }
        const fields = [...writer.only(customer, ['userid']), ...(values.password === 'hidden' ? [] : [password])]
        return { status, ...record(fields, readMeta) }
      }
    }
    return { status, body: put(manner.style, 'yes', isAccepted ? 'accepted' : action.slot), shown: [] }
  }
  return {
    say: (action, operation) => {
      switch (action.kind) {
        case 'yes':
          return sayYes(action, operation)
        case 'no':
          return refuse(
            action.slot,
            answers.no.statuses === 'by-reason' ? statusOf[action.reason] : answers.no.statuses,
          )
        case 'unknown':
          return sayUnknown(action.about, operation)
        case 'customer': {
          const view = operation.view ?? 'v1'
          const [first] = action.customers
          if (first === undefined || action.customers.length > 1 || reads.isOneInList)
            return sayCustomers(action.customers, view)
          return { status: 200, ...record(writer.record(first, view), readMeta) }
        }
        case 'status':
          return sayStatus(action.customer)
        case 'statuses':
          return sayStatuses(action.customers, action.missing)
        case 'page': {
          const last = action.customers.at(-1)
          const cursor = action.hasNext && last !== undefined ? writer.leaf(writeCursor(last.id, description)) : null
          return sayCustomers(action.customers, 'v1', [
            [names.hasNext, values.hasNext[action.hasNext ? 'yes' : 'no']],
            [names.cursor, cursor],
          ])
        }
        case 'boxes':
          return sayBoxes(action.boxes)
      }
    },
    refuseToken: () => {
      const { status, body } = answers.token
      if (body === 'refusal') return refuse('bad-token', status)
      if (body === 'login-page') return { status, body: { kind: 'page', text: loginPage }, shown: [] }
      return { status, body: body === 'empty' ? { kind: 'empty' } : put(body, 'no', 'bad-token'), shown: [] }
    },
    trouble: () => {
      const { status, body } = answers.trouble
      if (body === 'page') return { status, body: { kind: 'page', text: troublePage }, shown: [] }
      if (body === 'empty') return { status, body: { kind: 'empty' }, shown: [] }
      return { status, body: put(body === 'refusal' ? answers.no.style : body, 'no', 'trouble'), shown: [] }
    },
  }
}
