import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from 'zustand'
import { useDesk } from '../../state/desk.tsx'
import type { Toast } from '../../state/view-store.ts'

const shownForMs = 5000

/** Short sentences at the foot of the window, announced politely, gone after a while. */
export function Toasts() {
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
