import { z } from 'zod'
import { customerPageSchema } from '../../../shared/domain/customer-view.ts'
import { succeed } from '../../../shared/result.ts'
import type { Handlers } from '../../app.ts'
import { createKeptAnswers } from '../../maintenance/kept-answers.ts'
import type { Ports } from '../../ports.ts'
import type { Vault } from '../../vault/vault.ts'
import type { Book } from '../session/book.ts'
import { boxKey } from '../session/keys.ts'
import type { Office } from '../session/office.ts'

/** The known holders of a box: jobs on this computer and cached answers of the platform. Sends no request. */
export function createKnownBoxDesk({
  ports,
  book,
  vault,
  office,
}: {
  readonly ports: Pick<Ports, 'clock'>
  readonly book: Book
  readonly vault: Vault
  readonly office: Office
}): Pick<Handlers, 'box.look-up'> {
  return {
    'box.look-up': ({ identifier }) =>
      office.use(({ queue, database }) => {
        const connection = book.active()
        const sealing = vault.sealing()
        if (connection === undefined || sealing === undefined) return succeed({ jobs: [], holders: [] })
        const key = boxKey(sealing, connection, identifier)
        const kept = createKeptAnswers(database, sealing, ports.clock)
        const customers = kept.showing(key, 'customer', customerPageSchema).flatMap(({ at, answer }) => {
          if (answer.kind !== 'customer') return []
          const { userid, firstname = '', lastname = '' } = answer.facts
          const name = `${firstname} ${lastname}`.trim()
          return [
            { by: 'customer' as const, at, ...(userid !== undefined && { userid }), ...(name !== '' && { name }) },
          ]
        })
        const hostnames = kept
          .showing(key, 'hostname', z.object({ hostname: z.string() }))
          .map(({ at, answer }) => ({ by: 'hostname' as const, at, hostname: answer.hostname }))
        return succeed({
          jobs: [...queue.views.holding(connection.id, { boxKey: key })],
          holders: [...customers, ...hostnames],
        })
      }),
  }
}
