import { useTranslation } from 'react-i18next'
import type { LabelKnowledge } from '../../../../shared/domain/label/label.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { BoxText } from '../scan/box-reading.tsx'
import { Plate } from '../ticket/plate.tsx'
import { boxOfLabel } from './box-of-label.ts'
import { CodesRead } from './codes-read.tsx'
import { LiveView } from './live-view.tsx'
import { PictureSource } from './picture-source.tsx'
import { useCamera, type Camera } from './use-camera.ts'
import { useLabelReading, type LabelReading } from './use-label-reading.ts'

const nothingKnown: LabelKnowledge = { patterns: [], habits: [] }

export interface CameraDialogProps {
  readonly onBox: (box: BoxText) => void
  /** Closed without a box; the scan box is next. */
  readonly onClose: () => void
  /** The camera went away in the middle. */
  readonly onGone: () => void
}

/** Reads the codes of a label by camera or from a picture, shows them, and gives the box among them. */
export function CameraDialog({ onBox, onClose, onGone }: CameraDialogProps) {
  const { t } = useTranslation()
  const reading = useLabelReading(nothingKnown)
  const { label, again } = reading
  const camera = useCamera(label === undefined, onGone)
  const box = label === undefined ? undefined : boxOfLabel(label)
  return (
    <Dialog
      isOpen
      size="large"
      title={t('camera.title')}
      onClose={onClose}
      acts={
        <>
          <Button onPress={onClose}>{t('camera.instead')}</Button>
          {label === undefined ? undefined : <Button onPress={again}>{t('camera.read.again')}</Button>}
          {box === undefined ? undefined : (
            <Button
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the label was read: Enter takes it, as after a scan
              autoFocus
              variant="primary"
              size="large"
              onPress={() => {
                onBox(box)
              }}
            >
              {t('camera.read.use')}
            </Button>
          )}
        </>
      }
    >
      {label === undefined ? (
        <div className="grid gap-4">
          <CameraView camera={camera} reading={reading} />
          {reading.soFar.parts.length === 0 ? undefined : (
            <section aria-live="polite" className="grid gap-2">
              <h3 className="text-small text-soft">{t('camera.read.soFar')}</h3>
              <CodesRead label={reading.soFar} />
            </section>
          )}
          <PictureSource standing={reading.picture} onPicture={(picture) => void reading.takePicture(picture)} />
        </div>
      ) : (
        <section aria-live="polite" className="grid gap-3">
          <h3 className="font-semibold">{t('camera.read.title')}</h3>
          {box === undefined || label.identifier === undefined ? (
            <Notice tone="warning">{t('camera.read.noBox')}</Notice>
          ) : (
            <Plate plate={{ identifier: label.identifier, model: label.model, raw: '' }} />
          )}
          <CodesRead label={label} onTake={onBox} />
        </section>
      )}
    </Dialog>
  )
}

function CameraView({ camera, reading }: { readonly camera: Camera; readonly reading: LabelReading }) {
  const { t } = useTranslation()
  const { state } = camera
  if (state.kind === 'failed')
    return (
      <Notice
        tone="warning"
        title={t(`camera.problems.${state.problem}.title`)}
        acts={
          <Button size="small" onPress={camera.tryAgain}>
            {t('camera.tryAgain')}
          </Button>
        }
      >
        {t(`camera.problems.${state.problem}.says`)}
      </Notice>
    )
  if (state.kind === 'opening')
    return (
      <output className="grid min-h-48 place-items-center rounded-normal bg-sunken text-soft">
        {t('camera.opening')}
      </output>
    )
  return (
    <LiveView
      key={state.stream.id}
      camera={state}
      client={reading.client}
      onChoose={camera.choose}
      onReading={reading.takeFrame}
    />
  )
}
