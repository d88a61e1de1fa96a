import { useEffect } from 'react'
import { useWatch, type DefaultValues, type FieldValues, type UseFormReturn } from 'react-hook-form'
import { useDesk } from './desk.tsx'

/**
 * Keeps what is typed into a form while its screen is away, and brings it back as not saved yet. `without` takes out what
 * must not be kept, such as a token. Returns the function that forgets it, for when it is saved.
 */
export function useKeptForm<Values extends FieldValues>(
  key: string,
  { control, reset, formState: { isDirty } }: Pick<UseFormReturn<Values>, 'control' | 'reset' | 'formState'>,
  without?: Partial<Values>,
): () => void {
  const { kept } = useDesk().view
  const values = useWatch({ control })
  useEffect(() => {
    const before = kept.get(key)
    // The key stands for the shape: one form, one key.
    if (before !== undefined) reset(before as DefaultValues<Values>, { keepDefaultValues: true })
  }, [kept, key, reset])
  useEffect(() => {
    if (isDirty) kept.set(key, Object.assign({}, values, without))
    else kept.delete(key)
  }, [kept, key, isDirty, values, without])
  return () => {
    kept.delete(key)
  }
}
