import type { OperationId } from '../../src/platform/catalogue/catalogue.ts'

/** A test that drives a call from the bridge or the screen to the sandbox: its file and its title. */
export interface Drive {
  readonly file: string
  readonly title: string
}

/** The parts of the app that make a platform call, and the tests that drive the call end to end. */
export interface OperationUse {
  /** The screens and jobs that make the call, in the app's words. */
  readonly usedBy: string
  /** The tests of these screens and jobs. In addition, the console's own test drives every operation. */
  readonly drives: readonly Drive[]
}

/** The console's tests drive every operation: a read is sent at once, a change is saved as a job. */
export const consoleDrives = {
  read: {
    file: 'test/integration/app/console.test.ts',
    title: 'the read %s is sent at once, and its answer is understood',
  },
  change: {
    file: 'test/integration/app/console.test.ts',
    title: 'the change %s becomes a job, takes effect once, and is read back',
  },
} as const satisfies Record<string, Drive>

const createdWithBox: Drive = {
  file: 'test/integration/actions/creation-variants.test.ts',
  title: 'is created once and gets the box once, by a separate call if the creation takes no box',
}
const createdAlone: Drive = {
  file: 'test/integration/actions/creation-variants.test.ts',
  title: 'a customer without a box is created once by %s',
}
const renewed: Drive = {
  file: 'test/integration/app/subscription-calls.test.ts',
  title: 'a renewal by the call %s is sent once',
}
const changed: Drive = {
  file: 'test/integration/app/subscription-calls.test.ts',
  title: 'a product change by the call %s is sent once',
}
const inCustomers = (title: string): Drive => ({ file: 'test/integration/app/customers.test.ts', title })
const inSharedReading = (title: string): Drive => ({ file: 'test/integration/app/shared-reading.test.ts', title })
const shown = inCustomers(
  'a customer is shown with status, end date, product, boxes and their hostnames, but without a password',
)
const inEveryState: Drive = {
  file: 'test/integration/actions/five-states.test.ts',
  title: 'takes effect exactly once, or not at all if nothing would change',
}
const inEveryStateOnScreen: Drive = {
  file: 'test/e2e/actions-in-every-state.e2e.ts',
  title: 'every action on a customer who is %s is done, takes effect once, and is shown',
}
const hostnames: Drive = {
  file: 'test/integration/app/hostnames.test.ts',
  title: 'boxes that are added to a hostname in the %s dialect are bound once each, and listed',
}
const hostnamesOnScreen: Drive = {
  file: 'test/e2e/hostnames.e2e.ts',
  title: 'scanned boxes are compared with the hostname, and the missing ones are added once each',
}
const activated: Drive = {
  file: 'test/integration/app/activity.test.ts',
  title:
    'in the %s dialect Activity shows an activation as saved and as sent, newest first, with its technician and box',
}

const withBox = (usedBy: string): OperationUse => ({ usedBy, drives: [createdWithBox] })
const alone = (usedBy: string): OperationUse => ({ usedBy, drives: [createdWithBox, createdAlone] })
const byConsole: OperationUse = { usedBy: 'Interface console', drives: [] }

/** The uses of all operations of the catalogue. A missing operation does not compile. */
export const operationUses: Readonly<Record<OperationId, OperationUse>> = {
  addCustomer: alone('Activate, and a customer without a box, where the connection says so'),
  addCustomerAsync_GET: byConsole,
  addCustomerAsync: alone('Activate, and a customer without a box, where the connection says so'),
  addCustomerReseller: alone('Activate, and a customer without a box, under a reseller'),
  addCustomerWithDevice: { usedBy: 'Activate, the usual call', drives: [createdWithBox, activated] },
  addCustomerResellerWithDevice: withBox('Activate, under a reseller'),
  addCustomerReseller_V2: alone('Activate, and a customer without a box, under a reseller'),
  addCustomerWithDevice_V2: withBox('Activate, where the connection says so'),
  addCustomerResellerWithDevice_V2: withBox('Activate, under a reseller'),
  GetCustomerStatus_GET: byConsole,
  GetCustomerStatus: { usedBy: 'The page of a customer; reading back of enabling and disabling', drives: [shown] },
  GetCustomerStatusByReseller_GET: byConsole,
  GetCustomerStatusByReseller: {
    usedBy: 'Customers, by reseller; the test of a connection; the check whether the token is accepted',
    drives: [
      inCustomers('the customers of a reseller come in pages of up to a thousand, and can be filtered by status'),
    ],
  },
  GetCustomerStatusByIds: {
    usedBy:
      'Customers, by a pasted list; the page of a customer; reading the user IDs of several new customers before they are created',
    drives: [
      inCustomers('a search for several user IDs returns the customers whom the platform knows'),
      inSharedReading(
        'creates no second customer if a user ID is taken, even on a platform that allows the same user ID twice',
      ),
    ],
  },
  Disable: { usedBy: 'The page of a customer: disable', drives: [inEveryState, inEveryStateOnScreen] },
  Enable: { usedBy: 'The page of a customer: enable', drives: [inEveryState, inEveryStateOnScreen] },
  renewCustomer: { usedBy: 'The page of a customer: renew, where the connection says so', drives: [renewed] },
  renewCustomerV2_GET: byConsole,
  renewCustomerV2: {
    usedBy: 'The page of a customer: renew, the usual call',
    drives: [renewed, inEveryState, inEveryStateOnScreen],
  },
  renewCustomerV2Async_GET: byConsole,
  renewCustomerV2Async: { usedBy: 'The page of a customer: renew, where the connection says so', drives: [renewed] },
  changeCustomerProduct_GET: byConsole,
  changeCustomerProduct: {
    usedBy: 'The page of a customer: change product, the usual call',
    drives: [changed, inEveryState, inEveryStateOnScreen],
  },
  changeCustomerProductAsync_GET: byConsole,
  changeCustomerProductAsync: {
    usedBy: 'The page of a customer: change product, where the connection says so',
    drives: [changed],
  },
  AddMacAddressToHostname: {
    usedBy: 'Hostnames; Activate, where a hostname is chosen',
    drives: [hostnames, hostnamesOnScreen, activated],
  },
  GetMacAddressesUnderHostname: {
    usedBy: 'Hostnames; the page of a customer; reading back of every binding to a hostname',
    drives: [hostnames, hostnamesOnScreen],
  },
  AddMacAddressForUser: {
    usedBy: 'Activate; the page of a customer: add and swap a box',
    drives: [createdWithBox, inEveryState, inEveryStateOnScreen],
  },
  getCustomer: {
    usedBy: 'Customers, directly; reading back of a creation',
    drives: [inCustomers('a customer is found by user ID, by mapping id, or by a box that this computer has seen')],
  },
  getCustomer_V2: { usedBy: 'The page of a customer; reading back of renewals and product changes', drives: [shown] },
  devices: { usedBy: 'The page of a customer; reading back of every binding to a customer', drives: [shown] },
  getCustomers: {
    usedBy: 'Customers, by every filter',
    drives: [inCustomers('every filter of the interface document narrows the list of customers')],
  },
}
