import { ImageUp } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LabelPart } from '../../../../../shared/domain/label/label.ts'
import { t } from '../../../locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileButton } from '../../../ui/form.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/choices.tsx'
import { DeviceLabel } from '../../ticket/device-label.tsx'
import { boxOfParts, type BoxText, namesBox, readBox } from '../box-text.ts'
import { LabelParts } from '../label-parts.tsx'
import { useLabelKnowledge } from '../use-labels.ts'
import {
  type CodeClient,
  type CodeReading,
  type OpenCamera,
  type PictureStatus,
  setTorch,
  useCamera,
  useLabelReading,
} from './use-label-reading.ts'

/** Milliseconds between two camera frames that are read. This pause leaves time for other work on a slow computer. */
const rest = 40

interface CameraDialogProps {
  readonly onBox: (box: BoxText) => void
  /** Called if the dialog is closed without a box. The focus then moves to the box field. */
  readonly onClose: () => void
  /** Called if the camera is disconnected during use. */
  readonly onGone: () => void
}

export function CameraDialog({ onBox, onClose, onGone }: CameraDialogProps) {
  const reading = useLabelReading(useLabelKnowledge())
  const { label, again } = reading
  const camera = useCamera(label === undefined, onGone)
  /** The label after the technician changed the role of a code. Undefined if no role was changed. */
  const [corrected, setCorrected] = useState<BoxText>()
  const read = corrected ?? (label && boxOfParts(label.parts, label.model, label.parts[0]?.text ?? ''))
  const box = read !== undefined && namesBox(read) ? read : undefined
  return (
    <Dialog
      size="large"
      title={t('camera.title')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('camera.instead')}</Button>
          {label === undefined ? undefined : (
            <Button
              onPress={() => {
                setCorrected(undefined)
                again()
              }}
            >
              {t('camera.read.again')}
            </Button>
          )}
          {box === undefined ? undefined : (
            <Button
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- Enter accepts the label that was read, as after a scan
              autoFocus
              variant="primary"
              size="large"
              onPress={() => onBox(box)}
            >
              {t('camera.read.use')}
            </Button>
          )}
        </>
      }
    >
      {read === undefined ? (
        <div className="grid gap-4">
          <CameraView camera={camera} reading={reading} />
          {reading.soFar.parts.length === 0 ? undefined : (
            <section aria-live="polite" className="grid gap-2">
              <h3 className="text-small text-soft">{t('camera.read.soFar')}</h3>
              <CodesRead parts={reading.soFar.parts} />
            </section>
          )}
          <PictureSource status={reading.picture} onPicture={(picture) => void reading.takePicture(picture)} />
        </div>
      ) : (
        <section aria-live="polite" className="@container grid gap-3">
          <h3 className="font-semibold">{t('camera.read.title')}</h3>
          <BoxRead box={box} />
          {/* A single code that cannot be a box has no roles to choose from, so the code is only shown. */}
          {readBox(read).ok || label?.parts.length !== 1 ? (
            <LabelParts box={read} onChange={setCorrected} />
          ) : (
            <CodesRead parts={label.parts} />
          )}
        </section>
      )}
    </Dialog>
  )
}

function BoxRead({ box }: { readonly box: BoxText | undefined }) {
  const reading = box && readBox(box)
  if (box === undefined || reading?.ok !== true) return <Notice tone="warning">{t('camera.read.noBox')}</Notice>
  return <DeviceLabel deviceLabel={{ identifier: reading.identifier, model: box.model ?? '', raw: box.raw }} />
}

interface CameraViewProps {
  readonly camera: ReturnType<typeof useCamera>
  readonly reading: ReturnType<typeof useLabelReading>
}

function CameraView({ camera, reading }: CameraViewProps) {
  const { state } = camera
  if (state.kind === 'failed')
    return (
      <Notice
        tone="warning"
        title={t(`camera.problems.${state.problem}.title`)}
        actions={
          <Button size="small" onPress={camera.tryAgain}>
            {t('ui.tryAgain')}
          </Button>
        }
      >
        {t(`camera.problems.${state.problem}.says`)}
      </Notice>
    )
  if (state.kind === 'opening')
    return (
      <output className="grid min-h-[42vh] place-items-center rounded-normal bg-sunken text-soft">
        {t('camera.opening')}
      </output>
    )
  return <LiveView key={state.stream.id} camera={state} onChoose={camera.choose} reading={reading} />
}

function CodesRead({ parts }: { readonly parts: readonly LabelPart[] }) {
  return (
    <ul className="grid divide-y divide-line rounded-normal border border-line bg-surface">
      {parts.map(({ role, code, text }) => (
        <li
          key={`${role} ${String(code)} ${text}`}
          className="flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3 py-2"
        >
          <span className="text-small text-soft">{t(`scan.roles.${role}`)}</span>
          <span translate="no" className="font-figures font-semibold [overflow-wrap:anywhere]">
            {text}
          </span>
        </li>
      ))}
    </ul>
  )
}

interface LiveViewProps {
  readonly camera: OpenCamera
  readonly onChoose: (cameraId: string) => void
  readonly reading: CameraViewProps['reading']
}

function LiveView({ camera, onChoose, reading: { client, takeFrame } }: LiveViewProps) {
  const video = useRef<HTMLVideoElement>(null)
  const { stream } = camera
  const tell = useEffectEvent(takeFrame)
  useEffect(() => {
    if (video.current === null) return undefined
    return readFrames(video.current, stream, client, (reading, at) => tell(reading, at))
  }, [stream, client])
  const margins = `${String(aimMargins.y * 100)}% ${String(aimMargins.x * 100)}%`
  return (
    <div className="grid gap-3">
      <div className="relative mx-auto w-fit overflow-hidden rounded-normal bg-sunken">
        <video
          ref={video}
          muted
          playsInline
          aria-label={t('camera.picture')}
          className="block max-h-[42vh] min-h-24 max-w-full"
        />
        <div
          aria-hidden
          className="absolute rounded-normal border-2 border-accent shadow-[0_0_0_100vmax_var(--scrim)]"
          style={{ inset: margins }}
        />
      </div>
      <p className="text-center text-soft">{t('camera.aim')}</p>
      <div className="flex flex-wrap items-end justify-between gap-3 empty:hidden">
        {camera.cameras.length > 1 ? (
          <div className="min-w-60">
            <Select
              label={t('camera.which')}
              choices={camera.cameras.map(({ id, name }, index) => ({
                id,
                name: name === '' ? t('camera.unnamed', { number: index + 1 }) : name,
              }))}
              value={camera.cameraId}
              onChange={onChoose}
            />
          </div>
        ) : undefined}
        {camera.hasTorch ? <Torch key={camera.cameraId} stream={stream} /> : undefined}
      </div>
    </div>
  )
}

function Torch({ stream }: { readonly stream: MediaStream }) {
  const [isLit, setLit] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const light = async (lit: boolean): Promise<void> => {
    const isDone = await setTorch(stream, lit)
    setRefused(!isDone)
    if (isDone) setLit(lit)
  }
  return (
    <div>
      <Switch isSelected={isLit} onChange={(lit) => void light(lit)}>
        {t('camera.torch')}
      </Switch>
      {isRefused ? <output>{t('camera.torchRefused')}</output> : undefined}
    </div>
  )
}

/**
 * Shows the camera picture in `video` and reads one frame after another. `at` is `performance.now()`. Returns a function that
 * stops reading.
 */
function readFrames(
  video: HTMLVideoElement,
  stream: MediaStream,
  client: CodeClient,
  tell: (reading: CodeReading, at: number) => void,
): () => void {
  const ending = new AbortController()
  const run = async (): Promise<void> => {
    video.srcObject = stream
    await video.play().catch(() => undefined)
    while (!ending.signal.aborted) {
      const frame = document.hidden ? undefined : await grab(video)
      const reading = frame === undefined ? undefined : await client.read(frame)
      if (ending.signal.aborted) return
      if (reading !== undefined) tell(reading, performance.now())
      // Stops, because a broken reader cannot read the next frame either.
      if (reading?.ok === false) return
      await new Promise((resolve) => setTimeout(resolve, rest))
    }
  }
  void run()
  return () => {
    ending.abort()
    video.srcObject = null
  }
}

/** Returns the part of the picture inside the aiming frame. Undefined before the camera has sent a picture. */
async function grab(video: HTMLVideoElement): Promise<ImageBitmap | undefined> {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined
  const { x, y, width, height } = aimRegion(video.videoWidth, video.videoHeight)
  return await createImageBitmap(video, x, y, width, height).catch(() => undefined)
}

/** The user chooses a file or pastes a picture anywhere on the page. */
function PictureSource(props: {
  readonly status: PictureStatus | undefined
  readonly onPicture: (picture: File) => void
}) {
  const { status, onPicture } = props
  const take = useEffectEvent(onPicture)
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const picture = Array.from(event.clipboardData?.files ?? []).find(({ type }) => type.startsWith('image/'))
      if (picture === undefined) return
      event.preventDefault()
      take(picture)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <FileButton types={['image/*']} isDisabled={status === 'reading'} onFile={onPicture}>
          <ImageUp aria-hidden size="1rem" />
          {t('camera.file.choose')}
        </FileButton>
        <p className="text-small text-soft">{t('camera.file.how')}</p>
      </div>
      {status === undefined ? undefined : (
        <Notice tone={status === 'reading' ? 'info' : 'warning'}>{t(`camera.file.${status}`)}</Notice>
      )}
    </div>
  )
}

/** The margins of the picture that are not read, as shares of its width and height. The rest is the frame to aim with. */
const aimMargins = { x: 0.08, y: 0.16 } as const

/** Returns the part of a camera frame that is read, in pixels of the frame. */
export function aimRegion(width: number, height: number) {
  const x = Math.round(width * aimMargins.x)
  const y = Math.round(height * aimMargins.y)
  return { x, y, width: Math.max(1, width - 2 * x), height: Math.max(1, height - 2 * y) }
}
