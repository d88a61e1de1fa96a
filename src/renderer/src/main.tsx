import './styles/app.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { AppRoot } from './app.tsx'
import { findBridge } from './bridge/find-bridge.ts'
import { createLocale } from './locale.ts'
import { createDesk, DeskProvider } from './state/desk.tsx'
import { keepZodFromCompiling } from './zod-config.ts'

keepZodFromCompiling()
const desk = createDesk(findBridge(window))
desk.snapshots.follow()

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root.')
createRoot(root).render(
  <StrictMode>
    <I18nextProvider i18n={createLocale({ strict: false })}>
      <DeskProvider value={desk}>
        <AppRoot />
      </DeskProvider>
    </I18nextProvider>
  </StrictMode>,
)
