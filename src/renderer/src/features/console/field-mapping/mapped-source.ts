import type { ViewStore } from '../../../state/view-store.ts'

/** An answer to map: the operation it belongs to, the HTTP status as typed, and the text. */
export interface MappedSource {
  readonly operation: string
  readonly status: string
  readonly text: string
}

const key = 'console answer'

/** Passes an answer to the field mapping page. It contains no token and no password. */
export function keepSource(view: ViewStore, source: MappedSource): void {
  view.kept.set(key, source)
}

/** The answer that was passed on, or an empty one. */
export const keptSource = (view: ViewStore): MappedSource =>
  (view.kept.get(key) as MappedSource | undefined) ?? { operation: 'getCustomer', status: '200', text: '' }
