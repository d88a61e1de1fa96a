import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import type { Sandbox } from '../../../src/sandbox/sandbox.ts'
import type { FieldMapping, TextLayout } from '../../../src/shared/domain/field-mapping/field-mapping.ts'
import { connect, openApp, openPlatform } from '../../fakes/test-app.ts'
import { startHttpServer, type SeenRequest } from '../../fakes/http-server.ts'
import { newCustomer } from '../../fakes/intents.ts'
import { productOf, quick, save } from './activate.ts'

interface Credentials {
  readonly userid: string
  readonly password: string
}

const layout: TextLayout = {
  form: 'named',
  recordSeparator: '\n',
  fieldSeparator: ';',
  nameSeparator: '=',
  columns: {},
}
const columns: TextLayout = {
  ...layout,
  form: 'columns',
  columns: { addCustomerWithDevice: ['outcome', 'userid', 'password'] },
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Replies to a creation in every format that Setdesk reads, each with the field mapping it needs. */
const replies: Readonly<
  Record<
    string,
    {
      readonly write: (made: Credentials) => string
      readonly names?: FieldMapping
      readonly layout?: TextLayout
    }
  >
> = {
  JSON: { write: ({ userid, password }) => JSON.stringify({ loginid: userid, password }) },
  'JSON in a JSON text': {
    write: ({ userid, password }) => JSON.stringify(JSON.stringify({ loginid: userid, password })),
  },
  XML: {
    write: ({ userid, password }) =>
      `<?xml version="1.0"?><Answer><userid>${userid}</userid><password>${escapeXml(password)}</password></Answer>`,
  },
  'JSON with taught names': {
    write: ({ userid, password }) => JSON.stringify({ klant: { inlognaam: userid, wachtwoord: password } }),
    names: { userid: ['inlognaam'], password: ['wachtwoord'], wrapper: ['klant'] },
  },
  'a text of names and values': { write: ({ userid, password }) => `userid=${userid};password="${password}"`, layout },
  'a text with taught names': {
    write: ({ userid, password }) => `inlognaam=${userid};wachtwoord="${password}"\r\n`,
    names: { userid: ['inlognaam'], password: ['wachtwoord'] },
    layout,
  },
  'a text of columns': { write: ({ userid, password }) => `OK;${userid};"${password}"`, layout: columns },
}

/** A server in front of the platform. It passes every call on, but rewrites the reply to a creation with this password. */
async function startInFront(platform: Sandbox, write: (made: Credentials) => string, password: string) {
  const answer = async (response: ServerResponse, { method, url }: SeenRequest): Promise<void> => {
    const reply = await fetch(`${platform.url}${url}`, { method })
    const text = await reply.text()
    const isCreation = url.startsWith('/api/AddCustomer/')
    const userid = platform.ledger().findLast(({ effect }) => effect === 'create')?.userid ?? ''
    response
      .writeHead(reply.status, { 'content-type': 'text/plain' })
      .end(isCreation ? write({ userid, password }) : text)
  }
  return await startHttpServer((response, request) => void answer(response, request))
}

test.each(Object.keys(replies))(
  'a platform-issued password in %s is stored unchanged, and redacted in the attempts of the job',
  async (form) => {
    const password = 'Ab;1=2 <&> x#ok'
    const { write, names, layout: textLayout } = replies[form] ?? { write: () => '' }
    const platform = await openPlatform({ options: { zeroPassword: 'anywhere' } })
    const { url } = await startInFront(platform, write, password)
    const app = await openApp()
    const mapped = { ...(names && { fieldNames: names }), ...(textLayout && { textLayout }) }
    await connect(app, { ...platform, url }, { ...quick, logIns: 'platform', ...mapped })
    await expect.poll(async () => (await app.call('app.snapshot', {})).connections[0]?.link.state).toBe('reached')

    const { intent, steps } = await app.jobIn(await save(app, newCustomer(productOf(platform))), 'done', 'needs-you')

    const made = platform.ledger().find(({ effect }) => effect === 'create')
    expect(intent).toMatchObject({ made: { userid: made?.userid, password } })
    expect(JSON.stringify(steps)).not.toContain(password)
  },
)
