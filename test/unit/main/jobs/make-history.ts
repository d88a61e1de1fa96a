import type { Choice, Entry, Finding, History, VerdictResult } from '../../../../src/main/jobs/ledger/history.ts'

/** A happening, before it is numbered. */
export type Happening = Entry extends infer One ? (One extends Entry ? Omit<One, 'sequence'> : never) : never

/** An attempt set out, at so many milliseconds of the process. */
export const attempt = (at: number): Happening => ({ type: 'attempt', at })
/** It ended so. */
export const verdict = (result: VerdictResult, at: number): Happening => ({ type: 'verdict', result, at })
/** The platform was read. */
export const reading = (result: Finding, at: number): Happening => ({ type: 'reading', result, at })
/** A person chose. */
export const choice = (result: Choice, at = 0): Happening => ({ type: 'choice', result, at })

/** A history in this order, numbered from 1. */
export const makeHistory = (...happenings: readonly Happening[]): History =>
  happenings.map((happening, index) => ({ ...happening, sequence: index + 1 }))
