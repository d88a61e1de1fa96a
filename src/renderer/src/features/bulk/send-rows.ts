import type { Bridge } from '../../../../shared/bridge/bridge.ts'
import type { Activation } from '../../../../shared/domain/activation.ts'
import type { SaveRowsDeps } from './save-rows.ts'

/** Rows of a list as they are brought to be saved. One that was checked has the shape of what is saved; main checks it again. */
export const sendRows =
  (bridge: Bridge, to: { connectionId: string; batch: string; evenIfKnown: boolean }): SaveRowsDeps['save'] =>
  (rows) =>
    bridge.call('bulk.save', {
      ...to,
      rows: rows.map(({ line, intent }) => ({ line, intent: intent as Activation })),
    })
