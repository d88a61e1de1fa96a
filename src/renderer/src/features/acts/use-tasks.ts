import { useCallback, useEffect, useState } from 'react'
import type { Task } from '../../../../shared/domain/task.ts'
import { useDesk, useSnapshot } from '../../state/desk.tsx'

const pause = 300

/** What a person has to do by hand, of one customer or of all; read again soon after a job moved. */
export function useTasks(userid?: string): {
  readonly tasks: readonly Task[]
  readonly tick: (task: Task, isDone: boolean) => Promise<void>
} {
  const { bridge } = useDesk()
  const connectionId = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const [tasks, setTasks] = useState<readonly Task[]>([])
  const read = useCallback(async () => {
    const reply = await bridge.call('task.list', userid === undefined ? {} : { userid })
    return reply.ok ? reply.value.tasks : undefined
  }, [bridge, userid])
  useEffect(() => {
    if (connectionId === undefined) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isShown = true
    const show = async (): Promise<void> => {
      timer = undefined
      const found = await read()
      if (isShown && found !== undefined) setTasks(found)
    }
    const end = bridge.listen((event) => {
      if (event.name === 'job-changed') timer ??= setTimeout(() => void show(), pause)
    })
    void show()
    return () => {
      isShown = false
      clearTimeout(timer)
      end()
    }
  }, [bridge, read, connectionId])
  return {
    tasks,
    tick: async (task, isDone) => {
      const reply = await bridge.call('task.tick', { id: task.id, isDone })
      const found = reply.ok ? await read() : undefined
      if (found !== undefined) setTasks(found)
    },
  }
}
