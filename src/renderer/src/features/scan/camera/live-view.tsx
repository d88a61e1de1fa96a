import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Select } from '../../../ui/select.tsx'
import { Switch } from '../../../ui/toggle.tsx'
import { aimMargins, aimRegion } from './aim-region.ts'
import type { CodeClient, CodeReading } from './code-client.ts'
import { setTorch, type CameraState } from './use-camera.ts'

/** Milliseconds between two frames, to leave time for other work on a slow computer. */
const rest = 40

export interface LiveViewProps {
  readonly camera: CameraState & { readonly kind: 'open' }
  readonly client: CodeClient
  readonly onChoose: (cameraId: string) => void
  readonly onReading: (reading: CodeReading, at: number) => void
}

/** The camera picture with a frame to hold the label in. */
export function LiveView({ camera, client, onChoose, onReading }: LiveViewProps) {
  const { t } = useTranslation()
  const video = useRef<HTMLVideoElement>(null)
  const { stream } = camera
  const tell = useEffectEvent(onReading)
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
  const { t } = useTranslation()
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
 * Shows the camera picture in the element and reads frame after frame; `at` in milliseconds. Returns a function that
 * stops this.
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
      // A broken reader will not work with the next frame either.
      if (reading?.ok === false) return
      await new Promise((resolve) => {
        setTimeout(resolve, rest)
      })
    }
  }
  void run()
  return () => {
    ending.abort()
    video.srcObject = null
  }
}

/** The part of the picture inside the aiming frame; undefined before the first picture. */
async function grab(video: HTMLVideoElement): Promise<ImageBitmap | undefined> {
  if (video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return undefined
  const { x, y, width, height } = aimRegion(video.videoWidth, video.videoHeight)
  return await createImageBitmap(video, x, y, width, height).catch(() => undefined)
}
