import type { LabelKnowledge } from '../../../../../shared/domain/label/label.ts'
import { sortLabel, type SortedLabel } from '../../../../../shared/domain/label/sort-label.ts'
import type { ReadCode } from './read-code.ts'

interface Sighting {
  readonly code: ReadCode
  readonly frames: number
}

/** What the frames of one label have shown so far. */
export interface Gathering {
  readonly sightings: readonly Sighting[]
  readonly label: SortedLabel
  /** When the box was first known; `at` of the frame. */
  readonly knownSince: number | undefined
}

/** Milliseconds in which the other codes of the label may come; longer while the MAC address may still be among them. */
const patience = { mac: 300, serial: 1000 } as const

export const nothingGathered: Gathering = {
  sightings: [],
  label: { parts: [], identifier: undefined, model: '' },
  knownSince: undefined,
}

/** Adds one frame's codes. What has no check digit counts once a second frame shows the same. `at` in milliseconds. */
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
  const believed = sightings.filter(({ code, frames }) => code.sure || frames > 1).map(({ code }) => code)
  const label = sortLabel(withoutFragments(believed), knowledge)
  const knownSince = gathering.knownSince ?? (label.identifier === undefined ? undefined : at)
  return { sightings, label, knownSince }
}

/** A beam that leaves a code without a check digit at its side reads less of it, and cannot tell: the whole one counts. */
export function withoutFragments(codes: readonly ReadCode[]): readonly ReadCode[] {
  return codes.filter(
    (code) =>
      code.sure ||
      !codes.some((other) => other.aim === code.aim && other.text !== code.text && other.text.includes(code.text)),
  )
}

/** Whether the label is as complete as it will be: there is a box, and the other codes had their time. */
export function isGathered({ label: { identifier }, knownSince }: Gathering, at: number): boolean {
  return identifier !== undefined && knownSince !== undefined && at - knownSince >= patience[identifier.kind]
}

const isSame = (one: ReadCode, other: ReadCode): boolean => one.text === other.text && one.aim === other.aim
