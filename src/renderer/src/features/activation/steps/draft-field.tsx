import type { ReactNode } from 'react'
import { useController } from 'react-hook-form'
import { sayRule } from '../../../ui/say-rule.ts'
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx'
import { useDraftForm } from '../draft/draft-form.ts'
import type { DraftPath } from '../draft/read-draft.ts'

export interface DraftFieldProps extends Pick<
  TextFieldProps,
  'placeholder' | 'figures' | 'mark' | 'optional' | 'hint' | 'inputMode' | 'type' | 'isReadOnly'
> {
  readonly name: DraftPath
  readonly label: string
  /** Another field whose problem is shown here, because it is not on screen. */
  readonly alsoFor?: DraftPath
  /** The field may stay empty: Enter skips it. */
  readonly canStayEmpty?: boolean
  /** Shown below the field, such as a suggestion button. */
  readonly children?: ReactNode
  /** Corrects the value when the focus leaves the field; returns the same value if there is nothing to correct. */
  readonly onLeave?: (value: string) => string
}

/** A text field of the draft, with the message for its problem. */
export function DraftField({
  name,
  alsoFor,
  label,
  children,
  onLeave,
  canStayEmpty = false,
  ...rest
}: DraftFieldProps) {
  const { control } = useDraftForm()
  const { field, fieldState, formState } = useController({ name, control })
  const problem =
    fieldState.error ?? (alsoFor === undefined ? undefined : control.getFieldState(alsoFor, formState).error)
  // A part of the draft that is not asked for may be absent.
  const typed = field.value ?? ''
  const leave = (): void => {
    const mended = onLeave?.(typed)
    if (mended !== undefined && mended !== typed) field.onChange(mended)
    // Leaving an empty field is not an error yet.
    if ((mended ?? typed).trim() !== '') field.onBlur()
  }
  return (
    <div
      className="grid min-w-0 content-start gap-1.5"
      {...(canStayEmpty || rest.optional !== undefined || rest.mark !== undefined ? { 'data-optional': '' } : {})}
    >
      <TextField
        {...rest}
        name={name}
        label={label}
        value={typed}
        onChange={field.onChange}
        onBlur={leave}
        inputRef={field.ref}
        autoComplete="off"
        error={sayRule(problem?.type)}
      />
      {children}
    </div>
  )
}
