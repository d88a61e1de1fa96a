import type { Draft } from '../../../../../shared/domain/activation.ts'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'

/** Whether the platform issues the credentials for this draft. A correction keeps credentials that were chosen here. */
export const isMadeByPlatform = (draft: Draft, { logIns }: Partial<Pick<Connection, 'logIns'>>): boolean =>
  logIns === 'platform' && (draft.correcting === undefined || draft.logIn.userid.trim() === '')
