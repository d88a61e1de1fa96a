import { Camera as CameraIcon } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { BoxText } from '../box-text.ts'

const CameraDialog = lazy(async () => ({ default: (await import('./camera-dialog.tsx')).CameraDialog }))

interface CameraButtonProps {
  /** Called with the box read by the camera or from a picture. */
  readonly onBox: (box: BoxText) => void
}

/** A button beside the box field that reads a label by camera. The reader is loaded on first use. */
export function CameraButton({ onBox }: CameraButtonProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [isGone, setGone] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const backToField = (): void => {
    setOpen(false)
    // Waits until the dialog has returned the focus to its button.
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
