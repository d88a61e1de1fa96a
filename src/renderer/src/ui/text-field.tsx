import type { Ref } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField'
import { controlLook, FieldLabel, FieldNotes, type FieldWords } from './field-frame.tsx'
import { joinClasses } from './join-classes.ts'

export interface TextFieldProps
  extends FieldWords, Omit<AriaTextFieldProps, 'className' | 'style' | 'children' | 'isInvalid'> {
  readonly placeholder?: string
  /** Uses a monospaced font, for identifiers and user IDs. */
  readonly figures?: boolean
  /** Makes the field 44 px high, for fields that receive scans. */
  readonly large?: boolean
  readonly rows?: number
  readonly inputRef?: Ref<HTMLInputElement>
}

/** A text field: one line, or several if `rows` is given. */
export function TextField({
  label,
  hint,
  error,
  mark,
  optional,
  placeholder = '',
  figures = false,
  large = false,
  rows,
  inputRef,
  ...rest
}: TextFieldProps) {
  const look = joinClasses(
    controlLook,
    figures && 'font-figures tabular-nums',
    large && 'min-h-11',
    mark !== undefined && 'bg-sunken',
  )
  return (
    <AriaTextField
      {...rest}
      validationBehavior="aria"
      isInvalid={error !== undefined}
      className="grid content-start gap-1"
    >
      <FieldLabel label={label} optional={optional} />
      {rows === undefined ? (
        <Input ref={inputRef} placeholder={placeholder} spellCheck={false} className={look} />
      ) : (
        <TextArea rows={rows} placeholder={placeholder} className={look} />
      )}
      <FieldNotes hint={hint} error={error} mark={mark} />
    </AriaTextField>
  )
}
