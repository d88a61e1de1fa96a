import type { ReactNode } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Draft } from '../../../../../shared/domain/activation.ts'
import { ComboBox } from '../../../ui/combo-box.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { sayRule } from '../../../ui/say-rule.ts'
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx'
import type { DraftPath } from '../draft/read-draft.ts'

/** The form of the open draft. */
export function useDraftForm() {
  return useFormContext<Draft>()
}

export interface DraftFieldProps extends Pick<
  TextFieldProps,
  'placeholder' | 'figures' | 'mark' | 'optional' | 'hint' | 'inputMode'
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
  const { t } = useTranslation()
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
        error={sayRule(t, problem?.type)}
      />
      {children}
    </div>
  )
}

/**
 * The hostname that tells the box its operator: one of the connection's, or a typed one. It is needed if the work is to
 * bind only a hostname.
 */
export function HostnameField(props: { readonly hostnames: readonly string[]; readonly isNeeded: boolean }) {
  const { hostnames, isNeeded } = props
  const { t } = useTranslation()
  const { control } = useDraftForm()
  const { field, fieldState } = useController({ name: 'hostname', control })
  return (
    <div className="grid gap-2" {...(isNeeded ? {} : { 'data-optional': '' })}>
      <ComboBox
        label={t('activation.hostname.label')}
        optional={isNeeded ? undefined : t('ui.optional')}
        hint={t('activation.hostname.hint')}
        choices={hostnames.map((hostname) => ({ id: hostname, name: hostname }))}
        value={field.value}
        onChange={field.onChange}
        error={sayRule(t, fieldState.error?.type)}
      />
      {!isNeeded && field.value.trim() === '' ? (
        <Notice tone="warning">{t('activation.hostname.none')}</Notice>
      ) : undefined}
    </div>
  )
}
