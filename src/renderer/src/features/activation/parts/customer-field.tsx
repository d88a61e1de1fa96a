import { useController } from 'react-hook-form'
import { joinWords, t } from '../../../locale.ts'
import { ComboBox } from '../../../ui/combo-box.tsx'
import { sayRule } from '../../../ui/say-rule.ts'
import type { SelectChoice } from '../../../ui/select.tsx'
import { nameOf, sayStatus } from '../../customers/say-customer.tsx'
import { useFound } from '../../find/use-found.ts'
import { useDraftForm } from './draft-field.tsx'

/** The user ID of an existing customer: typed, or chosen from what a typed name, number or box finds. */
export function CustomerField() {
  const { control, trigger } = useDraftForm()
  const { field, fieldState } = useController({ name: 'logIn.userid', control })
  const choices = useSuggestions(field.value)
  const change = (text: string): void => {
    field.onChange(text)
    // A marked problem goes as soon as it is mended.
    if (fieldState.error !== undefined) void trigger('logIn.userid')
  }
  return (
    <div className="grid min-w-0 content-start gap-1.5" data-path="logIn.userid">
      <ComboBox
        label={t('activation.customer.userid')}
        hint={t('activation.customer.useridHint')}
        choices={choices}
        areFound
        isRequired
        figures
        value={field.value}
        onChange={change}
        // Leaving an empty field is not an error yet.
        onBlur={() => (field.value.trim() === '' ? undefined : field.onBlur())}
        error={sayRule(fieldState.error?.type)}
      />
    </div>
  )
}

/** Customers that the text may mean; before anything is typed, those of the newest jobs. None once one of them is named in full. */
function useSuggestions(typed: string): readonly SelectChoice<string>[] {
  const { jobs, customers, isBehind } = useFound(typed)
  const found = new Map<string, SelectChoice<string>>()
  const add = (userid: string | undefined, name: string | undefined, note: string | undefined): void => {
    if (userid === undefined || found.has(userid)) return
    const notes = joinWords([userid, note])
    found.set(userid, { id: userid, name: name ?? userid, text: userid, note: notes })
  }
  for (const customer of customers)
    add(customer.userid, nameOf(customer), customer.status && sayStatus(customer.status))
  if (!isBehind) for (const job of jobs) add(job.userid, job.customerName, undefined)
  return found.has(typed.trim()) ? [] : [...found.values()]
}
