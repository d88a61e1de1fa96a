import { Ban, CircleAlert, type LucideIcon, ShieldAlert, Unplug } from 'lucide-react'
import { useMemo } from 'react'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { ListLayout, Virtualizer } from 'react-aria-components/Virtualizer'
import { t } from '../../../locale.ts'
import { clsx } from 'clsx'
import {
  type Attention,
  type BoardForm,
  boardShows,
  countAt,
  type CountName,
  countNames,
  countShown,
  sayAttention,
  sayDocuments,
  sayOldest,
  sayPlace,
  saySeen,
  sayStation,
  type Station,
} from './station.ts'
import { useFindFocus } from '../../../state/services.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'

/** The height of a row in pixels until it is measured. */
const estimated = 60

/** The columns of a wide list. The widths are in rem, so that the columns grow with the text size. */
const columns =
  '@min-[46rem]:grid-cols-[minmax(8rem,1.6fr)_minmax(7.5rem,1.4fr)_repeat(3,3.5rem)_5.5rem_5.5rem] @min-[46rem]:gap-x-2'

interface BoardListProps {
  readonly stations: readonly Station[]
  readonly now: number
  readonly openId: string | undefined
  readonly onOpen: (id: string) => void
}

/** Lists any number of computers, but renders only the visible rows. Arrow keys move between rows, and Enter opens a computer. */
export function BoardList({ stations, now, openId, onOpen }: BoardListProps) {
  // The library renders a row again only if its item or these values change.
  const dependencies = useMemo(() => [now, openId, onOpen], [now, openId, onOpen])
  return (
    <div className="@container flex h-full min-h-0 flex-col">
      <div
        aria-hidden
        className={clsx(
          'hidden shrink-0 items-end overflow-hidden border-b border-line px-5 py-2 text-small font-semibold text-soft [scrollbar-gutter:stable] @min-[46rem]:grid',
          columns,
        )}
      >
        <span>{t('fleet.board.columns.name')}</span>
        <span>{t('fleet.board.columns.attention')}</span>
        {countNames.map((name) => (
          <span key={name} className="text-end">
            {t(`fleet.board.columns.${name}`)}
          </span>
        ))}
        <span className="text-end">{t('fleet.board.columns.oldest')}</span>
        <span className="text-end">{t('fleet.board.columns.seen')}</span>
      </div>
      <Virtualizer layout={ListLayout} layoutOptions={{ estimatedRowSize: estimated }}>
        <GridList
          aria-label={t('fleet.parts.computers')}
          items={stations}
          dependencies={dependencies}
          className="min-h-0 w-full flex-1 overflow-x-hidden! overflow-y-auto outline-offset-[-2px] [scrollbar-gutter:stable] **:[[role=presentation]]:w-full!"
        >
          {(station) => (
            <GridListItem
              id={station.id}
              textValue={sayStation(station, now)}
              onAction={() => onOpen(station.id)}
              data-station={station.name}
              {...(station.id === openId ? { 'data-open': '' } : {})}
              className={clsx(
                'w-full border-b border-line py-2.5 ps-5 pe-5 outline-offset-[-2px] data-hovered:bg-sunken',
                station.id === openId && 'bg-accent-tint data-hovered:bg-accent-tint',
              )}
            >
              <StationRow station={station} now={now} />
            </GridListItem>
          )}
        </GridList>
      </Virtualizer>
    </div>
  )
}

/** In a narrow list the figures are below the name, and each figure has a label. */
function StationRow({ station, now }: { readonly station: Station; readonly now: number }) {
  const { name, state, status, documents } = station
  const place = sayPlace(station)
  return (
    <div className={clsx('grid gap-y-1.5', columns)}>
      <div className="min-w-0">
        <span dir="auto" className="block font-semibold [overflow-wrap:anywhere]">
          {name}
        </span>
        <span className="block text-small text-soft [overflow-wrap:anywhere]">{place}</span>
        {documents.length === 0 ? undefined : (
          <span className="block text-small text-soft [overflow-wrap:anywhere]">{sayDocuments(station)}</span>
        )}
      </div>
      <div className="flex flex-wrap content-start items-start gap-1">
        {state === 'revoked' ? (
          <Mark icon={Ban} look="bg-sunken text-ink" says={t('fleet.board.removed')} />
        ) : undefined}
        {station.attention.map((one) => (
          <AttentionMark key={one} attention={one} station={station} />
        ))}
      </div>
      <div className="flex flex-wrap gap-x-4 gap-y-1 @min-[46rem]:contents">
        {status === undefined ? (
          <Figure name={t('fleet.board.columns.unsent')} says={t('fleet.board.noStatus')} isQuiet span />
        ) : (
          countNames.map((count) => (
            <Figure
              key={count}
              name={t(`fleet.board.columns.${count}`)}
              says={String(countAt(status, count))}
              look={lookOf(count, countAt(status, count))}
              isQuiet={countAt(status, count) === 0}
            />
          ))
        )}
        <Figure
          name={t('fleet.board.columns.oldest')}
          says={sayOldest(station, now)}
          isQuiet={station.oldestAt === undefined}
        />
        <Figure name={t('fleet.board.columns.seen')} says={saySeen(station, now)} />
      </div>
    </div>
  )
}

const lookOf = (name: CountName, count: number): string | undefined =>
  count > 0 && name === 'needsYou' ? 'text-needs-you' : undefined

interface FigureProps {
  readonly name: string
  readonly says: string
  readonly look?: string | undefined
  readonly isQuiet?: boolean
  /** Whether this cell fills the space of the three counts. */
  readonly span?: boolean
}

function Figure({ name, says, look, isQuiet = false, span = false }: FigureProps) {
  return (
    <span className={clsx('tabular-nums @min-[46rem]:text-end', span && '@min-[46rem]:col-span-3')}>
      <span className="text-small text-soft @min-[46rem]:hidden">{name} </span>
      <span className={clsx(isQuiet ? 'text-soft' : 'font-semibold', look)}>{says}</span>
    </span>
  )
}

const marks: Readonly<Record<Attention, { readonly icon: LucideIcon; readonly look: string }>> = {
  audit: { icon: ShieldAlert, look: 'bg-refused-tint text-refused' },
  stranded: { icon: Unplug, look: 'bg-needs-you-tint text-needs-you' },
  'left-work': { icon: CircleAlert, look: 'bg-needs-you-tint text-needs-you' },
  'needs-you': { icon: CircleAlert, look: 'bg-needs-you-tint text-needs-you' },
  old: { icon: CircleAlert, look: 'bg-waiting-tint text-waiting' },
}

export function AttentionMark({ attention, station }: { readonly attention: Attention; readonly station: Station }) {
  const { icon, look } = marks[attention]
  return <Mark icon={icon} look={look} says={sayAttention(attention, station)} />
}

function Mark({ icon: Icon, look, says }: { readonly icon: LucideIcon; readonly look: string; readonly says: string }) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 rounded-small border border-transparent px-2 py-0.5 text-small font-semibold',
        look,
      )}
    >
      <Icon aria-hidden size="0.875rem" strokeWidth={2.2} className="shrink-0" />
      {says}
    </span>
  )
}

interface BoardFilterProps {
  readonly form: BoardForm
  readonly onChange: (form: BoardForm) => void
  readonly stations: readonly Station[]
  readonly groups: readonly string[]
}

/** The ids of the choices. The id of a group has a prefix, because a group may have any name. */
const [all, without, named] = ['all', 'none', 'group ']

export function BoardFilter({ form, onChange, stations, groups }: BoardFilterProps) {
  const field = useFindFocus()
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
