import type { ComponentProps } from 'react'

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  readonly onSubmit: () => unknown
}

/** A form whose submit button, or Enter in a field, calls `onSubmit`. The fields themselves show what is wrong. */
export function Form({ onSubmit, ...rest }: FormProps) {
  return (
    <form
      noValidate
      {...rest}
      onSubmit={(event) => {
        event.preventDefault()
        // React events bubble from a dialog to the form that opened it, which must not be submitted.
        event.stopPropagation()
        onSubmit()
      }}
    />
  )
}
