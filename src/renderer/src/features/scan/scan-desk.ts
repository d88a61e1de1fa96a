import type { ScanHearer } from './scan-evidence.ts'

/** A `screen` hears scans before the `frame` around it; of several screens the one that came last. */
export type HearerRank = 'screen' | 'frame'

/** Hands each scan to one hearer. */
export interface ScanDesk extends ScanHearer {
  /** Returns the function that ends the hearing. */
  readonly hear: (hearer: ScanHearer, rank: HearerRank) => () => void
  readonly isHeard: () => boolean
}

/** A desk where nobody listens yet. */
export function createScanDesk(): ScanDesk {
  let hearers: readonly { readonly hearer: ScanHearer; readonly rank: HearerRank }[] = []
  const foremost = (): ScanHearer | undefined =>
    (hearers.findLast(({ rank }) => rank === 'screen') ?? hearers.at(-1))?.hearer
  return {
    hear(hearer, rank) {
      const entry = { hearer, rank }
      hearers = [...hearers, entry]
      return () => {
        hearers = hearers.filter((one) => one !== entry)
      }
    },
    isHeard: () => hearers.length > 0,
    scanned: (scan) => foremost()?.scanned(scan),
    unread: (text) => foremost()?.unread(text),
    typing: () => foremost()?.typing?.(),
  }
}
