import type { OperationId } from '../../../src/platform/catalogue/catalogue.ts'
import type { ParameterValues } from '../../../src/platform/catalogue/operation.ts'
import type { Request } from '../../../src/shared/bridge/contract.ts'
import type { Connection } from '../../../src/shared/domain/connection/connection.ts'
import { productChanges, renewals } from '../../../src/shared/domain/connection/connection.ts'
import { creations, loneCreations, takesOf } from '../../../src/shared/domain/customer/creation.ts'
import { formatMac } from '../../../src/shared/domain/device-identifier.ts'
import { madePassword } from '../inside/direct-platform.ts'
import { aYear, boxNumbered, personNumbered } from '../inside/make-actions.ts'

/** Calls the platform without Setdesk. */
export type Call = (id: OperationId, values: ParameterValues) => Promise<void>

/** A customer and a box that only this cell uses. */
export interface Subject {
  readonly number: number
  readonly userid: string
  readonly hostname: string
}

/** A changing call, and the job that makes it. */
export interface MatrixCall {
  readonly operation: OperationId
  readonly kind: 'creation with a box' | 'creation' | 'binding' | 'subscription' | 'toggle'
  /** The required settings of the connection. */
  readonly connection: Partial<Connection>
  readonly save: (subject: Subject) => Saving
  /** The effects in the platform's ledger after one success. */
  readonly once: readonly string[]
  /** A conflicting change by another user. */
  readonly somebody: (subject: Subject, call: Call) => Promise<void>
  /** Runs before the job is saved. */
  readonly prepare?: (subject: Subject, call: Call) => Promise<void>
}
export type Saving = Request<'job.save'>['intent']

const macOf = ({ number }: Subject): string => formatMac(boxNumbered(number).identifier.value, 'colon')
const logInOf = ({ userid }: Subject) => ({ userid, password: madePassword })
const otherPerson = ({ userid }: Subject): ParameterValues => ({
  ...personNumbered(90_000_000),
  firstname: 'Jonas',
  lastname: 'Weber',
  userid,
  password: 'nm4kd8wqtb',
  productid: '101',
  subscriptionlengthinmonths: '1',
  subscriptionlengthindays: '0',
  renewalinterval: '1',
})
/** Creates the customer that a call needs. */
const makeCustomer = (subject: Subject, call: Call): Promise<void> =>
  call('addCustomer', { ...otherPerson(subject), password: madePassword })
const takeLogIn = (subject: Subject, call: Call): Promise<void> => call('addCustomer', otherPerson(subject))
const identity = (subject: Subject): ParameterValues => ({ ...logInOf(subject), customermappingid: '' })
const renewOtherwise = (subject: Subject, call: Call): Promise<void> =>
  call('renewCustomerV2', { ...identity(subject), months: '0', days: '11', fromExpireDate: true })
const changeOtherwise = (subject: Subject, call: Call): Promise<void> =>
  call('changeCustomerProduct', {
    ...identity(subject),
    productid: '103',
    subscriptionlengthinmonths: '2',
    subscriptionlengthindays: '0',
    fromExpireDate: 'false',
  })

const withReseller = (operation: string): Partial<Connection> => ({
  resellerId: operation.includes('Reseller') ? '501' : '',
})

/** Every changing call of a job, in all variants. */
export const matrixCalls: readonly MatrixCall[] = [
  ...creations
    .filter((creation) => takesOf(creation).box)
    .map((operation): MatrixCall => ({
      operation,
      kind: 'creation with a box',
      connection: { creation: operation, ...withReseller(operation) },
      save: (subject) => ({
        kind: 'new-customer',
        box: boxNumbered(subject.number),
        customer: personNumbered(subject.number),
        plan: aYear,
        logIn: logInOf(subject),
      }),
      once: ['create', 'bind-user'],
      somebody: takeLogIn,
    })),
  ...loneCreations.map((operation): MatrixCall => ({
    operation,
    kind: 'creation',
    connection: { creationAlone: operation, creationDefaults: { currency: 'EUR' }, ...withReseller(operation) },
    save: (subject) => ({
      kind: 'new-customer',
      customer: personNumbered(subject.number),
      plan: aYear,
      logIn: logInOf(subject),
    }),
    once: ['create'],
    somebody: takeLogIn,
  })),
  {
    operation: 'AddMacAddressForUser',
    kind: 'binding',
    connection: {},
    prepare: makeCustomer,
    save: (subject) => ({ kind: 'existing-customer', box: boxNumbered(subject.number), ...logInOf(subject) }),
    once: ['bind-user'],
    somebody: (subject, call) =>
      call('AddMacAddressForUser', { ...logInOf(subject), macAddress: macOf(subject), model: 'STB' }),
  },
  {
    operation: 'AddMacAddressToHostname',
    kind: 'binding',
    connection: {},
    save: ({ number, hostname }) => ({ kind: 'hostname', box: boxNumbered(number), hostname }),
    once: ['bind-hostname'],
    somebody: (subject, call) =>
      call('AddMacAddressToHostname', { macAddress: macOf(subject), hostname: subject.hostname }),
  },
  ...renewals.map((operation): MatrixCall => ({
    operation,
    kind: 'subscription',
    connection: { renewal: operation },
    prepare: makeCustomer,
    save: (subject) => ({ kind: 'renewal', ...logInOf(subject), months: 3, days: 0, from: 'end-date' }),
    once: ['renew'],
    somebody: renewOtherwise,
  })),
  ...productChanges.map((operation): MatrixCall => ({
    operation,
    kind: 'subscription',
    connection: { productChange: operation },
    prepare: makeCustomer,
    save: (subject) => ({
      kind: 'product-change',
      ...logInOf(subject),
      productid: '102',
      months: 6,
      days: 0,
      from: 'today',
      keepExtraPackages: false,
    }),
    once: ['change'],
    somebody: changeOtherwise,
  })),
  ...(['Disable', 'Enable'] as const).map((operation): MatrixCall => ({
    operation,
    kind: 'toggle',
    connection: {},
    async prepare(subject, call) {
      await makeCustomer(subject, call)
      if (operation === 'Enable') await call('Disable', identity(subject))
    },
    save: (subject) => ({ kind: operation === 'Enable' ? 'enable' : 'disable', ...logInOf(subject) }),
    once: [operation.toLowerCase()],
    somebody: (subject, call) => call(operation, identity(subject)),
  })),
]
