import { FileUp, Search, SlidersHorizontal, X } from 'lucide-react'
import { useState } from 'react'
import {
  customerFilterSchema,
  type CustomerFilter,
  type FilterName,
} from '../../../../../shared/domain/customer/customer-view.ts'
import { customerStatuses } from '../../../../../shared/domain/customer/customer.ts'
import { shownLanguage, t } from '../../../locale.ts'
import { useActiveConnection, useFindFocus } from '../../../state/services.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { FileButton } from '../../../ui/form.tsx'
import { Select } from '../../../ui/select.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { decodeText } from '../../../../../shared/decode-text.ts'
import { readIfPossible } from '../../maintenance/file-text.ts'
import { readUserids, type SearchView } from './list-source.ts'

interface SearchPanelProps {
  readonly view: SearchView
  readonly onChange: (changed: Partial<SearchView>) => void
  /** Called on Enter in the search field. */
  readonly onEnter: () => void
}

interface FilterProps {
  readonly filter: CustomerFilter
  readonly onFilter: (filter: CustomerFilter) => void
}

const texts = ['firstname', 'lastname', 'mobile', 'telephone', 'street', 'postal', 'city', 'state', 'country'] as const

const days = [
  'subscription_start_date',
  'subscription_end_date',
  'customer_created_from',
  'customer_created_to',
] as const satisfies readonly FilterName[]

/** The size limit of a file with user IDs, in bytes. */
const largestFile = 2_000_000

export function SearchPanel(props: SearchPanelProps) {
  return (
    <Tabs
      label={t('customers.ways')}
      selected={props.view.mode}
      onSelect={(mode) => props.onChange({ mode })}
      tabs={[
        { id: 'find', name: t('customers.modes.find'), content: <FindPanel {...props} /> },
        { id: 'reseller', name: t('customers.modes.reseller'), content: <ResellerPanel {...props} /> },
        { id: 'ids', name: t('customers.modes.ids'), content: <IdsPanel {...props} /> },
      ]}
    />
  )
}

function FindPanel({ view: { text, filter }, onChange, onEnter }: SearchPanelProps) {
  const field = useFindFocus()
  const [isOpen, setOpen] = useState(false)
  const chosen = Object.keys(filter).length
  const filters: FilterProps = { filter, onFilter: (changed) => onChange({ filter: changed }) }
  return (
    <div className="grid gap-2">
      <div className="flex items-end gap-2">
        <div className="min-w-0 flex-1">
          <TextField
            inputRef={field}
            label={t('customers.find.label')}
            placeholder={t('customers.find.hint')}
            type="search"
            value={text}
            onChange={(typed) => onChange({ text: typed.slice(0, 100) })}
            onKeyDown={(event) => {
              if (event.key === 'Enter') onEnter()
              else event.continuePropagation()
            }}
          />
        </div>
        <div className="pb-0.5">
          <Button onPress={() => setOpen(true)}>
            <SlidersHorizontal aria-hidden size="1rem" />
            {chosen === 0 ? t('customers.filters.button') : t('customers.filters.chosen', { count: chosen })}
          </Button>
        </div>
      </div>
      <ChosenFilters {...filters} />
      {isOpen ? <FiltersDialog onClose={() => setOpen(false)} {...filters} /> : undefined}
    </div>
  )
}

function ChosenFilters({ filter, onFilter }: FilterProps) {
  const extraName = useActiveConnection()?.settings.extraCustomerFilter ?? ''
  const chosen = Object.entries(filter).filter(([, value]) => value !== undefined) as [FilterName, string][]
  if (chosen.length === 0) return undefined
  return (
    <ul className="flex flex-wrap gap-1.5">
      {chosen.map(([name, value]) => (
        <li key={name}>
          <Button size="small" onPress={() => onFilter(without(filter, name))}>
            <span className="max-w-48 truncate font-normal">
              {name === 'extra' ? extraName : t(`customers.filters.${name}`)}:{' '}
              <b>{name === 'status' ? t(`customers.status.${value as 'Active'}.word`) : value}</b>
            </span>
            <X aria-hidden size="0.875rem" />
            <span className="sr-only">{t('customers.filters.remove')}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

function without(filter: CustomerFilter, name: FilterName): CustomerFilter {
  const { [name]: _, ...rest } = filter
  return rest
}

/** The list behind the dialog follows each change. */
function FiltersDialog({ onClose, filter, onFilter }: FilterProps & { readonly onClose: () => void }) {
  const extraName = useActiveConnection()?.settings.extraCustomerFilter ?? ''
  const change = (name: FilterName, value: string | undefined): void => {
    const rest = without(filter, name)
    if (value === undefined || value === '') onFilter(rest)
    // Stores the text as typed, because the parsed text would lose a space at the end while the user types.
    else if (customerFilterSchema.safeParse({ ...rest, [name]: value }).success) onFilter({ ...rest, [name]: value })
  }
  return (
    <Dialog
      size="large"
      title={t('customers.filters.title')}
      onClose={onClose}
      actions={
        <>
          <Button onPress={() => onFilter({})}>{t('customers.filters.clear')}</Button>
          <Button variant="primary" onPress={onClose}>
            {t('customers.filters.show')}
          </Button>
        </>
      }
    >
      <div className="@container">
        <div className="grid gap-x-4 gap-y-3 @min-[26rem]:grid-cols-2">
          <StatusSelect
            value={filter.status ?? 'any'}
            onChange={(status) => change('status', status === 'any' ? undefined : status)}
          />
          {texts.map((name) => (
            <TextField
              key={name}
              label={t(`customers.filters.${name}`)}
              value={filter[name] ?? ''}
              onChange={(text) => change(name, text)}
            />
          ))}
          {extraName === '' ? undefined : (
            <TextField
              label={extraName}
              hint={t('customers.filters.extraHint')}
              value={filter.extra ?? ''}
              onChange={(text) => change('extra', text)}
            />
          )}
        </div>
        <div className="mt-4 grid gap-x-4 gap-y-3 border-t border-line pt-4 @min-[26rem]:grid-cols-2">
          {days.map((name) => (
            <DateField
              key={name}
              label={t(`customers.filters.${name}`)}
              value={filter[name]}
              onChange={(day) => change(name, day)}
            />
          ))}
        </div>
      </div>
    </Dialog>
  )
}

type StatusChoice = SearchView['resellerStatus']

function StatusSelect(props: { readonly value: StatusChoice; readonly onChange: (status: StatusChoice) => void }) {
  return (
    <Select
      {...props}
      label={t('customers.filters.status')}
      choices={[
        { id: 'any', name: t('customers.filters.any') },
        ...customerStatuses.map((id) => ({ id, name: t(`customers.status.${id}.word`) })),
      ]}
    />
  )
}

function ResellerPanel({ view: { resellerId, resellerStatus }, onChange }: SearchPanelProps) {
  return (
    <div className="grid gap-3 @container">
      <div className="grid gap-3 @min-[26rem]:grid-cols-2">
        <TextField
          label={t('customers.reseller.label')}
          hint={t('customers.reseller.hint')}
          figures
          value={resellerId}
          onChange={(typed) => onChange({ resellerId: typed.slice(0, 100) })}
        />
        <StatusSelect value={resellerStatus} onChange={(status) => onChange({ resellerStatus: status })} />
      </div>
    </div>
  )
}

/** Takes user IDs from the clipboard or a text file. Each ID is listed with the platform's answer (Customer status). */
function IdsPanel({ view: { typedIds }, onChange }: SearchPanelProps) {
  const [problem, setProblem] = useState<string>()
  const typed = readUserids(typedIds)
  const take = async (file: File): Promise<void> => {
    if (file.size > largestFile) return setProblem(t('customers.ids.tooLarge'))
    const content = await readIfPossible(file.arrayBuffer())
    if (content === undefined) return setProblem(t('errors.file-unusable.what'))
    const read = decodeText(new Uint8Array(content), { language: shownLanguage() })
    if (!read.ok) return setProblem(t(`bulk.refused.${read.problem}`))
    setProblem(undefined)
    onChange({ typedIds: read.text, userids: readUserids(read.text) })
  }
  return (
    <div className="grid gap-2">
      <TextField
        label={t('customers.ids.label')}
        hint={t('customers.ids.hint')}
        error={problem}
        rows={3}
        figures
        value={typedIds}
        onChange={(text) => onChange({ typedIds: text })}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" isDisabled={typed.length === 0} onPress={() => onChange({ userids: typed })}>
          <Search aria-hidden size="1rem" />
          {t('customers.ids.ask', { count: typed.length })}
        </Button>
        <FileButton types={['text/plain', 'text/csv', '.txt', '.csv']} onFile={(file) => void take(file)}>
          <FileUp aria-hidden size="1rem" />
          {t('customers.ids.file')}
        </FileButton>
      </div>
    </div>
  )
}
