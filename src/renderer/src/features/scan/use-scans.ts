import { readDeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import { boxOfCodes, namesBox } from './box-of-codes.ts'
import type { CodeHearer } from './scan-desk.ts'
import { useLabelKnowledge } from './use-label-knowledge.ts'
import { useScanner } from './use-scanner.ts'

/** Hears every scan that names a box while the component is there, wherever the focus is: each code by itself, its box taken out. */
export function useScans(hearer: CodeHearer): void {
  const knowledge = useLabelKnowledge()
  useScanner({
    scanned: (code) => {
      const reading = readDeviceIdentifier(code.text)
      const box = boxOfCodes([code], knowledge)
      if (reading.ok) hearer.scanned(code)
      else if (namesBox(box)) hearer.scanned({ ...code, text: box.raw })
      else if (reading.problem !== 'not-understood') hearer.scanned(code)
      else hearer.unread(code.text)
    },
    unread: hearer.unread,
  })
}
