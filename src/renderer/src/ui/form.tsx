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
        // React events bubble to the form behind a dialog, which must not submit.
        event.stopPropagation()
        onSubmit()
      }}
    />
  )
}
