import { Camera as CameraIcon } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { BoxText } from '../box-reading.tsx'

const CameraDialog = lazy(async () => ({ default: (await import('./camera-dialog.tsx')).CameraDialog }))

export interface CameraButtonProps {
  /** The box that the camera or a picture showed. */
  readonly onBox: (box: BoxText) => void
}

/** Beside a box's field: the camera instead of a scanner. The reader is fetched once it is asked for. */
export function CameraButton({ onBox }: CameraButtonProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [isGone, setGone] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const backToField = (): void => {
    setOpen(false)
    // After the dialog has given the focus back to the button that opened it.
    setTimeout(() => {
      const place = root.current?.closest('section, main') ?? document
      place.querySelector<HTMLElement>('[data-box-field]')?.focus()
    }, 100)
  }
  return (
    <div ref={root} className="grid justify-items-center gap-3">
      <Button
        size="large"
        onPress={() => {
          setGone(false)
          setOpen(true)
        }}
      >
        <CameraIcon aria-hidden size="1rem" />
        {t('camera.open')}
      </Button>
      {isGone ? (
        <div className="w-full max-w-2xl text-left">
          <Notice tone="warning">{t('camera.gone')}</Notice>
        </div>
      ) : undefined}
      {isOpen ? (
        <Suspense fallback={undefined}>
          <CameraDialog
            onBox={(box) => {
              backToField()
              onBox(box)
            }}
            onClose={backToField}
            onGone={() => {
              setGone(true)
              backToField()
            }}
          />
        </Suspense>
      ) : undefined}
    </div>
  )
}
