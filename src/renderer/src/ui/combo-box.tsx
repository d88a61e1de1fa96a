import { ChevronDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { useContext, useEffect, useEffectEvent } from 'react'
import { ComboBox as AriaComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { controlLook, FieldLabel, FieldNotes, type FieldWords } from './field-frame.tsx'
import { joinClasses } from './join-classes.ts'
import { ChoicePopover, type SelectChoice } from './select.tsx'

interface ComboBoxProps<Id extends string> extends FieldWords {
  readonly choices: readonly SelectChoice<Id>[]
  /** The text in the field: the name of a choice, or any other text. */
  readonly value: string
  readonly onChange: (text: string) => void
  readonly onBlur?: () => void
  /** Whether the choices are search results for the text. Such choices change as the user types, and are not filtered again. */
  readonly areFound?: boolean
  readonly isRequired?: boolean
  readonly figures?: boolean
}

/** A text field with suggestions: the user types a text or picks one from the list. */
export function ComboBox<Id extends string>(props: ComboBoxProps<Id>) {
  return (
    <AriaComboBox
      allowsCustomValue
      {...(props.areFound === true ? { items: props.choices } : { defaultItems: props.choices })}
      inputValue={props.value}
      onInputChange={props.onChange}
      menuTrigger={props.areFound === true ? 'input' : 'focus'}
      {...(props.onBlur && { onBlur: props.onBlur })}
      isRequired={props.isRequired ?? false}
      isInvalid={props.error !== undefined}
      validationBehavior="aria"
      className="grid content-start gap-1"
    >
      <FieldLabel label={props.label} optional={props.optional} />
      <Group className="relative">
        <Input
          spellCheck={false}
          className={joinClasses(controlLook, 'pe-10', props.figures === true && 'font-figures tabular-nums')}
        />
        <Button className="absolute inset-y-1 end-1 grid w-8 place-items-center rounded-small text-soft data-hovered:bg-sunken">
          <ChevronDown aria-hidden size="1rem" />
        </Button>
      </Group>
      <FieldNotes hint={props.hint} error={props.error} />
      <ChoicePopover<Id> />
      {props.areFound === true && props.value !== '' ? (
        <OpenWhenFound ids={props.choices.map(({ id }) => id).join(' ')} />
      ) : undefined}
    </AriaComboBox>
  )
}

/** Opens the list when results arrive after the user has stopped typing. By itself, the combo box opens the list only during typing. */
function OpenWhenFound({ ids }: { readonly ids: string }) {
  const state = useContext(ComboBoxStateContext)
  const open = useEffectEvent(() => {
    if (state?.isFocused === true && !state.isOpen) state.open(null, 'input')
  })
  useEffect(() => {
    if (ids !== '') open()
  }, [ids])
  return undefined
}
