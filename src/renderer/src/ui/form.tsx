import type { ComponentProps } from 'react'

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
        // In React, this event of a form in a dialog also reaches the form that opened the dialog. That form must not be submitted.
        event.stopPropagation()
        onSubmit()
      }}
    />
  )
}
