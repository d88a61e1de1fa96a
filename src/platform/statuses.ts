const refusing: ReadonlySet<number> = new Set([400, 401, 403, 406, 422])

/** Whether an HTTP status refuses the call (Errors). Others say no more than that something went wrong. */
export const isRefusing = (status: number): boolean => refusing.has(status)

/** Whether an HTTP status says that the platform cannot answer now. The same question may be asked again later. */
export const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429

/** Whether no answer of the platform came at all, or one that it cannot answer now. */
export const isUnreached = ({ reach, status = 0 }: { readonly reach: string; readonly status?: number }): boolean =>
  reach !== 'answered' || isPassing(status)
