import { useState } from 'react'
import { t } from '../../../locale.ts'
import { useSnapshot } from '../../../state/services.tsx'
import { findActiveConnection } from '../../../state/snapshot-store.ts'
import { Button } from '../../../ui/button.tsx'
import { sayCountry } from '../../../ui/format-names.ts'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { Bulk } from '../bulk-store.ts'
import type { FaultGroup } from '../list/fault-groups.ts'
import { sayFault } from './say-fault.ts'

/** More groups than this are no help: their rows are listed below. */
const mostShown = 8

/** Faults that several rows have, each with one action for all of them. */
export function FaultGroups({ groups, fixGroup }: Pick<Bulk, 'groups' | 'fixGroup'>) {
  if (groups.length === 0) return undefined
  return (
    <section aria-label={t('bulk.groups.title')} className="grid gap-2">
      <h3 className="font-semibold">{t('bulk.groups.title')}</h3>
      <ul className="grid rounded-normal border border-line bg-surface">
        {groups.slice(0, mostShown).map((group) => (
          <li
            key={`${group.path} ${group.code} ${group.value ?? ''}`}
            className="grid gap-2 border-b border-line px-4 py-3 last:border-0"
          >
            <Group group={group} fixGroup={fixGroup} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Group({ group, fixGroup }: { readonly group: FaultGroup } & Pick<Bulk, 'fixGroup'>) {
  const [text, setText] = useState('')
  const country = useSnapshot((snapshot) => findActiveConnection(snapshot)?.settings.phoneCountry ?? '')
  const { rows, lines, value, local = 0 } = group
  // One box or user ID for several rows would be a fault again.
  const takesText = value !== undefined && group.path !== 'box.raw' && group.path !== 'logIn.userid'
  return (
    <>
      <div>
        <p>
          <span className="font-semibold">{t('bulk.groups.rows', { count: rows })}</span>{' '}
          <span className="text-refused">{sayFault(group)}</span>
        </p>
        <p className="text-small text-soft [overflow-wrap:anywhere]">
          {value === undefined || value === '' ? '' : `“${value}” · `}
          {t('bulk.groups.lines', { lines: lines.join(', ') })}
        </p>
      </div>
      {local === 0 ? undefined : (
        <div>
          <Button size="small" onPress={() => void fixGroup(group, 'country-code')}>
            {t('bulk.groups.asCountry', { count: local, country: sayCountry(country) })}
          </Button>
        </div>
      )}
      {takesText && local === 0 ? (
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            void fixGroup(group, { text })
          }}
        >
          <Instead group={group} text={text} onChange={setText} />
          <Button type="submit" isDisabled={text.trim() === ''}>
            {t('bulk.groups.apply', { count: rows })}
          </Button>
        </form>
      ) : undefined}
    </>
  )
}

interface InsteadProps {
  readonly group: FaultGroup
  readonly text: string
  readonly onChange: (text: string) => void
}

/** The value for all rows: a product is chosen, everything else is typed. */
function Instead({ group, text, onChange }: InsteadProps) {
  const products = useSnapshot((snapshot) => findActiveConnection(snapshot)?.settings.products)
  if (group.path !== 'plan.productid' || products === undefined || products.length === 0)
    return <TextField label={t('bulk.groups.instead')} value={text} onChange={onChange} />
  return (
    <div className="min-w-52">
      <Select
        label={t('bulk.groups.instead')}
        choices={products.map(({ productid, name }) => ({ id: productid, name }))}
        value={text === '' ? undefined : text}
        onChange={onChange}
      />
    </div>
  )
}
