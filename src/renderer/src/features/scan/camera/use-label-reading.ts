import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { LabelKnowledge } from '../../../../../shared/domain/label/label.ts'
import { type SortedLabel, sortLabel } from '../../../../../shared/domain/label/sort-label.ts'
import type { CodeReply, CodeRequest } from './code-worker.ts'
import { isSame, type ReadCode, withoutFragments } from './read-code.ts'

/** The result of reading a picture. `broken`: the reader does not work on this computer. */
export type CodeReading =
  | { readonly ok: true; readonly codes: readonly ReadCode[] }
  | { readonly ok: false; readonly problem: 'not-a-picture' | 'broken' }

/** What the camera frames of one label have shown so far. */
interface Gathering {
  /** Each code, and how many frames have shown it. */
  readonly sightings: readonly { readonly code: ReadCode; readonly frames: number }[]
  /** The codes that count. A code without a check digit counts only after two frames have shown it. */
  readonly codes: readonly ReadCode[]
  readonly label: SortedLabel
  /** The time of the first frame in which the box was known, in milliseconds. */
  readonly knownSince: number | undefined
}

/** Milliseconds to wait for other codes once a box is known. The wait after a serial number is longer: a MAC address may follow. */
const patience = { mac: 300, serial: 1000 } as const

export const nothingGathered: Gathering = {
  sightings: [],
  codes: [],
  label: { parts: [], identifier: undefined, model: '' },
  knownSince: undefined,
}

/** The size limit of a picture, in bytes. No camera photo is as large, and a browser can still open a picture of this size. */
const largestPicture = 50_000_000

export type PictureStatus = 'reading' | 'no-code' | 'not-a-picture' | 'too-large' | 'broken'

export function useLabelReading(knowledge: LabelKnowledge) {
  const [client] = useState(() => createCodeClient())
  const [gathering, setGathering] = useState(nothingGathered)
  /** The codes of the label. Undefined until they are read. */
  const [codes, setCodes] = useState<readonly ReadCode[]>()
  // Sorts the codes again when the knowledge changes, because a role that the technician changed may be saved only after the next picture
  // was read.
  const label = useMemo(() => codes && sortLabel(codes, knowledge), [codes, knowledge])
  const [picture, setPicture] = useState<PictureStatus>()
  useEffect(() => client.end, [client])
  return {
    client,
    soFar: gathering.label,
    label,
    picture,
    takeFrame: (reading: CodeReading, at: number): void => {
      if (!reading.ok) return setPicture('broken')
      const next = gatherCodes(gathering, reading.codes, at, knowledge)
      setGathering(next)
      if (isGathered(next, at)) setCodes(next.codes)
    },
    takePicture: async (file: File): Promise<void> => {
      if (file.size > largestPicture) return setPicture('too-large')
      setPicture('reading')
      const reading = await client.read(file)
      if (!reading.ok) setPicture(reading.problem)
      else if (reading.codes.length === 0) setPicture('no-code')
      else {
        setPicture(undefined)
        setCodes(reading.codes)
      }
    },
    again: (): void => {
      setGathering(nothingGathered)
      setCodes(undefined)
      setPicture(undefined)
    },
  }
}

/** Adds the codes of one frame. `at` is the time of the frame in milliseconds. */
export function gatherCodes(
  gathering: Gathering,
  codes: readonly ReadCode[],
  at: number,
  knowledge: LabelKnowledge,
): Gathering {
  const fresh = codes.filter((code, index) => codes.findIndex((other) => isSame(other, code)) === index)
  if (fresh.length === 0) return gathering
  const isFresh = (code: ReadCode): boolean => fresh.some((other) => isSame(other, code))
  const sightings = [
    ...gathering.sightings.map(({ code, frames }) => ({ code, frames: frames + (isFresh(code) ? 1 : 0) })),
    ...fresh
      .filter((code) => !gathering.sightings.some((sighting) => isSame(sighting.code, code)))
      .map((code) => ({ code, frames: 1 })),
  ]
  const believed = withoutFragments(
    sightings.filter(({ code, frames }) => code.sure || frames > 1).map(({ code }) => code),
  )
  const label = sortLabel(believed, knowledge)
  const knownSince = gathering.knownSince ?? (label.identifier === undefined ? undefined : at)
  return { sightings, codes: believed, label, knownSince }
}

/** Whether the label is complete: a box is known, and the wait for other codes is over. */
export function isGathered({ label: { identifier }, knownSince }: Gathering, at: number): boolean {
  return identifier !== undefined && knownSince !== undefined && at - knownSince >= patience[identifier.kind]
}

export type CodeWorker = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>

const startCodeWorker = (): CodeWorker => new Worker(new URL('./code-worker.ts', import.meta.url), { type: 'module' })

export type CodeClient = ReturnType<typeof createCodeClient>

/** Reads pictures in a worker, so that the reading does not block the screen. The worker starts with the first picture. */
export function createCodeClient(start: () => CodeWorker = startCodeWorker) {
  const waiting = new Map<number, (reading: CodeReading) => void>()
  let worker: CodeWorker | undefined
  let last = 0
  /** Ends the worker. The next picture starts a new worker. */
  const end = (): void => {
    worker?.terminate()
    worker = undefined
    for (const resolve of waiting.values()) resolve({ ok: false, problem: 'broken' })
    waiting.clear()
  }
  const begin = (): CodeWorker => {
    const begun = start()
    begun.addEventListener('message', ({ data }: MessageEvent<CodeReply>) => {
      waiting.get(data.id)?.('codes' in data ? { ok: true, codes: data.codes } : { ok: false, problem: data.problem })
      waiting.delete(data.id)
    })
    begun.addEventListener('error', end)
    return begun
  }
  return {
    /** Reads an image. A camera frame is transferred to the worker, so the caller cannot use it afterwards. */
    read: (image: ImageBitmap | Blob): Promise<CodeReading> =>
      new Promise((resolve) => {
        worker ??= begin()
        last += 1
        waiting.set(last, resolve)
        worker.postMessage({ id: last, image } satisfies CodeRequest, image instanceof Blob ? [] : [image])
      }),
    end,
  }
}

type CameraProblem = 'none' | 'denied' | 'busy'

type CameraState =
  | { readonly kind: 'opening' }
  | { readonly kind: 'failed'; readonly problem: CameraProblem }
  | OpenCamera

export interface OpenCamera {
  readonly kind: 'open'
  readonly stream: MediaStream
  readonly cameraId: string
  /** The available cameras. A name is empty if the browser hides the name. */
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
        stop()
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

export function cameraProblemOf(error: unknown): CameraProblem {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'none'
}
