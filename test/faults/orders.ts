import type { Activation } from '../../src/shared/domain/activation.ts'
import type { JobSummary } from '../../src/shared/domain/job.ts'

/** Where a desk kills itself: at a point that it told of, when it comes there for the nth time in this life; the first is 1. */
export interface Strike {
  readonly point: string
  readonly nth: number
}

/** The platform that a new data folder is connected to. */
export interface DeskPlatform {
  readonly url: string
  readonly authToken: string
  readonly crmService: string
  readonly cmsService: string
}

/** How the connection is settled; seconds. */
export interface DeskTimes {
  readonly longestProcessingSeconds: number
  readonly timeoutSeconds: number
  readonly concurrency: number
}

/** What a desk is told, a line each. `open` comes first. */
export type Order =
  | {
      readonly order: 'open'
      readonly passphrase: string
      /** Makes the data folder new: connects it. */
      readonly connect?: DeskPlatform & DeskTimes
      readonly strike?: Strike
    }
  | { readonly order: 'save'; readonly draftId: string; readonly intent: Activation }
  | { readonly order: 'list' | 'end' | 'pause' | 'resume' }

/** What a desk tells, a line each. `saved` is what the app said to the technician. */
export type Told =
  | { readonly told: 'ready' }
  | { readonly told: 'saved'; readonly draftId: string; readonly id: string }
  | { readonly told: 'not-saved'; readonly draftId: string; readonly code: string }
  | { readonly told: 'unfinished'; readonly count: number }
  | { readonly told: 'jobs'; readonly jobs: readonly JobSummary[] }
  /** Once a life for each point at which it could be told to strike. */
  | { readonly told: 'passed'; readonly point: string }
  | { readonly told: 'paused' | 'resumed' }
