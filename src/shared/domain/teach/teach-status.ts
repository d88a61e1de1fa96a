import { customerStatuses, type CustomerStatus } from '../status.ts'
import { statusWords, type TaughtNames } from './taught-names.ts'

/** The names once this word of a platform stands for a status, and for no other; for none without one. */
export function teachStatus(names: TaughtNames, said: string, status: CustomerStatus | undefined): TaughtNames {
  const without = customerStatuses.reduce((all, one) => forget(all, one, said), names)
  if (status === undefined || said.trim() === '') return without
  const meaning = statusWords[status]
  return { ...without, [meaning]: [...(without[meaning] ?? []), said] }
}

/** The status that this word was taught to stand for. */
export const taughtStatus = (names: TaughtNames, said: string): CustomerStatus | undefined =>
  customerStatuses.find((status) => names[statusWords[status]]?.some((word) => isSame(word, said)))

function forget(names: TaughtNames, status: CustomerStatus, said: string): TaughtNames {
  const meaning = statusWords[status]
  const { [meaning]: words = [], ...others } = names
  const left = words.filter((word) => !isSame(word, said))
  return left.length === 0 ? others : { ...others, [meaning]: left }
}

const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase()
