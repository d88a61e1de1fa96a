import type { BoardRow } from '../../../../../shared/domain/fleet.ts'
import { joinWords, shownFormatTag, t } from '../../../locale.ts'
import { formatAgo } from '../../../ui/format-time.ts'
import { aDay } from '../../../../../shared/durations.ts'

/** Why a computer of the fleet needs attention, most urgent first. */
export const attentions = ['audit', 'stranded', 'left-work', 'needs-you', 'old'] as const
export type Attention = (typeof attentions)[number]

/** Milliseconds after which a computer counts as silent, and a job as old. It is a whole day, because laptops are off at night. */

/** A computer on the board with values that this screen computes. Times are milliseconds since 1970 by the hub's clock. */
export interface Station extends BoardRow {
  readonly seenAt: number | undefined
  readonly oldestAt: number | undefined
  readonly isSilent: boolean
  readonly attention: readonly Attention[]
}

/** Adds the computed values to the board's row of a computer. `hubNow`: the time by the hub's clock, milliseconds since 1970. */
export function lookAtStation(row: BoardRow, hubNow: number): Station {
  const { lastSeen, status, state, audit, inCare } = row
  const seenAt = lastSeen === undefined ? undefined : Date.parse(lastSeen)
  const oldestAt = status?.oldestJobAt === undefined ? undefined : Date.parse(status.oldestJobAt)
  const isSilent = hubNow - (seenAt ?? 0) >= aDay
  const isActive = state === 'active'
  const isTrue: Readonly<Record<Attention, boolean>> = {
    audit: audit.trouble !== undefined,
    stranded: isActive && isSilent && inCare > 0,
    'left-work': !isActive && inCare > 0,
    'needs-you': isActive && countAt(status, 'needsYou') > 0,
    old: isActive && !isSilent && oldestAt !== undefined && hubNow - oldestAt >= aDay,
  }
  return { ...row, seenAt, oldestAt, isSilent, attention: attentions.filter((one) => isTrue[one]) }
}

/** Sorts computers by urgency, then by name. The counts of jobs do not matter, because rows would jump whenever a count changes. */
export function sortStations(stations: readonly Station[], tag: string): readonly Station[] {
  const names = new Intl.Collator(tag, { numeric: true })
  const rankOf = ({ attention: [first], state }: Station): number =>
    first === undefined ? attentions.length + Number(state === 'revoked') : attentions.indexOf(first)
  return stations.toSorted((one, other) => rankOf(one) - rankOf(other) || names.compare(one.name, other.name))
}

export interface BoardForm {
  readonly text: string
  /** The name of a group. An empty name selects computers without a group. Undefined selects all computers. */
  readonly group: string | undefined
  readonly show: 'all' | 'attention' | 'silent' | 'removed'
}

export const emptyBoardForm: BoardForm = { text: '', group: undefined, show: 'all' }

export const boardShows = ['all', 'attention', 'silent', 'removed'] as const

/** Whether the filter shows a computer. Removed computers appear only on request, or if they need attention. */
const isShown = ({ state, attention, isSilent }: Station, show: BoardForm['show']): boolean => {
  switch (show) {
    case 'all':
      return state === 'active' || attention.length > 0
    case 'attention':
      return attention.length > 0
    case 'silent':
      return state === 'active' && isSilent
    case 'removed':
      return state === 'revoked'
  }
}

/** Counts the computers that a choice of `show` selects. Ignores the text and the group of the filter. */
export const countShown = (stations: readonly Station[], show: BoardForm['show']): number =>
  stations.filter((station) => isShown(station, show)).length

/** Returns the computers that fit the filter. Name, group, version and documents together must contain every typed word. */
export function filterStations(stations: readonly Station[], { text, group, show }: BoardForm): readonly Station[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return stations.filter((station) => {
    if (!isShown(station, show) || (group !== undefined && (station.group ?? '') !== group)) return false
    const documents = station.documents.map(({ name, serial }) => `${name} ${serial}`)
    const ground = [station.name, station.group, station.status?.version, ...documents].join(' ').toLowerCase()
    return words.every((word) => ground.includes(word))
  })
}

export const groupsOf = (stations: readonly BoardRow[], tag: string): readonly string[] =>
  [...new Set(stations.flatMap(({ group }) => group ?? []))].toSorted(new Intl.Collator(tag, { numeric: true }).compare)

/** The counts of a computer's jobs in the order of the columns. */
export const countNames = ['unsent', 'sending', 'needsYou'] as const
export type CountName = (typeof countNames)[number]

/** Returns a count of a computer's jobs. Refused jobs wait for a technician, too, so they count as `needsYou`. */
export function countAt(status: Station['status'], name: CountName): number {
  const { [name]: count = 0, refused = 0 } = status?.counts ?? {}
  return name === 'needsYou' ? count + refused : count
}

/** Says when the hub last heard from a computer, such as `2 min. ago`. Says "now" if that was less than a minute ago. */
export function saySeen({ seenAt }: Pick<Station, 'seenAt'>, now: number, style: 'long' | 'short' = 'short'): string {
  if (seenAt === undefined) return t('fleet.board.never')
  return formatAgo(seenAt, now, style) ?? t('fleet.board.now')
}

/** When the oldest unfinished job of a computer was saved. A dash if the computer has no unfinished job. */
export function sayOldest({ oldestAt }: Pick<Station, 'oldestAt'>, now: number): string {
  if (oldestAt === undefined) return '–'
  return formatAgo(oldestAt, now, 'short') ?? t('fleet.board.now')
}

export const sayAttention = (attention: Attention, { audit }: Pick<Station, 'audit'>): string =>
  attention === 'audit'
    ? t(`fleet.attention.audit.${audit.trouble ?? 'gap'}.what`)
    : t(`fleet.attention.${attention}.what`)

/** The documents that a computer has taken, such as `Policy 7, North TV 4`. */
export const sayDocuments = ({ documents }: Pick<Station, 'documents'>): string =>
  new Intl.ListFormat(shownFormatTag(), { type: 'unit', style: 'short' }).format(
    documents.map(({ name, serial }) => `${name} ${serial}`),
  )

export const sayPlace = ({ group, role, status }: Pick<Station, 'group' | 'role' | 'status'>): string =>
  joinWords([group, role === 'supervisor' ? t('fleet.roles.supervisor') : undefined, status?.version])

/** The whole row of a computer in words, for users of a screen reader. */
export function sayStation(station: Station, now: number): string {
  const { name, status, attention, state } = station
  const counts = countNames.map((count) => t(`fleet.board.says.${count}`, { count: countAt(status, count) }))
  return joinWords(
    [
      name,
      ...(state === 'revoked' ? [t('fleet.board.removed')] : []),
      ...attention.map((one) => sayAttention(one, station)),
      ...(status === undefined ? [t('fleet.board.noStatus')] : counts),
      t('fleet.board.says.oldest', { ago: sayOldest(station, now) }),
      t('fleet.board.says.seen', { ago: saySeen(station, now, 'long') }),
      sayPlace(station),
      sayDocuments(station),
    ],
    ', ',
  )
}
