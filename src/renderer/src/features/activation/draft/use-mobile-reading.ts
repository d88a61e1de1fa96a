import { useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Draft } from '../../../../../shared/domain/activation.ts'
import { mobileSchema } from '../../../../../shared/domain/customer/customer.ts'
import { sayCountry } from '../../../ui/format-names.ts'

/** A local number as it was typed, and the international one that took its place. */
export interface MobileReading {
  readonly typed: string
  readonly read: string
  /** The country's name in the language of the screen. */
  readonly country: string
}

/** The tables of numbers are loaded only where a number is typed. */
const loadTables = () => import('../../../../../shared/domain/customer/propose-mobile.ts')

/** Reads local mobile numbers of a form by the connection's country (two letters; may be empty). */
export function useMobileReading(form: UseFormReturn<Draft>, country: string) {
  const [reading, setReading] = useState<MobileReading>()
  /** The technician wants this text as it is. */
  const insisted = useRef<string>(undefined)
  const put = (text: string): void =>
    form.setValue('customer.mobile', text, { shouldDirty: true, shouldValidate: true })
  return {
    reading,
    prepare: () => void loadTables(),
    /** Replaces a local number by the international one, if it can be read for certain. */
    read: async (): Promise<void> => {
      const typed = form.getValues('customer.mobile')
      if (typed.trim() === '' || typed === insisted.current || mobileSchema.safeParse(typed).success) return
      const { readMobile } = await loadTables()
      const found = readMobile(typed, country)
      if (found === undefined || form.getValues('customer.mobile') !== typed) return
      put(found.mobile)
      setReading({ typed, read: found.mobile, country: sayCountry(found.country) })
    },
    undo: () => {
      if (reading === undefined) return
      insisted.current = reading.typed
      put(reading.typed)
      setReading(undefined)
    },
  }
}

/** Removes spaces and dashes from a number that is already international; any other text is returned unchanged. */
export function withoutSeparators(typed: string): string {
  const text = typed.trim()
  const digits = text.replace(/[\s./()-]/g, '')
  return text.startsWith('+') && mobileSchema.safeParse(digits).success && !text.includes('(0)') ? digits : typed
}
