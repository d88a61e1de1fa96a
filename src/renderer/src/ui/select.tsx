import { Check, ChevronDown } from 'lucide-react'
import { Button } from 'react-aria-components/Button'
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox'
import { Popover } from 'react-aria-components/Popover'
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select'
import { Text } from 'react-aria-components/Text'
import { useContext, useEffect, useEffectEvent } from 'react'
import { ComboBox as AriaComboBox, ComboBoxStateContext } from 'react-aria-components/ComboBox'
import { Group } from 'react-aria-components/Group'
import { Input } from 'react-aria-components/Input'
import { controlLook, FieldLabel, FieldNotes, type FieldWords } from './text-field.tsx'
import { clsx } from 'clsx'

/** A choice in a list. `note` is a second line under its name. */
export interface SelectChoice<Id extends string> {
  readonly id: Id
  readonly name: string
  readonly note?: string
  /** The text that a combo box shows for the choice, if it differs from the name. */
  readonly text?: string
}

export interface SelectProps<Id extends string> extends FieldWords {
  readonly choices: readonly SelectChoice<Id>[]
  readonly value: Id | undefined
  readonly onChange: (id: Id) => void
  readonly placeholder?: string
}

export function Select<Id extends string>(props: SelectProps<Id>) {
  return (
    <AriaSelect
      value={props.value ?? null}
      onChange={(key) => {
        const chosen = props.choices.find((choice) => choice.id === key)
        if (chosen !== undefined) props.onChange(chosen.id)
      }}
      isInvalid={props.error !== undefined}
      validationBehavior="aria"
      placeholder={props.placeholder ?? ''}
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-1"
    >
      <FieldLabel label={props.label} optional={props.optional} />
      <Button className={clsx(controlLook, 'flex items-center justify-between gap-2 text-start')}>
        <SelectValue className="truncate data-placeholder:text-soft">
          {({ selectedText, defaultChildren, isPlaceholder }) => (isPlaceholder ? defaultChildren : selectedText)}
        </SelectValue>
        <ChevronDown aria-hidden size="1rem" className="shrink-0 text-soft" />
      </Button>
      <FieldNotes hint={props.hint} error={props.error} />
      <ChoicePopover choices={props.choices} />
    </AriaSelect>
  )
}

/** The list that opens under a select or a combo box. */
export function ChoicePopover<Id extends string>({ choices }: { readonly choices?: readonly SelectChoice<Id>[] }) {
  return (
    <Popover className="min-w-(--trigger-width) max-w-[32rem] overflow-auto rounded-normal border border-line bg-raised p-1 shadow-high">
      <ListBox {...(choices === undefined ? {} : { items: choices })} className="outline-none">
        {(choice: SelectChoice<Id>) => (
          <ListBoxItem
            id={choice.id}
            textValue={choice.text ?? choice.name}
            className="group grid min-h-9 cursor-default grid-cols-[1fr_1rem] items-center gap-2 rounded-small px-2.5 py-1.5 text-body outline-offset-[-2px] data-focused:bg-accent-tint data-hovered:bg-accent-tint"
          >
            <span className="min-w-0">
              <Text slot="label" className="block truncate group-data-selected:font-semibold">
                {choice.name}
              </Text>
              {choice.note === undefined ? undefined : (
                <Text slot="description" className="block text-small text-soft">
                  {choice.note}
                </Text>
              )}
            </span>
            <Check aria-hidden size="1rem" className="invisible text-accent group-data-selected:visible" />
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  )
}

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
          className={clsx(controlLook, 'pe-10', props.figures === true && 'font-figures tabular-nums')}
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
