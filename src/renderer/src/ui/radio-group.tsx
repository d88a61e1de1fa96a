import { Radio, RadioGroup as AriaRadioGroup } from 'react-aria-components/RadioGroup'
import { FieldLabel, FieldNotes, type FieldWords } from './field-frame.tsx'
import type { SelectChoice } from './select.tsx'

export interface RadioGroupProps<Id extends string> extends FieldWords {
  readonly choices: readonly SelectChoice<Id>[]
  readonly value: Id | undefined
  readonly onChange: (id: Id) => void
  readonly isRequired?: boolean
}

/** Two to five choices, all visible. Each is a card that can be clicked anywhere. */
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
            className="group flex min-h-11 min-w-32 flex-1 items-center gap-2.5 rounded-normal border border-edge bg-surface px-3 py-2 transition-colors data-hovered:bg-sunken data-selected:border-accent data-selected:bg-accent-tint data-disabled:opacity-55"
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
      <FieldNotes hint={props.hint} error={props.error} />
    </AriaRadioGroup>
  )
}
