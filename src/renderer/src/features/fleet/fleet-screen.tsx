import { FileUp, Laptop, SearchX, TicketPlus } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useParams } from 'wouter'
import { ErrorNotice } from '../../bridge/use-call.tsx'
import { shownFormatTag, t } from '../../locale.ts'
import { type FleetPart, fleetParts, fleetPath, settingsPath } from '../../routes.ts'
import { useKept, useSnapshot } from '../../state/services.tsx'
import { seesFleet } from '../../state/snapshot-store.ts'
import { useNow } from '../../ui/format-time.ts'
import { Button, LinkButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { clsx } from 'clsx'
import { EmptyState, Notice } from '../../ui/notice.tsx'
import { PutDocument } from '../policy/policy-page.tsx'
import { type BoardForm, emptyBoardForm, filterStations, groupsOf, sortStations } from './board/station.ts'
import { BoardFilter, BoardList } from './board/board-list.tsx'
import { useBoard } from './board/board-store.ts'
import { boardRows, ExportCsv } from './board/export-board.tsx'
import { StationPanel } from './board/station-panel.tsx'
import { FindPart } from './find-part.tsx'
import { NewCode } from './new-code.tsx'
import { sayLink } from './say-fleet.ts'
import { TotalsPart } from './totals/totals-part.tsx'

/** The tabs of the screen. The part `code` has no tab, because a button opens it. */
const tabs = fleetParts.filter((part) => part !== 'code')

export function FleetScreen() {
  const sees = useSnapshot(seesFleet)
  const isMember = useSnapshot(({ fleet }) => fleet?.state === 'joined')
  if (sees) return <Fleet />
  return (
    <div className="p-8">
      <h1 className="sr-only">{t('frame.fleet')}</h1>
      <EmptyState
        icon={Laptop}
        title={t(isMember ? 'fleet.closed.title' : 'fleet.closed.none')}
        actions={<LinkButton to={settingsPath('fleet')}>{t('fleet.closed.settings')}</LinkButton>}
      >
        {t(isMember ? 'fleet.closed.text' : 'fleet.closed.noneText')}
      </EmptyState>
    </div>
  )
}

type Board = ReturnType<typeof useBoard>

function Fleet() {
  const { part: named, id } = useParams<{ readonly part?: string; readonly id?: string }>()
  const part = fleetParts.find((one) => one === named) ?? 'computers'
  const board = useBoard()
  const connectionId = useSnapshot(({ activeConnectionId }) => activeConnectionId)
  const open = part === 'computers' ? board.stations?.find((station) => station.id === id) : undefined
  return (
    <div
      className={clsx(
        'grid h-full min-h-0 grid-cols-[minmax(0,1fr)] print:block',
        open !== undefined && 'wide:grid-cols-[minmax(0,1fr)_minmax(26rem,36%)]',
      )}
    >
      <div
        className={clsx(
          'flex min-h-0 flex-col gap-3 overflow-auto pt-4 print:overflow-visible print:pt-0',
          open !== undefined && 'max-wide:hidden',
        )}
      >
        <FleetHead part={part} board={board} />
        {part === 'computers' ? <Computers board={board} openId={open?.id} /> : undefined}
        {part === 'find' ? <FindPart key={connectionId} stations={board.stations ?? []} /> : undefined}
        {part === 'totals' ? <TotalsPart stations={board.stations ?? []} /> : undefined}
        {part === 'code' ? <NewCode stations={board.stations ?? []} /> : undefined}
      </div>
      {open === undefined ? undefined : (
        <aside
          aria-label={t('fleet.station.label')}
          className="min-h-0 overflow-auto border-line bg-surface wide:border-s print:hidden"
        >
          <StationPanel key={open.id} station={open} stations={board.stations ?? []} now={board.now} />
        </aside>
      )}
    </div>
  )
}

function FleetHead({ part, board }: { readonly part: FleetPart; readonly board: Board }) {
  const [isPutting, setPutting] = useState(false)
  return (
    <header className="grid shrink-0 gap-3 print:hidden">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 px-5">
        <div className="min-w-0">
          <h1 className="text-title font-semibold">{t('frame.fleet')}</h1>
          <LinkLine />
        </div>
        <div className="flex flex-wrap gap-2">
          <Button onPress={() => setPutting(true)}>
            <FileUp aria-hidden size="1rem" />
            {t('fleet.documents.put')}
          </Button>
          {part === 'code' ? undefined : (
            <LinkButton to={fleetPath('code')} variant={part === 'computers' ? 'primary' : 'plain'}>
              <TicketPlus aria-hidden size="1rem" />
              {t('fleet.parts.code')}
            </LinkButton>
          )}
        </div>
      </div>
      <nav aria-label={t('frame.fleet')} className="flex flex-wrap gap-1 border-b border-line px-5">
        {tabs.map((name) => (
          <Link
            key={name}
            href={fleetPath(name)}
            {...(name === part ? { 'aria-current': 'page' } : {})}
            className="-mb-px rounded-t-normal border-b-2 border-transparent px-3 py-2 text-soft no-underline outline-offset-[-2px] hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-semibold aria-[current=page]:text-accent"
          >
            {t(`fleet.parts.${name}`)}
          </Link>
        ))}
      </nav>
      <div className="px-5 empty:hidden">
        <LinkNotice board={board} isOnBoard={part === 'computers'} />
      </div>
      {isPutting ? <PutDocumentDialog onClose={() => setPutting(false)} /> : undefined}
    </header>
  )
}

/** The dialog stays open, because there may be several documents. */
function PutDocumentDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog
      title={t('settings.documents.title')}
      onClose={onClose}
      actions={<Button onPress={onClose}>{t('ui.close')}</Button>}
    >
      <PutDocument />
    </Dialog>
  )
}

/** Says that the hub is reached. If not, `LinkNotice` says why. */
function LinkLine() {
  const fleet = useSnapshot((snapshot) => snapshot.fleet)
  const now = useNow()
  if (fleet === undefined || fleet.link === 'unreached') return undefined
  return <output className="block text-small text-soft [overflow-wrap:anywhere]">{sayLink(fleet, now)}</output>
}

/** Says why the board could not be read: once for all parts of the screen, if the hub is not reached. */
function LinkNotice({ board, isOnBoard }: { readonly board: Board; readonly isOnBoard: boolean }) {
  const fleet = useSnapshot((snapshot) => snapshot.fleet)
  const now = useNow()
  const ask = (
    <Button size="small" isBusy={board.isBusy} onPress={() => void board.refresh()}>
      {t('fleet.askNow')}
    </Button>
  )
  if (fleet?.link !== 'unreached')
    return board.error === undefined ? undefined : <ErrorNotice error={board.error} actions={ask} />
  return (
    <Notice tone="warning" actions={ask}>
      {sayLink(fleet, now)}
      {isOnBoard && board.stations !== undefined ? ` ${t('fleet.board.stale')}` : ''}
    </Notice>
  )
}

function Computers({ board, openId }: { readonly board: Board; readonly openId: string | undefined }) {
  const [, navigate] = useLocation()
  const [form, change] = useKept<BoardForm>('fleet.board', emptyBoardForm)
  const [onOpen] = useState(() => (id: string) => navigate(fleetPath('computers', id)))
  const { stations, now } = board
  if (stations === undefined)
    return <output className="px-5 text-soft">{board.error === undefined ? t('fleet.board.reading') : ''}</output>
  const tag = shownFormatTag()
  const shown = sortStations(filterStations(stations, form), tag)
  const isNarrowed = form.text.trim() !== '' || form.group !== undefined || form.show !== 'all'
  return (
    <>
      <div className="grid shrink-0 gap-3 px-5">
        {stations.length === 1 ? <Notice tone="info">{t('fleet.board.alone')}</Notice> : undefined}
        <BoardFilter form={form} onChange={change} stations={stations} groups={groupsOf(stations, tag)} />
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p aria-live="polite" className="text-small text-soft tabular-nums">
            {isNarrowed
              ? t('fleet.board.found', { count: shown.length, total: stations.length })
              : t('fleet.board.count', { count: shown.length })}
          </p>
          <ExportCsv name="board" rows={() => boardRows(shown)} isDisabled={shown.length === 0} />
        </div>
      </div>
      <div className="relative min-h-72 flex-1 border-t border-line bg-surface">
        {shown.length === 0 ? (
          <EmptyState
            icon={SearchX}
            title={t('fleet.board.noneFound')}
            actions={<Button onPress={() => change(emptyBoardForm)}>{t('activity.filter.clear')}</Button>}
          />
        ) : (
          <BoardList stations={shown} now={now} openId={openId} onOpen={onOpen} />
        )}
      </div>
    </>
  )
}
