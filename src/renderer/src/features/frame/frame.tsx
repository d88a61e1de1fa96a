import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'wouter'
import { useStore } from 'zustand'
import { useActiveConnection, useDesk } from '../../state/desk.tsx'
import { useBeginActivation } from '../activation/draft/arriving-box.ts'
import { sayUnread } from '../scan/say-reading.ts'
import { useLabels } from '../scan/use-labels.ts'
import { BannerStack } from './banner-stack.tsx'
import { PartBoundary } from './part-boundary.tsx'
import { Rail } from './rail.tsx'
import { screenOf } from './screen-of.ts'
import { TopBar } from './top-bar.tsx'
import { useShortcuts } from './use-shortcuts.ts'
import type { Toast } from '../../state/view-store.ts'

const shownForMs = 5000

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }))
const ShortcutsDialog = lazy(async () => ({ default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog }))
const CustomerDialog = lazy(async () => ({
  default: (await import('../acts/customer-dialog.tsx')).CustomerDialog,
}))
const TokenDialog = lazy(async () => ({ default: (await import('./token-dialog.tsx')).TokenDialog }))

/** What stands around every screen: rail, bar, banners, and what lies over it all. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  const [path] = useLocation()
  useShortcuts()
  useDocumentTitle()
  useFrameScans()
  return (
    <div className="flex h-full flex-col bg-ground">
      <a
        href="#main"
        onClick={(event) => {
          event.preventDefault()
          document.getElementById('main')?.focus()
        }}
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-normal focus:bg-surface focus:px-4 focus:py-2 focus:shadow-high"
      >
        {t('frame.skip')}
      </a>
      <TopBar />
      <BannerStack />
      <div className="flex min-h-0 flex-1 flex-col-reverse narrow:flex-row print:block">
        <Rail />
        <main
          id="main"
          tabIndex={-1}
          className="relative min-h-0 min-w-0 flex-1 overflow-auto outline-none print:overflow-visible"
        >
          <PartBoundary of={path}>{children}</PartBoundary>
        </main>
      </div>
      <Overlays />
      <Toasts />
    </div>
  )
}

function Overlays() {
  const { view } = useDesk()
  const overlay = useStore(view, (state) => state.overlay)
  const active = useActiveConnection()
  return (
    <PartBoundary of={overlay ?? ''}>
      <Suspense fallback={undefined}>
        {overlay === 'palette' ? <Palette /> : undefined}
        {overlay === 'customer' ? <CustomerDialog /> : undefined}
        {overlay === 'shortcuts' ? <ShortcutsDialog /> : undefined}
        {overlay === 'token' && active !== undefined ? (
          <TokenDialog connection={active.settings} onClose={view.close} />
        ) : undefined}
      </Suspense>
    </PartBoundary>
  )
}

/** A scan begins an activation from every screen that makes nothing else of it. */
function useFrameScans(): void {
  const { t } = useTranslation()
  const { view } = useDesk()
  const begin = useBeginActivation()
  useLabels(
    {
      gathered: begin,
      unread: (text) => {
        view.say(sayUnread(t, text))
      },
    },
    'frame',
  )
}

/** The window's title names the screen and the connection, never a customer. */
function useDocumentTitle(): void {
  const { t } = useTranslation()
  const [path] = useLocation()
  const connection = useActiveConnection()?.settings.name ?? ''
  const title = t('frame.title', { screen: t(`frame.${screenOf(path)}`), connection })
  useEffect(() => {
    document.title = title
  }, [title])
}

/** Short sentences at the foot of the window, announced politely, gone after a while. */
function Toasts() {
  const { t } = useTranslation()
  const toasts = useStore(useDesk().view, (state) => state.toasts)
  return (
    <output
      aria-label={t('frame.toasts')}
      className="pointer-events-none fixed inset-x-0 bottom-4 z-50 grid justify-items-center gap-2 px-4 print:hidden"
    >
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </output>
  )
}

function ToastLine({ toast }: { readonly toast: Toast }) {
  const { view } = useDesk()
  useEffect(() => {
    const timer = setTimeout(() => {
      view.unsay(toast.id)
    }, shownForMs)
    return () => {
      clearTimeout(timer)
    }
  }, [view, toast.id])
  return (
    <span className="max-w-2xl rounded-normal bg-ink px-4 py-2.5 font-semibold [overflow-wrap:anywhere] text-ground shadow-high">
      {toast.text}
    </span>
  )
}
