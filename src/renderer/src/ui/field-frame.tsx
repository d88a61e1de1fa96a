import { CircleAlert, CornerDownRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { FieldError } from 'react-aria-components/FieldError'
import { Label } from 'react-aria-components/Label'
import { Text } from 'react-aria-components/Text'

/** What every field says around its control. */
export interface FieldWords {
  /** Absent only where the control has an `aria-label`. */
  readonly label?: string | undefined
  readonly hint?: ReactNode
  /** A sentence; its presence marks the field. */
  readonly error?: ReactNode
  /** Where the value comes from when nobody typed it, such as the connection's defaults. */
  readonly mark?: string | undefined
  readonly optional?: string | undefined
}

/** The label over a control. */
export function FieldLabel({ label, optional }: Pick<FieldWords, 'label' | 'optional'>) {
  if (label === undefined) return undefined
  return (
    <Label className="flex items-baseline justify-between gap-2 text-small text-soft">
      {label}{' '}
      {optional === undefined ? undefined : (
        <span className="min-w-0 font-normal [overflow-wrap:anywhere]">{optional}</span>
      )}
    </Label>
  )
}

/** Mark, hint and error under a control. */
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

/** The look of a control that text goes into. */
export const controlLook =
  'w-full min-h-10 rounded-normal border border-edge bg-surface px-3 py-2 text-body text-ink transition-colors outline-offset-1 data-hovered:border-ink data-disabled:opacity-60 data-invalid:border-refused data-invalid:bg-refused-tint'
