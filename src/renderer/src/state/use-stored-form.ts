import { useEffect } from 'react'
import { useWatch, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { useServices } from './services.tsx'

/**
 * Keeps unsaved form values while the screen is closed and restores them as unsaved changes. `without` replaces values
 * that must not be kept, such as a token. Returns a function that forgets the values; call it after a save.
 */
export function useStoredForm<Values extends FieldValues>(
  key: string,
  { control, reset, formState: { isDirty } }: Pick<UseFormReturn<Values>, 'control' | 'reset' | 'formState'>,
  without?: Partial<Values>,
): () => void {
  const { kept } = useServices().view
  const values = useWatch({ control })
  useEffect(() => {
    const before = kept.get(key)
    // The cast is safe: each key belongs to one form, so the values have its shape.
    if (before !== undefined) reset(before as DefaultValues<Values>, { keepDefaultValues: true })
  }, [kept, key, reset])
  useEffect(() => {
    if (isDirty) kept.set(key, Object.assign({}, values, without))
    else kept.delete(key)
  }, [kept, key, isDirty, values, without])
  return () => kept.delete(key)
}
