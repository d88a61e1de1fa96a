import type { CatalogueView, ParameterView } from '../../src/shared/bridge/console-channels.ts'
import type { Channel, Request, Response } from '../../src/shared/bridge/contract.ts'
import type { consoleChannels } from '../../src/shared/bridge/console-channels.ts'

type ConsoleChannel = Extract<Channel, keyof typeof consoleChannels>

const parameter = (name: string, more: Partial<ParameterView> = {}): ParameterView => ({
  name,
  type: 'string',
  requirement: 'unmarked',
  control: 'text',
  meaning: `What ${name} means.`,
  rule: 'Any text.',
  carriedIn: 'query',
  ...more,
})
const token = parameter('authToken', { control: 'connection', requirement: 'optional' })

/** Two operations of the interface: a read and a change. */
export const fakeCatalogue: CatalogueView = {
  sections: [
    {
      section: 'RenewCustomer',
      title: 'Renewal',
      about: 'Renews a subscription.',
      operations: [
        {
          id: 'renewCustomer',
          section: 'RenewCustomer',
          method: 'POST',
          path: '/api/RenewCustomer/renewCustomer',
          summary: 'Renews a subscription by months or days.',
          effect: 'renew',
          parameters: [
            parameter('userid'),
            parameter('months'),
            parameter('fromExpireDate', { type: 'boolean', control: 'flag' }),
            parameter('productmappingid', { requirement: 'optional' }),
            token,
          ],
          readBack: [{ operation: 'getCustomer_V2', decides: 'The end date has moved.' }],
        },
      ],
    },
    {
      section: 'GetCustomer',
      title: 'Customer retrieval',
      about: 'Reads customers.',
      operations: [
        {
          id: 'getCustomer',
          section: 'GetCustomer',
          method: 'GET',
          path: '/api/GetCustomer/getCustomer',
          summary: 'Reads a customer.',
          effect: 'read',
          parameters: [parameter('userid'), parameter('password'), token],
          readBack: [],
        },
      ],
    },
  ],
}

/** The fake bridge's answers for the console. */
export const consoleAnswers: { readonly [C in ConsoleChannel]: (request: Request<C>) => Response<C> } = {
  'console.catalogue': () => fakeCatalogue,
  'console.preview': ({ operation, values }) => ({
    method: 'GET',
    url: `https://north.example/api/${operation}?userid=${values['userid'] ?? ''}&authToken=•••`,
    problems: values['userid'] === undefined ? { userid: 'required' } : {},
    madeWhenSaved: [],
  }),
  'console.ask': () => ({
    reach: 'answered',
    status: 200,
    milliseconds: 12,
    raw: '{"inlognaam":"17"}',
    understood: { verdict: 'unclear', records: [], total: 0 },
  }),
  'console.cancel': () => ({}),
  'field-mapping.preview': ({ text, names }) => ({
    leaves: text === '' ? [] : [{ keys: ['inlognaam'], sample: '17' }],
    statuses: [],
    understood:
      names.userid === undefined
        ? { verdict: 'unclear', records: [], total: 0 }
        : { verdict: 'accepted', records: [[{ field: 'userid', value: '17' }]], total: 1 },
  }),
  'field-mapping.save': () => ({}),
}
