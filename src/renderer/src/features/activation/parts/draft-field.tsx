import type { ReactNode } from 'react'
import { useController, useFormContext } from 'react-hook-form'
import type { Draft } from '../../../../../shared/domain/activation.ts'
import { ComboBox } from '../../../ui/combo-box.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { sayRule } from '../../../ui/say-rule.ts'
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx'
import type { DraftPath } from '../draft/read-draft.ts'
import { t } from '../../../locale.ts'

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
  /** The field may stay empty, and its label does not say so. */
  readonly canStayEmpty?: boolean
  /** Shown below the field, such as a suggestion button. */
  readonly children?: ReactNode
  /** Corrects the value when the focus leaves the field; returns the same value if there is nothing to correct. */
  readonly onLeave?: (value: string) => string
  /** Called after that, before the value is checked. */
  readonly onLeft?: () => Promise<void>
  readonly onFocus?: () => void
}

/** A text field of the draft, with the message for its problem. Enter finds it by its `data-path`. */
export function DraftField({
  name,
  alsoFor,
  label,
  children,
  onLeave,
  onLeft,
  canStayEmpty = false,
  ...rest
}: DraftFieldProps) {
  const { control, trigger } = useDraftForm()
  const { field, fieldState, formState } = useController({ name, control })
  const problem =
    fieldState.error ?? (alsoFor === undefined ? undefined : control.getFieldState(alsoFor, formState).error)
  // A part of the draft that is not asked for may be absent.
  const typed = field.value ?? ''
  const change = (text: string): void => {
    field.onChange(text)
    // A marked problem goes as soon as it is mended.
    if (problem !== undefined) void trigger(alsoFor === undefined ? name : [name, alsoFor])
  }
  const leave = async (): Promise<void> => {
    const mended = onLeave?.(typed)
    if (mended !== undefined && mended !== typed) field.onChange(mended)
    await onLeft?.()
    // Leaving an empty field is not an error yet.
    if ((mended ?? typed).trim() !== '') field.onBlur()
  }
  return (
    <div className="grid min-w-0 content-start gap-1.5" data-path={alsoFor === undefined ? name : `${name} ${alsoFor}`}>
      <TextField
        {...rest}
        name={name}
        label={label}
        value={typed}
        onChange={change}
        onBlur={() => void leave()}
        isRequired={!canStayEmpty && rest.optional === undefined}
        inputRef={field.ref}
        autoComplete="off"
        error={sayRule(problem?.type)}
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
  const { control } = useDraftForm()
  const { field, fieldState } = useController({ name: 'hostname', control })
  return (
    <div className="grid gap-2" data-path="hostname">
      <ComboBox
        label={t('activation.hostname.label')}
        optional={isNeeded ? undefined : t('ui.optional')}
        hint={t('activation.hostname.hint')}
        choices={hostnames.map((hostname) => ({ id: hostname, name: hostname }))}
        value={field.value}
        onChange={field.onChange}
        error={sayRule(fieldState.error?.type)}
      />
      {!isNeeded && field.value.trim() === '' ? (
        <Notice tone="warning">{t('activation.hostname.none')}</Notice>
      ) : undefined}
    </div>
  )
}
