import { describe, expect, it } from 'vitest'
import { t } from '../../../../../src/renderer/src/locale.ts'
import { ticketOfJob } from '../../../../../src/renderer/src/features/ticket/ticket-model.ts'
import { sayOrder, Ticket } from '../../../../../src/renderer/src/features/ticket/ticket.tsx'
import { customerActions, makeActionJob } from '../../../../fakes/action-jobs.ts'
import { renderWords } from '../../../../fakes/render-words.tsx'
import { northConnection } from '../../../../fakes/world.ts'

describe('the text for an action on its ticket', () => {
  it('shows the length of a renewal and the day it counts from', () => {
    const order = { kind: 'renewal', length: { unit: 'months', count: 3 }, from: 'end-date' } as const
    expect(sayOrder(order)).toEqual({ main: '3 months', more: ['added to the paid period'] })
  })

  it('shows the product of a change by name and id, its length, and what is kept', () => {
    const order = {
      kind: 'product-change',
      product: { productid: '31', name: 'Sport weekend' },
      length: { unit: 'days', count: 1 },
      from: 'today',
      keepsExtraPackages: true,
    } as const
    expect(sayOrder(order)).toEqual({
      main: 'Sport weekend',
      more: ['Product 31', '1 day, counted from today', 'extra packages are kept'],
    })
    expect(sayOrder({ ...order, product: { productid: '99' } }).main).toBe('Product 99')
  })

  it.each(Object.values(customerActions))(
    'is shown for $kind without binding statuses, because there is no box',
    (action) => {
      const html = renderWords(
        <Ticket ticket={ticketOfJob(makeActionJob(action, 'saved', 1, 0), northConnection.products)} />,
      )
      expect(html).toContain(t(action.kind === 'new-customer' ? 'ticket.withoutBox' : `queue.kinds.${action.kind}`))
      expect(html).not.toContain(t('ticket.bindings'))
    },
  )
})
