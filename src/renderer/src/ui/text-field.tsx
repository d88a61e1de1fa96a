import { type ReactNode, type Ref, type RefObject, useLayoutEffect, useRef } from 'react'
import { Input } from 'react-aria-components/Input'
import { TextArea } from 'react-aria-components/TextArea'
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from 'react-aria-components/TextField'
import { CircleAlert, CornerDownRight } from 'lucide-react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'
import { clsx } from 'clsx'
import type { Texts } from '../english.ts'
import { hasWords, isolate, t } from '../locale.ts'

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
  const look = clsx(
    controlLook,
    figures && 'font-figures tabular-nums',
    large && 'min-h-11',
    mark !== undefined && 'bg-sunken',
  )
  return (
    <AriaTextField
      // Otherwise the browser would keep what is typed, such as a customer's name, in its own profile.
      autoComplete="off"
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

export interface FieldWords {
  /** The label of the field. Absent only if the control has an `aria-label`. */
  readonly label?: string | undefined
  readonly hint?: ReactNode
  /** The problem in a sentence. If present, the field is marked as invalid. */
  readonly error?: ReactNode
  /** The source of a value that was not typed, such as the connection's defaults. */
  readonly mark?: string | undefined
  readonly optional?: string | undefined
}

export function FieldLabel({ label, optional }: Pick<FieldWords, 'label' | 'optional'>) {
  if (label === undefined) return undefined
  return (
    <Label className="flex items-baseline justify-between gap-2 text-small font-semibold">
      {label}{' '}
      {optional === undefined ? undefined : (
        <span className="min-w-0 font-normal text-soft [overflow-wrap:anywhere]">{optional}</span>
      )}
    </Label>
  )
}

export function FieldNotes({ hint, error, mark }: Omit<FieldWords, 'label'>) {
  return (
    <>
      {mark === undefined ? undefined : (
        <span className="flex items-center gap-1 text-small text-soft">
          <CornerDownRight aria-hidden size="0.75rem" />
          {mark}
        </span>
      )}
      {hint === undefined || error !== undefined ? undefined : (
        <Text slot="description" className="text-small text-soft">
          {hint}
        </Text>
      )}
      <FieldError className="flex items-start gap-1 text-small text-refused">
        <CircleAlert aria-hidden size="0.75rem" className="mt-0.5 shrink-0" />
        <span>{error}</span>
      </FieldError>
    </>
  )
}

export const controlLook =
  'w-full min-h-10 rounded-normal border border-edge bg-field px-3 py-2 text-body text-ink transition-colors outline-offset-1 data-hovered:border-ink data-disabled:opacity-60 data-invalid:border-refused data-invalid:bg-refused-tint'

/** Focuses this element when its screen or dialog opens, before the next key can arrive, so that the user can type at once. */
export function useFirstFocus<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null)
  useLayoutEffect(() => element.current?.focus(), [])
  return element
}

/**
 * Focuses an element that appears later than its screen or dialog. To be passed as its `ref`. The element then has the focus before it is
 * painted, so no key press is lost. `autoFocus` would be too late.
 */
export const focusAtOnce = (element: HTMLElement | null): void => element?.focus()

type RuleCode = keyof Texts['rules']

/** Returns the message for a rule code of a schema. An unknown code gets a general message. Undefined without a code. */
export function sayRule(code: string | undefined): string | undefined {
  if (code === undefined || code === '') return undefined
  const rule = t(`rules.${isRuleCode(code) ? code : 'other'}`)
  // In a right-to-left sentence, a phone number that is not isolated would be shown in the wrong order.
  return rule.replace(/\+\d{7,}/, isolate)
}

function isRuleCode(code: string): code is RuleCode {
  return hasWords(`rules.${code}`)
}
