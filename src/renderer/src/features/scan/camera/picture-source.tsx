import { ImageUp } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'

/** The status of a picture that was given. */
export type PictureStanding = 'reading' | 'no-code' | 'not-a-picture' | 'too-large' | 'broken'

interface PictureSourceProps {
  readonly standing: PictureStanding | undefined
  readonly onPicture: (picture: File) => void
}

/** Takes a picture of the label instead of the camera: chosen as a file, or pasted anywhere on the page. */
export function PictureSource({ standing, onPicture }: PictureSourceProps) {
  const { t } = useTranslation()
  const take = useEffectEvent(onPicture)
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const picture = Array.from(event.clipboardData?.files ?? []).find(({ type }) => type.startsWith('image/'))
      if (picture === undefined) return
      event.preventDefault()
      take(picture)
    }
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('paste', paste)
    }
  }, [])
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <FileTrigger
          acceptedFileTypes={['image/*']}
          onSelect={(files) => {
            const picture = files?.[0]
            if (picture !== undefined) onPicture(picture)
          }}
        >
          <Button isDisabled={standing === 'reading'}>
            <ImageUp aria-hidden size="1rem" />
            {t('camera.file.choose')}
          </Button>
        </FileTrigger>
        <p className="text-small text-soft">{t('camera.file.how')}</p>
      </div>
      {standing === undefined ? undefined : (
        <Notice tone={standing === 'reading' ? 'info' : 'warning'}>{t(`camera.file.${standing}`)}</Notice>
      )}
    </div>
  )
}
