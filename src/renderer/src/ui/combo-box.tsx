import { ChevronDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { controlLook, FieldLabel, FieldNotes, type FieldWords } from './field-frame.tsx'
import { joinClasses } from './join-classes.ts'
import { ChoicePopover, type SelectChoice } from './select.tsx'

interface ComboBoxProps<Id extends string> extends FieldWords {
  readonly choices: readonly SelectChoice<Id>[]
  /** The text in the field: one of the names, or any other text. */
  readonly value: string
  readonly onChange: (text: string) => void
}

/** A text field with suggestions: the user types a text or picks one from the list. */
export function ComboBox<Id extends string>(props: ComboBoxProps<Id>) {
  return (
    <AriaComboBox
      allowsCustomValue
      defaultItems={props.choices}
      inputValue={props.value}
      onInputChange={props.onChange}
      menuTrigger="focus"
      isInvalid={props.error !== undefined}
      validationBehavior="aria"
      className="grid content-start gap-1"
    >
      <FieldLabel label={props.label} optional={props.optional} />
      <Group className="relative">
        <Input spellCheck={false} className={joinClasses(controlLook, 'pe-10')} />
        <Button className="absolute inset-y-1 end-1 grid w-8 place-items-center rounded-small text-soft data-hovered:bg-sunken">
          <ChevronDown aria-hidden size="1rem" />
        </Button>
      </Group>
      <FieldNotes hint={props.hint} error={props.error} />
      <ChoicePopover<Id> />
    </AriaComboBox>
  )
}
