import { Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components/RadioGroup'
import type { ReactNode } from 'react'
import { Switch as AriaSwitch } from 'react-aria-components/Switch'
import { FieldLabel, FieldNotes, type FieldWords } from './text-field.tsx'
import type { SelectChoice } from './select.tsx'

export interface RadioGroupProps<Id extends string> extends FieldWords {
  readonly choices: readonly SelectChoice<Id>[]
  readonly value: Id | undefined
  readonly onChange: (id: Id) => void
  /** Called when a choice is pressed, even if it is chosen already. */
  readonly onConfirm?: (id: Id) => void
  readonly isRequired?: boolean
}

/** A group of radio buttons. All choices are visible, and each is a card that can be clicked anywhere. */
export function RadioGroup<Id extends string>(props: RadioGroupProps<Id>) {
  return (
    <AriaRadioGroup
      value={props.value ?? null}
      onChange={(id) => {
        const chosen = props.choices.find((choice) => choice.id === id)
        if (chosen !== undefined) props.onChange(chosen.id)
      }}
      isInvalid={props.error !== undefined}
      isRequired={props.isRequired ?? false}
      validationBehavior="aria"
      className="grid content-start gap-1.5"
    >
      <FieldLabel label={props.label} />
      <div className="flex flex-wrap gap-2">
        {props.choices.map((choice) => (
          <Radio
            key={choice.id}
            value={choice.id}
            onPress={() => props.onConfirm?.(choice.id)}
            data-marked={props.mark !== undefined && choice.id === props.value ? true : undefined}
            className="group flex min-h-11 min-w-32 flex-1 items-center gap-2.5 rounded-normal border border-edge bg-surface px-3 py-2 transition-colors data-hovered:bg-sunken data-selected:border-accent data-selected:bg-accent-tint data-marked:border-dashed data-disabled:opacity-55"
          >
            <span
              aria-hidden
              className="grid size-4 shrink-0 place-items-center rounded-full border border-edge bg-surface group-data-selected:border-[5px] group-data-selected:border-accent"
            />
            <span className="min-w-0">
              <span className="block text-body group-data-selected:font-semibold">{choice.name}</span>
              {choice.note === undefined ? undefined : (
                <span className="block text-small text-soft">{choice.note}</span>
              )}
            </span>
          </Radio>
        ))}
      </div>
      <FieldNotes hint={props.hint} error={props.error} mark={props.mark} />
    </AriaRadioGroup>
  )
}

interface ToggleProps {
  readonly isSelected: boolean
  readonly onChange: (isSelected: boolean) => void
  readonly 'aria-describedby'?: string
  readonly children: ReactNode
}

export function Switch({ children, ...rest }: ToggleProps) {
  return (
    <AriaSwitch {...rest} className="group flex min-h-9 items-center gap-2.5">
      <span
        aria-hidden
        className="flex h-5 w-9 shrink-0 items-center rounded-full border border-edge bg-sunken p-0.5 transition-colors group-data-focus-visible:outline-2 group-data-focus-visible:outline-offset-2 group-data-focus-visible:outline-focus group-data-selected:border-accent group-data-selected:bg-accent"
      >
        <span className="size-3.5 rounded-full bg-edge transition-transform group-data-selected:translate-x-4 rtl:group-data-selected:-translate-x-4 group-data-selected:bg-on-accent forced-colors:bg-[CanvasText]! forced-colors:[forced-color-adjust:none]" />
      </span>
      <span>{children}</span>
    </AriaSwitch>
  )
}
