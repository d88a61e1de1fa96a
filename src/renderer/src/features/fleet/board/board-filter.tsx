import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { t } from '../../../locale.ts'
import { useServices } from '../../../state/services.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type BoardForm, boardShows, countShown, type Station } from './attention.ts'

interface BoardFilterProps {
  readonly form: BoardForm
  readonly onChange: (form: BoardForm) => void
  readonly stations: readonly Station[]
  readonly groups: readonly string[]
}

/** The ids of the choices. The id of a group has a prefix, because a group may have any name. */
const [all, without, named] = ['all', 'none', 'group ']

/** Filters the computers by text, by group and by the need for attention. Each change takes effect at once. */
export function BoardFilter({ form, onChange, stations, groups }: BoardFilterProps) {
  const field = useRef<HTMLInputElement>(null)
  const asked = useStore(useServices().view, (state) => state.findAsked)
  useEffect(() => {
    if (asked > 0) field.current?.focus()
  }, [asked])
  const group = form.group === undefined ? all : form.group === '' ? without : named + form.group
  return (
    <search
      aria-label={t('fleet.filter.label')}
      className="grid grid-cols-[repeat(auto-fit,minmax(min(11.5rem,100%),1fr))] items-start gap-3"
    >
      <TextField
        inputRef={field}
        label={t('fleet.filter.text')}
        placeholder={t('fleet.filter.textHint')}
        type="search"
        value={form.text}
        onChange={(text) => onChange({ ...form, text })}
      />
      <Select<string>
        label={t('fleet.group')}
        choices={[
          { id: all, name: t('fleet.filter.allGroups') },
          ...groups.map((name) => ({ id: named + name, name })),
          { id: without, name: t('fleet.noGroup') },
        ]}
        value={group}
        onChange={(id) =>
          onChange({ ...form, group: id === all ? undefined : id === without ? '' : id.slice(named.length) })
        }
      />
      <Select<BoardForm['show']>
        label={t('fleet.filter.show')}
        choices={boardShows.map((show) => ({
          id: show,
          name: t('fleet.filter.choice', { name: t(`fleet.filter.shows.${show}`), count: countShown(stations, show) }),
        }))}
        value={form.show}
        onChange={(show) => onChange({ ...form, show })}
      />
    </search>
  )
}
