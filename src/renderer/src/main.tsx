import './styles/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AppRoot } from './app.tsx'
import { createServices, ServicesProvider } from './state/services.tsx'
import { languageFor } from '../../shared/domain/language.ts'
import { speak } from './locale.ts'
import type { Bridge } from '../../shared/bridge/bridge.ts'
import { createLoopbackBridge } from './bridge/loopback-bridge.ts'
import type { BearerKey } from './bridge/launch.ts'

declare global {
  interface Window {
    /** Set by the preload in Electron; absent in a browser. */
    readonly setdesk?: Bridge
  }
}

const bearerKey: BearerKey = 'setdesk-bearer'

// Until the preferences are known.
await speak(languageFor('system', navigator.languages), navigator.languages)
const services = createServices(findBridge(window))
services.snapshots.follow()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root.')
createRoot(root).render(
  <StrictMode>
    <ServicesProvider value={services}>
      <AppRoot />
    </ServicesProvider>
  </StrictMode>,
)

/** The bridge of the host that shows this page: the preload in Electron, otherwise HTTP on this computer. */
function findBridge(window: Window & typeof globalThis): Bridge {
  return (
    window.setdesk ??
    createLoopbackBridge({
      fetch: (input, init) => window.fetch(input, init),
      readBearer: async () => {
        await window.setdeskSignIn
        return window.localStorage.getItem(bearerKey)
      },
      wait: (ms) => new Promise((resolve) => window.setTimeout(resolve, ms)),
    })
  )
}
