import { useCallback, useState } from 'react'
import type { OperationView, RequestView } from '../../../../shared/bridge/console-channels.ts'
import type { BridgeError } from '../../../../shared/bridge/errors.ts'
import type { ConsoleValues } from '../../../../shared/domain/console.ts'
import { useServices } from '../../state/services.tsx'
import { useRead } from '../../state/use-read.ts'

/** Milliseconds after the last key press before the request is shown again. */
const pause = 150

/** The input of an operation, and the request it makes. */
export interface ConsoleForm {
  readonly values: ConsoleValues
  readonly request: RequestView | undefined
  readonly error: BridgeError | undefined
  readonly set: (name: string, value: string) => void
  readonly fill: (values: ConsoleValues) => void
  readonly clear: () => void
  /** The request for the present input; undefined if it cannot be made. */
  readonly readRequest: () => Promise<RequestView | undefined>
}

/** The form of one operation. Input is restored when the engineer returns to it, except passwords. */
export function useConsoleForm({ id }: OperationView): ConsoleForm {
  const { view } = useServices()
  const key = `console ${id}`
  const [values, setValues] = useState<ConsoleValues>(() => (view.kept.get(key) as ConsoleValues | undefined) ?? {})
  const { value, error, refresh } = useRead(
    'console.preview',
    { operation: id, values },
    { delay: pause, keepsLast: true },
  )
  const fill = useCallback(
    (filled: ConsoleValues): void => {
      const { password: _, ...open } = filled
      view.kept.set(key, open)
      setValues(filled)
    },
    [view, key],
  )
  return {
    values,
    request: value,
    set: (name, value) => {
      const { [name]: _, ...others } = values
      fill(value === '' ? others : { ...others, [name]: value })
    },
    fill,
    clear: () => fill({}),
    readRequest: async () => {
      const reply = await refresh()
      return reply?.ok === true ? reply.value : undefined
    },
    error,
  }
}
