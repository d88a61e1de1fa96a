import { useEffect, useEffectEvent, useState } from 'react'

/** Why the camera shows no picture. */
type CameraProblem = 'none' | 'denied' | 'busy'

type CameraState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly problem: CameraProblem }
  | OpenCamera

export interface OpenCamera {
  readonly kind: 'open'
  readonly stream: MediaStream
  readonly cameraId: string
  /** The available cameras. A name is empty if the browser hides it. */
  readonly cameras: readonly { readonly id: string; readonly name: string }[]
  readonly hasTorch: boolean
}

/** Opens the camera while `isOn`. Calls `onGone` if the camera is disconnected during use. */
export function useCamera(isOn: boolean, onGone: () => void) {
  const [asked, setAsked] = useState<{ readonly cameraId?: string }>({})
  const [state, setState] = useState<CameraState>({ kind: 'opening' })
  const tellGone = useEffectEvent(onGone)
  useEffect(() => {
    if (!isOn) return undefined
    let stream: MediaStream | undefined
    let isWanted = true
    const stop = (): void => {
      isWanted = false
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const open = async (): Promise<void> => {
      setState({ kind: 'opening' })
      try {
        stream = await navigator.mediaDevices.getUserMedia(wish(asked.cameraId))
        const opened = await describe(stream)
        if (!isWanted) stop()
        else if (opened === undefined) setState({ kind: 'failed', problem: 'none' })
        else {
          opened.track.addEventListener('ended', () => {
            if (isWanted) tellGone()
          })
          setState(opened.state)
        }
      } catch (error) {
        if (isWanted) setState({ kind: 'failed', problem: cameraProblemOf(error) })
      }
    }
    void open()
    return stop
  }, [isOn, asked])
  return {
    state,
    choose: (cameraId: string): void => setAsked({ cameraId }),
    tryAgain: (): void => setAsked({}),
  }
}

/** Turns the torch on or off. Resolves to false if the camera refuses. */
export async function setTorch(stream: MediaStream, torch: boolean): Promise<boolean> {
  // The DOM types do not include the torch.
  const wanted = { torch } as MediaTrackConstraintSet
  try {
    await stream.getVideoTracks()[0]?.applyConstraints({ advanced: [wanted] })
    return true
  } catch {
    return false
  }
}

const wish = (cameraId: string | undefined): MediaStreamConstraints => ({
  audio: false,
  video: {
    width: { ideal: 1920 },
    height: { ideal: 1080 },
    ...(cameraId === undefined ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: cameraId } }),
  },
})

async function describe(stream: MediaStream) {
  const [track] = stream.getVideoTracks()
  if (track === undefined) return undefined
  const devices = await navigator.mediaDevices.enumerateDevices()
  const cameras = devices
    .filter(({ kind }) => kind === 'videoinput')
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }))
  const cameraId = track.getSettings().deviceId ?? cameras[0]?.id ?? ''
  const hasTorch = 'torch' in track.getCapabilities()
  return { track, state: { kind: 'open', stream, cameraId, cameras, hasTorch } satisfies OpenCamera }
}

/** Translates a browser error into a problem that the screen can explain. */
export function cameraProblemOf(error: unknown): CameraProblem {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'none'
}
