import type { Draft } from '../../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'

/** The platform makes the log-in of what this draft becomes. A job that is corrected keeps one that was chosen here. */
export const isMadeByPlatform = (draft: Draft, { logIns }: Partial<Pick<Connection, 'logIns'>>): boolean =>
  logIns === 'platform' && (draft.correcting === undefined || draft.logIn.userid.trim() === '')
