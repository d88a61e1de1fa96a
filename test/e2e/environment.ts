import type { Environment } from 'vitest/runtime'
import { closeSharedBrowser } from './share-browser.ts'

/** The environment of a process that runs specs. It ends after the last of them, and the browser that they share ends with it. */
const environment: Environment = {
  name: 'shared-browser',
  viteEnvironment: 'ssr',
  setup: () => ({ teardown: closeSharedBrowser }),
}

// oxlint-disable-next-line import/no-default-export -- Vitest loads an environment as the default export.
export default environment
