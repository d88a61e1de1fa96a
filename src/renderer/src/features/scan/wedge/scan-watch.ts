import { createScanDesk, type HearerRank, type Listening, type ScanDesk } from './scan-desk.ts'
import type { ScannerTraits } from './scan-evidence.ts'
import { watchScans } from './watch-scans.ts'

interface Watch {
  readonly desk: ScanDesk
  readonly traits: ScannerTraits
  readonly end: () => void
}

/** One scanner a document, however many screens listen. */
const watches = new WeakMap<Document, Watch>()

/** Listens for scans in a document from now on; returns the function that ends it. */
export function hearScans(document: Document, listening: () => Listening, rank: HearerRank): () => void {
  const desk = watches.get(document)?.desk ?? createScanDesk()
  const end = desk.hear(listening, rank)
  tuneTo(document, desk)
  return () => {
    end()
    tuneTo(document, desk)
  }
}

/** To be called when a hearer listens to another scanner than before. */
export function retune(document: Document): void {
  const desk = watches.get(document)?.desk
  if (desk !== undefined) tuneTo(document, desk)
}

const isSame = (one: ScannerTraits, other: ScannerTraits): boolean => JSON.stringify(one) === JSON.stringify(other)

/** A person has settled what comes of the label that is being scanned: its codes are not told of once more. */
export function forgetLabel(document: Document): void {
  watches.get(document)?.desk.forget()
}

/** Watches for the scanner of the foremost hearer; nothing while nobody listens. */
function tuneTo(document: Document, desk: ScanDesk): void {
  const there = watches.get(document)
  const traits = desk.traits()
  // Beginning to watch anew would lose a code that is half there.
  if (traits !== undefined && there !== undefined && isSame(traits, there.traits)) return
  there?.end()
  if (traits === undefined) {
    desk.forget()
    watches.delete(document)
  } else watches.set(document, { desk, traits, end: watchScans(document, traits, desk) })
}
