import { useEffect, useState } from 'react'
import { mobileSchema } from '../../../../../shared/domain/mobile.ts'

/** A number in international form for what was typed, once it is known; the tables of numbers are loaded only then. */
export function useMobileProposal(typed: string, country: string): string | undefined {
  const [found, setFound] = useState<{ readonly typed: string; readonly proposal: string | undefined }>()
  const isWanted = typed.trim().length >= 6 && !mobileSchema.safeParse(typed).success
  useEffect(() => {
    if (!isWanted) return
    let isCurrent = true
    const propose = async (): Promise<void> => {
      const { proposeMobile } = await import('../../../../../shared/domain/propose-mobile.ts')
      if (isCurrent) setFound({ typed, proposal: proposeMobile(typed, country) })
    }
    void propose()
    return () => {
      isCurrent = false
    }
  }, [typed, country, isWanted])
  return isWanted && found?.typed === typed ? found.proposal : undefined
}

/** A number that is international already loses the spaces and dashes that make it readable. */
export function withoutSeparators(typed: string): string {
  const text = typed.trim()
  const digits = text.replace(/[\s./()-]/g, '')
  return text.startsWith('+') && mobileSchema.safeParse(digits).success && !text.includes('(0)') ? digits : typed
}
