import { createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { directionOf } from '../../../../../shared/domain/language.ts'
import { shownLanguage, shownSpeech, speechIn, type Speech } from '../../../locale.ts'
import { useSnapshot } from '../../../state/services.tsx'

const Spoken = createContext<Speech | undefined>(undefined)

/** The words of a handout, and how they run. The customer's language may differ from the technician's. */
export function useHandoutSpeech() {
  const speech = useContext(Spoken) ?? shownSpeech()
  return { ...speech, direction: directionOf(speech.language) }
}

/** Says what is inside in the language of handouts. Renders nothing until its words are loaded. */
export function InHandoutLanguage({ children }: { readonly children: ReactNode }) {
  const chosen = useSnapshot(({ preferences }) => preferences.handoutLanguage)
  const [speech, setSpeech] = useState<Speech>()
  const wanted = chosen === 'screen' || chosen === shownLanguage() ? undefined : chosen
  useEffect(() => {
    if (wanted === undefined) return
    let isWanted = true
    void speechIn(wanted).then((loaded) => (isWanted ? setSpeech(loaded) : undefined))
    return () => {
      isWanted = false
    }
  }, [wanted])
  if (wanted === undefined) return children
  return speech?.language === wanted ? <Spoken value={speech}>{children}</Spoken> : undefined
}
