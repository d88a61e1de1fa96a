import { createHash } from 'node:crypto'
import { updateRings, type Update, type UpdateRefusal, type UpdateRing } from '../../shared/domain/update.ts'
import type { UpdateList } from './signed-list.ts'

/** What the list of versions means for this computer. `later`: the rollout of the version has not reached this computer yet. */
export type Offer =
  | { readonly is: 'current' }
  | { readonly is: 'later'; readonly version: string }
  | { readonly is: 'refused'; readonly refusal: UpdateRefusal; readonly version: string }
  | { readonly is: 'update'; readonly update: Update }

interface Computer {
  readonly version: string
  /** The names of the systems whose program files run on this computer, best first. */
  readonly systems: readonly string[]
  readonly ring: UpdateRing
  /** A random id. Undefined until the first work is saved. A computer without an id gets a version last in its ring. */
  readonly installation: string | undefined
  /** A version that failed on this computer. */
  readonly failed?: { readonly version: string; readonly refusal: UpdateRefusal } | undefined
}

/** Decides whether a trusted list brings this computer a version now. */
export function decideOffer(
  { version, notes, expires, files, ring, percentage }: UpdateList,
  computer: Computer,
): Offer {
  const order = compareVersions(version, computer.version)
  if (order === 0) return { is: 'current' }
  if (order < 0) return { is: 'refused', refusal: 'older-version', version }
  if (computer.failed?.version === version) return { is: 'refused', refusal: computer.failed.refusal, version }
  // A computer on which a version failed may be unable to work, so it gets the next version first.
  const share = computer.failed === undefined ? rolloutPlace(computer.installation, version) : 0
  const [last, own] = [updateRings.indexOf(ring), updateRings.indexOf(computer.ring)]
  if (own > last || (own === last && share >= percentage)) return { is: 'later', version }
  const file = computer.systems.map((system) => files.find((one) => one.system === system)).find(Boolean)
  if (file === undefined) return { is: 'refused', refusal: 'no-file', version }
  return { is: 'update', update: { version, notes, expires, file } }
}

/** Negative if `one` is older than `other`. Compares only the three numbers. */
function compareVersions(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)]
  return left.map((number, index) => number - (right[index] ?? 0)).find((difference) => difference !== 0) ?? 0
}

const numbersOf = (version: string): readonly number[] => {
  const [, ...numbers] = /^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? ['', '0', '0', '0']
  return numbers.map(Number)
}

/**
 * The place of a computer in the rollout of a version, from 0 to 99. The computer gets the version once the list's percentage is higher
 * than its place. The place depends on the version, so that the first computers are not always the same.
 */
export function rolloutPlace(installation: string | undefined, version: string): number {
  if (installation === undefined || installation === '') return 99
  return createHash('sha256').update(`${installation} ${version}`).digest().readUInt32BE(0) % 100
}
