import { z } from 'zod'
import { customerPageSchema } from '../../../shared/domain/customer-view.ts'
import { succeed } from '../../../shared/result.ts'
import { boxKey } from '../session/keys.ts'
import type { SessionHandlers } from '../session/session.ts'

/** The known holders of a box: jobs on this computer and cached answers of the platform. Sends no request. */
export const knownBoxHandlers: SessionHandlers<'box.look-up'> = {
  'box.look-up': ({ settings, sealing, queue, answers }, { identifier }) => {
    const connection = settings.active()
    if (connection === undefined) return succeed({ jobs: [], holders: [] })
    const key = boxKey(sealing, connection, identifier)
    const customers = answers.showing(key, 'customer', customerPageSchema).flatMap(({ at, answer }) => {
      if (answer.kind !== 'customer') return []
      const { userid, firstname = '', lastname = '' } = answer.facts
      const name = `${firstname} ${lastname}`.trim()
      return [{ by: 'customer' as const, at, ...(userid !== undefined && { userid }), ...(name !== '' && { name }) }]
    })
    const hostnames = answers
      .showing(key, 'hostname', z.object({ hostname: z.string() }))
      .map(({ at, answer }) => ({ by: 'hostname' as const, at, hostname: answer.hostname }))
    return succeed({
      jobs: [...queue.views.holding(connection.id, { boxKey: key })],
      holders: [...customers, ...hostnames],
    })
  },
}
