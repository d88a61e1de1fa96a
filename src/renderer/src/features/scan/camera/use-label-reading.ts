import { useEffect, useState } from 'react'
import type { LabelKnowledge } from '../../../../../shared/domain/label/label.ts'
import { sortLabel, type SortedLabel } from '../../../../../shared/domain/label/sort-label.ts'
import { createCodeClient, type CodeClient, type CodeReading } from './code-client.ts'
import { gatherCodes, isGathered, nothingGathered, withoutFragments } from './gather-codes.ts'
import type { PictureStanding } from './picture-source.tsx'

/** Bytes; larger than any camera's photo, and small enough to be opened. */
const largestPicture = 50_000_000

export interface LabelReading {
  readonly client: CodeClient
  /** What the frames have shown so far. */
  readonly soFar: SortedLabel
  /** The label, once it was read. */
  readonly label: SortedLabel | undefined
  readonly picture: PictureStanding | undefined
  readonly takeFrame: (reading: CodeReading, at: number) => void
  readonly takePicture: (picture: File) => Promise<void>
  readonly again: () => void
}

/** Reads one label, from the camera's frames or from a picture, with one reader for both. */
export function useLabelReading(knowledge: LabelKnowledge): LabelReading {
  const [client] = useState(() => createCodeClient())
  const [gathering, setGathering] = useState(nothingGathered)
  const [label, setLabel] = useState<SortedLabel>()
  const [picture, setPicture] = useState<PictureStanding>()
  useEffect(() => client.end, [client])
  return {
    client,
    soFar: gathering.label,
    label,
    picture,
    takeFrame: (reading, at) => {
      if (!reading.ok) {
        setPicture('broken')
        return
      }
      const next = gatherCodes(gathering, reading.codes, at, knowledge)
      setGathering(next)
      if (isGathered(next, at)) setLabel(next.label)
    },
    takePicture: async (file) => {
      if (file.size > largestPicture) {
        setPicture('too-large')
        return
      }
      setPicture('reading')
      const reading = await client.read(file)
      if (!reading.ok) setPicture(reading.problem)
      else if (reading.codes.length === 0) setPicture('no-code')
      else {
        setPicture(undefined)
        setLabel(sortLabel(withoutFragments(reading.codes), knowledge))
      }
    },
    again: () => {
      setGathering(nothingGathered)
      setLabel(undefined)
      setPicture(undefined)
    },
  }
}
