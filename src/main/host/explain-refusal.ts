import type { FolderRefusal } from './folder-owner.ts'
import { fillIn, hostTexts } from './say.ts'

/** Tells the user why this process stops: another process owns the folder, or the folder is unusable. */
export function explainRefusal(folder: string, refusal: FolderRefusal): string {
  if (refusal.reason === 'unusable') return fillIn(hostTexts.unusable, { folder, code: refusal.code })
  const { ownerPid, since, address } = refusal
  return [
    fillIn(hostTexts.inUse.sentence, { folder }),
    ...(ownerPid === undefined || since === undefined
      ? []
      : [fillIn(hostTexts.inUse.owner, { pid: ownerPid, since: new Date(since).toLocaleString('en-GB') })]),
    ...(address === undefined ? [] : [fillIn(hostTexts.inUse.address, { address })]),
  ].join(' ')
}
