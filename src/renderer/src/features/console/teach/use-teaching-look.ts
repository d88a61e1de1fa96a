import { useEffect, useState } from 'react'
import type { Response } from '../../../../../shared/bridge/contract.ts'
import { textLayoutSchema } from '../../../../../shared/domain/teach/text-layout.ts'
import { useCall } from '../../../bridge/use-call.ts'
import type { TaughtSource } from './taught-source.ts'
import type { Taught } from './use-taught.ts'

const pause = 150

/**
 * What stands in an answer and how it is understood by what is taught; the last reading stays until the next is there, and
 * while a layout is typed that cannot be used.
 */
export function useTeachingLook({ operation, status, text }: TaughtSource, { names, layout }: Taught) {
  const { run, error } = useCall('teaching.look')
  const [value, setValue] = useState<Response<'teaching.look'> | undefined>()
  useEffect(() => {
    if (text.trim() === '' || !textLayoutSchema.nullable().safeParse(layout).success) return undefined
    let isLate = false
    const number = Number(status)
    const request = {
      operation,
      status: number >= 100 && number <= 599 ? Math.trunc(number) : 200,
      text,
      names,
      layout,
    }
    const show = async (): Promise<void> => {
      const reply = await run(request)
      if (reply.ok && !isLate) setValue(reply.value)
    }
    const waiting = setTimeout(() => void show(), pause)
    return () => {
      isLate = true
      clearTimeout(waiting)
    }
  }, [run, operation, status, text, names, layout])
  return { value, error }
}
