import type { ConnectionView } from '../../../../shared/bridge/snapshot.ts'
import type { Connection, ConnectionPage } from '../../../../shared/domain/connection/connection.ts'

/** The steps for setting up a connection before its first customer, in the order of the pages. */
const steps = {
  reached: { page: 'platform', isDone: ({ link }) => link.state === 'reached' },
  products: { page: 'products', isDone: ({ settings }) => settings.products.length > 0 },
  hostnames: { page: 'products', isDone: ({ settings }) => settings.hostnames.length > 0 },
  country: { page: 'defaults', isDone: ({ settings }) => settings.phoneCountry !== '' },
  defaults: { page: 'defaults', isDone: ({ settings }) => Object.keys(settings.defaults).length > 0 },
  handout: { page: 'handout', isDone: ({ settings }) => settings.supportNumber !== '' },
} as const satisfies Readonly<
  Record<string, { readonly page: ConnectionPage; readonly isDone: (view: ConnectionView) => boolean }>
>

export const setUpSteps = (view: ConnectionView) =>
  (Object.keys(steps) as (keyof typeof steps)[]).map((step) => ({
    step,
    page: steps[step].page as ConnectionPage,
    isDone: steps[step].isDone(view),
  }))

/** Whether a connection is not set up yet, so that technicians would have to type the product or the hostname of every box. */
export const isBare = ({ kind, products, hostnames }: Connection): boolean =>
  kind === 'platform' && (products.length === 0 || hostnames.length === 0)
