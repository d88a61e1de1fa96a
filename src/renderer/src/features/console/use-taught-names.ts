import { useState } from 'react'
import type { Connection } from '../../../../shared/domain/connection.ts'
import type { TaughtNames } from '../../../../shared/domain/taught-names.ts'
import { useDesk } from '../../state/desk.tsx'

const none: TaughtNames = {}

/** The names that are being taught: those of the connection until one is changed; kept while one fetches another answer. */
export function useTaughtNames(connection: Connection | undefined) {
  const { view } = useDesk()
  const key = `console names ${connection?.id ?? ''}`
  const kept = connection?.fieldNames ?? none
  const [changed, setChanged] = useState<TaughtNames | undefined>(() => view.kept.get(key) as TaughtNames | undefined)
  const names = changed ?? kept
  const set = (next: TaughtNames | undefined): void => {
    view.kept.set(key, next)
    setChanged(next)
  }
  return {
    names,
    isChanged: !isSame(names, kept),
    set,
    revert: () => {
      set(undefined)
    },
  }
}

/** Whatever the order in which the meanings were taught. */
const isSame = (one: TaughtNames, other: TaughtNames): boolean => sorted(one) === sorted(other)
const sorted = (names: TaughtNames): string =>
  JSON.stringify(Object.entries(names).toSorted(([a], [b]) => (a < b ? -1 : 1)))
