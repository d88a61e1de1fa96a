import { useEffect } from 'react'
import { useStore } from 'zustand'
import { t } from '../../locale.ts'
import { useServices, type Toast } from '../../state/services.tsx'

const shownForMs = 5000

/** Short messages at the bottom of the window. They are announced politely and disappear after a while. */
export function Toasts() {
  const toasts = useStore(useServices().view, (state) => state.toasts)
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
  const { view } = useServices()
  useEffect(() => {
    const timer = setTimeout(() => view.unsay(toast.id), shownForMs)
    return () => clearTimeout(timer)
  }, [view, toast.id])
  return (
    <span className="max-w-2xl rounded-normal border border-transparent bg-ink px-4 py-2.5 font-semibold [overflow-wrap:anywhere] text-ground shadow-high forced-colors:border-[CanvasText] forced-colors:bg-[Canvas] forced-colors:text-[CanvasText] forced-colors:forced-color-adjust-none">
      {toast.text}
    </span>
  )
}
