import { Buffer } from 'node:buffer'
import { succeed } from '../../../shared/result.ts'
import { fetchProducts } from '../../../platform/fetch-products.ts'
import { readAuthority } from '../../../platform/read/read-authority.ts'
import { routeOf } from '../../../platform/transport/route.ts'
import { largestAuthority } from '../../../shared/domain/connection/connection.ts'
import type { Handlers } from '../../app.ts'
import type { Ports } from '../../ports.ts'
import { readProxyLogIn, writeProxyLogIn } from '../../vault/proxy-log-ins.ts'
import { tokenPlace } from '../../vault/token-place.ts'
import type { Book } from '../session/book.ts'
import { done, type Office } from '../session/office.ts'
import { problem } from '../session/problem.ts'
import type { SecretKeeping } from '../session/secret-keeping.ts'

interface NetworkDeps {
  readonly ports: Pick<Ports, 'transport'>
  readonly book: Book
  readonly office: Office
  readonly secrets: SecretKeeping
}

/** The way to a platform: its proxy's log-in, a company's certificates, and the one call outside the catalogue. */
export function createConnectionNetwork({
  ports,
  book,
  office,
  secrets,
}: NetworkDeps): Pick<
  Handlers,
  'connection.set-proxy-log-in' | 'connection.read-authority' | 'connection.fetch-products'
> {
  return {
    async 'connection.set-proxy-log-in'({ id, logIn }) {
      const connection = book.connection(id)
      if (connection === undefined) return problem('not-found', 'There is no such connection')
      const inTheWay = await secrets.prepare(connection.kind)
      if (inTheWay !== undefined) return inTheWay
      return office.use(async ({ tokens, queue }) => {
        writeProxyLogIn(tokens, connection, logIn)
        await office.refresh()
        queue.tryNow(id)
        return done
      })
    },
    async 'connection.read-authority'({ file }) {
      const authority = readAuthority(Buffer.from(file, 'base64'))
      if (authority === undefined) return problem('file-unusable', 'The file holds no certificate that can be read')
      if (authority.pem.length > largestAuthority) return problem('too-large', 'The file holds too many certificates')
      return succeed({ pem: authority.pem, certificates: [...authority.certificates] })
    },
    async 'connection.fetch-products'({ id }) {
      const connection = book.connection(id)
      if (connection === undefined) return problem('not-found', 'There is no such connection')
      return office.use(async ({ tokens }) => {
        const token = tokens.read(id, tokenPlace(connection))
        if (token === undefined) return problem('no-token', 'No token is kept for this connection')
        const route = routeOf(connection, readProxyLogIn(tokens, connection))
        const list = await fetchProducts({ transport: ports.transport, connection, token, route })
        return succeed({ ...list, products: list.kind === 'listed' ? [...list.products] : [] })
      })
    },
  }
}
