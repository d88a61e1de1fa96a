import { useState } from 'react'
import type { Connection } from '../../../../../shared/domain/connection/connection.ts'
import type { TaughtNames } from '../../../../../shared/domain/teach/taught-names.ts'
import { textLayoutSchema, type TextLayout } from '../../../../../shared/domain/teach/text-layout.ts'
import { useDesk } from '../../../state/desk.tsx'

/** What is taught of a platform's answers. `layout`: how its plain texts hold records; null where they are words. */
export interface Taught {
  readonly names: TaughtNames
  readonly layout: TextLayout | null
}

/** What is being taught: what the connection has until something is changed; kept while an engineer fetches another answer. */
export function useTaught(connection: Connection | undefined) {
  const { view } = useDesk()
  const key = `console taught ${connection?.id ?? ''}`
  const kept: Taught = { names: connection?.fieldNames ?? none, layout: connection?.textLayout ?? null }
  const [changed, setChanged] = useState<Taught | undefined>(() => view.kept.get(key) as Taught | undefined)
  const taught = changed ?? kept
  const set = (next: Taught | undefined): void => {
    view.kept.set(key, next)
    setChanged(next)
  }
  return {
    ...taught,
    isChanged: !isSame(taught, kept),
    isUsable: taught.layout === null || textLayoutSchema.safeParse(taught.layout).success,
    setNames: (names: TaughtNames) => {
      set({ ...taught, names })
    },
    setLayout: (layout: TextLayout | null) => {
      set({ ...taught, layout })
    },
    revert: () => {
      set(undefined)
    },
  }
}

const none: TaughtNames = {}

/** Whatever the order in which the meanings were taught. */
const isSame = (one: Taught, other: Taught): boolean =>
  sorted(one.names) === sorted(other.names) && sorted(one.layout ?? {}) === sorted(other.layout ?? {})
const sorted = (record: object): string =>
  JSON.stringify(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
