import type { ListClient } from '../../src/renderer/src/features/bulk/list/list-client.ts'
import { createListService } from '../../src/renderer/src/features/bulk/list/list-reader.ts'

/** The list reader without its worker. */
export function createFakeListClient(): ListClient {
  const service = createListService()
  return {
    ...service,
    end: () => {
      void service.stop()
    },
  }
}
