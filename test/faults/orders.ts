import type { Intent } from '../../src/shared/domain/activation.ts'
import type { JobDetail, JobSummary } from '../../src/shared/domain/job.ts'

/** Where the app kills itself: at a point that it reported, at the nth pass in this process; the first is 1. */
export interface Strike {
  readonly point: string
  readonly nth: number
}

/** The platform for a new data folder. */
export interface AppPlatform {
  readonly url: string
  readonly authToken: string
  readonly crmService: string
  readonly cmsService: string
}

/** Time settings of the connection, seconds. */
export interface AppTimes {
  readonly longestProcessingSeconds: number
  readonly timeoutSeconds: number
  readonly concurrency: number
}

/** The orders to the app, one per line. `open` comes first. */
export type Order =
  | {
      readonly order: 'open'
      readonly passphrase: string
      /** Creates the data folder and connects it. */
      readonly connect?: AppPlatform & AppTimes
      readonly strike?: Strike
    }
  | { readonly order: 'save'; readonly draftId: string; readonly intent: Intent }
  | { readonly order: 'join'; readonly hub: string; readonly code: string; readonly name: string }
  | { readonly order: 'read'; readonly id: string }
  | { readonly order: 'list' | 'end' | 'pause' | 'resume' }

/** The reports of the app, one per line. `saved` is what it told the technician. */
export type Told =
  | { readonly told: 'ready' }
  | { readonly told: 'saved'; readonly draftId: string; readonly id: string }
  | { readonly told: 'not-saved'; readonly draftId: string; readonly code: string }
  | { readonly told: 'unfinished'; readonly count: number }
  | { readonly told: 'jobs'; readonly jobs: readonly JobSummary[] }
  | { readonly told: 'job'; readonly job: JobDetail }
  /** Once per process for each point at which a kill can be ordered. */
  | { readonly told: 'passed'; readonly point: string }
  | { readonly told: 'paused' | 'resumed' | 'joined' }
