import type { ViewStore } from '../../../state/view-store.ts'

/** An answer to learn names from: what it answers, its HTTP status as it is typed, and its text. */
export interface TaughtSource {
  readonly operation: string
  readonly status: string
  readonly text: string
}

const key = 'console answer'

/** Hands an answer on to the page on which names are taught. It holds no token and no password. */
export function keepSource(view: ViewStore, source: TaughtSource): void {
  view.kept.set(key, source)
}

/** The answer that was handed on, or an empty one. */
export const keptSource = (view: ViewStore): TaughtSource =>
  (view.kept.get(key) as TaughtSource | undefined) ?? { operation: 'getCustomer', status: '200', text: '' }
