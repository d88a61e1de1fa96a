import './styles/app.css'
import { bridge, firstWords, snapshots } from './first-calls.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { AppRoot } from './app.tsx'
import { createServices, ServicesProvider } from './state/services.tsx'

const services = createServices(bridge, snapshots)
await firstWords

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no root.')
createRoot(root).render(
  <StrictMode>
    <ServicesProvider value={services}>
      <AppRoot />
    </ServicesProvider>
  </StrictMode>,
)
