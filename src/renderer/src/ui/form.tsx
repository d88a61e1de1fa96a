import { type ComponentProps, useId } from 'react'
import { type Control, type FieldPath, type FieldValues, useController, type UseFormReturn } from 'react-hook-form'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button, type ButtonProps } from './button.tsx'
import { RadioGroup, type RadioGroupProps, Switch } from './choices.tsx'
import { Select, type SelectProps } from './select.tsx'
import { sayRule, TextField, type TextFieldProps } from './text-field.tsx'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly onSubmit: () => unknown
}

/** A form. The submit button and Enter in a field call `onSubmit`. The fields themselves show what is wrong. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      noValidate
      {...rest}
      onSubmit={(event) => {
        event.preventDefault()
        // In React, this event of a form in a dialog also reaches the form that opened the dialog. The form outside the dialog must not be
        // submitted.
        event.stopPropagation()
        onSubmit()
      }}
    />
  )
}

interface FileButtonProps extends Omit<ButtonProps, 'onPress'> {
  /** MIME types and endings of the files to choose from. */
  readonly types?: string[]
  readonly onFile: (file: File) => void
}

/** A button that lets the user choose a file. */
export function FileButton({ types, onFile, ...button }: FileButtonProps) {
  return (
    <FileTrigger
      {...(types && { acceptedFileTypes: types })}
      onSelect={(files) => {
        const file = files?.[0]
        const isInert = button.isDisabled === true || button.isBusy === true
        if (file !== undefined && !isInert) onFile(file)
      }}
    >
      <Button {...button} />
    </FileTrigger>
  )
}

interface Bound<Values extends FieldValues> {
  readonly control: Control<Values>
  readonly name: FieldPath<Values>
}

type FormTextProps<Values extends FieldValues> = Bound<Values> &
  Omit<TextFieldProps, 'value' | 'onChange' | 'name' | 'inputRef'> & {
    /** Called when the focus leaves the field, to correct the value. */
    readonly onLeave?: (() => void) | undefined
  }

export function FormText<Values extends FieldValues>({ control, name, onLeave, ...rest }: FormTextProps<Values>) {
  const { field, fieldState } = useController({ control, name })
  return (
    <TextField
      {...rest}
      name={name}
      inputRef={field.ref}
      value={field.value}
      onChange={field.onChange}
      onBlur={() => {
        field.onBlur()
        onLeave?.()
      }}
      error={rest.error ?? sayRule(fieldState.error?.message)}
    />
  )
}

export function FormSelect<Values extends FieldValues, Id extends string>(
  props: Bound<Values> & Omit<SelectProps<Id>, 'value' | 'onChange'>,
) {
  const { control, name, ...rest } = props
  const { field } = useController({ control, name })
  return <Select<Id> {...rest} value={field.value} onChange={field.onChange} />
}

export function FormRadio<Values extends FieldValues, Id extends string>(
  props: Bound<Values> & Omit<RadioGroupProps<Id>, 'value' | 'onChange'>,
) {
  const { control, name, ...rest } = props
  const { field } = useController({ control, name })
  return <RadioGroup<Id> {...rest} value={field.value} onChange={field.onChange} />
}

export function FormSwitch<Values extends FieldValues>(
  props: Bound<Values> & { readonly label: string; readonly note?: string | undefined },
) {
  const { control, name, label, note } = props
  const { field } = useController({ control, name })
  const id = useId()
  return (
    <div>
      <Switch isSelected={field.value} onChange={field.onChange} aria-describedby={id}>
        {label}
      </Switch>
      <p id={id} className="max-w-2xl text-small text-soft">
        {note}
      </p>
    </div>
  )
}

/** Marks fields of a form as invalid and focuses the first. `problems`: for the path of each field, the code of the broken rule. */
export function showProblems<Values extends FieldValues>(
  { setError }: Pick<UseFormReturn<Values>, 'setError'>,
  problems: Readonly<Record<string, string>>,
): void {
  for (const [index, [path, message]] of Object.entries(problems).entries())
    setError(path as FieldPath<Values>, { message }, { shouldFocus: index === 0 })
}
