/** Runs in the browser to measure the list: the list of the screen, and the same rows as a plain list. */
import { StrictMode, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { CustomerTable, CustomerLine } from '../../src/renderer/src/features/customers/list/customer-list.tsx'
import { createServices, ServicesProvider } from '../../src/renderer/src/state/services.tsx'
import '../../src/renderer/src/styles/app.css'
import { createFakeBridge } from '../fakes/bridge.ts'
import { makeCustomerRow } from '../fakes/customers.ts'
import { makeWorkday } from '../fakes/world.ts'

const now = Date.UTC(2026, 10, 21, 12)
const app = createServices(createFakeBridge(makeWorkday('loopback', now)))

/** Milliseconds from the request to the first painted frame, and the number of rows in the document then. */
async function paint(kind: 'list' | 'naive', count: number): Promise<{ readonly ms: number; readonly rows: number }> {
  await app.snapshots.refresh()
  const places = Array.from({ length: count }, (_, id) => ({ id, row: makeCustomerRow(id) }))
  const ground = document.createElement('div')
  ground.style.height = '800px'
  document.body.append(ground)
  const root = createRoot(ground)
  await framePainted()
  const begun = performance.now()
  root.render(
    <Around>
      {kind === 'list' ? (
        <CustomerTable
          label="Customers"
          list={{
            pages: [{ start: 0, count, asked: { variant: 0, cursor: undefined }, places }],
            total: count,
            isStale: false,
          }}
          onSight={ignore}
          open={{}}
        />
      ) : (
        <ul className="@container size-full overflow-auto">
          {places.map(({ id, row }) => (
            <li key={id} className="flex h-[3.25rem] w-full items-center gap-3 border-b border-line px-5">
              <CustomerLine row={row} now={now} productName={sameName} />
            </li>
          ))}
        </ul>
      )}
    </Around>,
  )
  while (ground.querySelector(kind === 'list' ? '[data-customer]' : 'li') === null) await framePainted()
  await framePainted()
  const ms = performance.now() - begun
  const rows = ground.querySelectorAll('[data-customer], li').length
  root.unmount()
  ground.remove()
  return { ms, rows }
}

const Around = ({ children }: { readonly children: ReactNode }) => (
  <StrictMode>
    <ServicesProvider value={app}>{children}</ServicesProvider>
  </StrictMode>
)

const ignore = (): void => undefined
const sameName = (product: string): string => product

/** Resolves when the frame is painted: a task after a frame's callbacks runs then. */
const framePainted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      setTimeout(resolve)
    })
  })

Object.assign(window, { paint })
