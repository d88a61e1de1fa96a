/** The outcome of a call as a value. Expected failures are values; exceptions are only for bugs. */
export type Result<T, E> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: E }

export const succeed = <T>(value: T): { readonly ok: true; readonly value: T } => ({ ok: true, value })

export const fail = <E>(error: E): { readonly ok: false; readonly error: E } => ({ ok: false, error })

/** The kind of a thrown error, for a log. The message is left out, because it may quote a secret. */
export const errorName = (error: unknown): string => (error instanceof Error ? error.name : 'unknown')
