import { useEffect, useEffectEvent } from 'react'
import { readDeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import { useSnapshot } from '../../state/desk.tsx'
import { boxOfCodes, namesBox } from './box-of-codes.ts'
import { createScanDesk, type HearerRank, type ScanDesk } from './scan-desk.ts'
import type { ScanHearer } from './scan-evidence.ts'
import { useLabelKnowledge } from './use-label-knowledge.ts'
import { watchScans } from './watch-scans.ts'

interface Watch {
  readonly desk: ScanDesk
  readonly marks: string
  readonly end: () => void
}

/** One scanner a document, however many screens listen. */
const watches = new WeakMap<Document, Watch>()

/** Hears every scan that names a box while the component is there, wherever the focus is: each code by itself, its box taken out. */
export function useScans(hearer: Pick<ScanHearer, 'scanned' | 'unread'>): void {
  const knowledge = useLabelKnowledge()
  useScanner({
    scanned: (scan) => {
      const reading = readDeviceIdentifier(scan.text)
      const box = boxOfCodes([scan], knowledge)
      if (reading.ok) hearer.scanned(scan)
      else if (namesBox(box)) hearer.scanned({ ...scan, text: box.raw })
      else if (reading.problem !== 'not-understood') hearer.scanned(scan)
      else hearer.unread(scan.text)
    },
    unread: hearer.unread,
  })
}

/** Hears whatever a scanner sends. The foremost screen gets it. */
export function useScanner(hearer: ScanHearer, rank: HearerRank = 'screen'): void {
  const prefix = useSnapshot(({ preferences }) => preferences.scannerPrefix)
  const suffix = useSnapshot(({ preferences }) => preferences.scannerSuffix)
  const scanned = useEffectEvent(hearer.scanned)
  const unread = useEffectEvent(hearer.unread)
  const typing = useEffectEvent(() => hearer.typing?.())
  useEffect(() => {
    const desk = watch(document, withoutEndKey(prefix), withoutEndKey(suffix))
    const end = desk.hear(
      {
        scanned: (scan) => scanned(scan),
        unread: (text) => unread(text),
        typing: () => {
          typing()
        },
      },
      rank,
    )
    return () => {
      end()
      if (!desk.isHeard()) unwatch(document)
    }
  }, [prefix, suffix, rank])
}

function watch(document: Document, prefix: string, suffix: string): ScanDesk {
  const marks = JSON.stringify([prefix, suffix])
  const there = watches.get(document)
  if (there?.marks === marks) return there.desk
  there?.end()
  const desk = there?.desk ?? createScanDesk()
  watches.set(document, { desk, marks, end: watchScans(document, { prefix, suffix }, desk) })
  return desk
}

function unwatch(document: Document): void {
  watches.get(document)?.end()
  watches.delete(document)
}

/** Enter and Tab are keys, not characters: a suffix that names them is what a scanner ends with anyway. */
function withoutEndKey(mark: string): string {
  return mark.replace(/[\r\n\t]+/g, '')
}
