import { joinWords, shownFormatTag, t } from '../../../locale.ts'
import { formatAgo } from '../../../ui/format-time.ts'
import type { Attention, Station } from './attention.ts'

/** The counts of a computer's jobs in the order of the columns. */
export const countNames = ['unsent', 'sending', 'needsYou', 'refused'] as const
export type CountName = (typeof countNames)[number]

/** Says when the hub last heard from a computer, such as `2 min. ago`. Says "now" if that was less than a minute ago. */
export function saySeen({ seenAt }: Pick<Station, 'seenAt'>, now: number, style: 'long' | 'narrow' = 'narrow'): string {
  if (seenAt === undefined) return t('fleet.board.never')
  return formatAgo(seenAt, now, style) ?? t('fleet.board.now')
}

/** When the oldest unfinished job of a computer was saved. A dash if the computer has no unfinished job. */
export function sayOldest({ oldestAt }: Pick<Station, 'oldestAt'>, now: number): string {
  if (oldestAt === undefined) return '–'
  return formatAgo(oldestAt, now, 'narrow') ?? t('fleet.board.now')
}

/** Says in a few words why a computer needs attention. */
export const sayAttention = (attention: Attention, { audit }: Pick<Station, 'audit'>): string =>
  attention === 'audit'
    ? t(`fleet.attention.audit.${audit.trouble ?? 'gap'}.what`)
    : t(`fleet.attention.${attention}.what`)

/** The documents that a computer has taken, such as `Policy 7, North TV 4`. */
export const sayDocuments = ({ documents }: Pick<Station, 'documents'>): string =>
  new Intl.ListFormat(shownFormatTag(), { type: 'unit', style: 'short' }).format(
    documents.map(({ name, serial }) => `${name} ${serial}`),
  )

/** The group, role and version of a computer, for the second line of its row. */
export const sayPlace = ({ group, role, status }: Pick<Station, 'group' | 'role' | 'status'>): string =>
  joinWords([group, role === 'supervisor' ? t('fleet.roles.supervisor') : undefined, status?.version])

/** The whole row of a computer in words, for users of a screen reader. */
export function sayStation(station: Station, now: number): string {
  const { name, status, attention, state } = station
  const counts = countNames.map((count) => t(`fleet.board.says.${count}`, { count: status?.counts[count] ?? 0 }))
  return [
    name,
    ...(state === 'revoked' ? [t('fleet.board.removed')] : []),
    ...attention.map((one) => sayAttention(one, station)),
    ...(status === undefined ? [t('fleet.board.noStatus')] : counts),
    t('fleet.board.says.oldest', { ago: sayOldest(station, now) }),
    t('fleet.board.says.seen', { ago: saySeen(station, now, 'long') }),
    sayPlace(station),
    sayDocuments(station),
  ]
    .filter((part) => part !== '')
    .join(', ')
}
