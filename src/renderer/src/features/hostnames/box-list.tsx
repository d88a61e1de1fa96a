import { RefreshCw } from 'lucide-react'
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import type { HostnameList, ListedBox } from '../../../../shared/bridge/hostname-channels.ts'
import type { DeviceIdentifier } from '../../../../shared/domain/device-identifier.ts'
import { joinWords, t } from '../../locale.ts'
import { ErrorNotice } from '../../bridge/use-call.tsx'
import { useSnapshot, useVendor } from '../../state/services.tsx'
import { useRead } from '../../state/use-read.ts'
import { Button } from '../../ui/button.tsx'
import { formatWhen, useNow } from '../../ui/format-time.ts'
import { Notice } from '../../ui/notice.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { type VirtualRow, VirtualRows } from '../../ui/virtual-rows.tsx'
import { Identifier } from '../ticket/device-label.tsx'

export type KnownList = ReturnType<typeof useHostnameList>

/** Returns the cached list at once, and later the platform's list. `isCached`: the platform has not answered, or the read failed. */
export function useHostnameList(hostname: string | undefined) {
  const scope = useSnapshot((snapshot) => snapshot.activeConnectionId)
  const request = hostname === undefined ? undefined : { hostname }
  const kept = useRead('hostname.cached', request, { scope })
  const { value, isBusy, error, refresh } = useRead('hostname.read', request, { scope })
  const list = value ?? kept.value?.list
  return { list, isCached: list !== undefined && (value === undefined || error !== undefined), isBusy, error, refresh }
}

export function BoxList({ hostname, known }: { readonly hostname: string; readonly known: KnownList }) {
  const now = useNow()
  const { list, isCached, isBusy, error, refresh } = known
  const when = list === undefined ? undefined : formatWhen(list.at, now)
  return (
    <Panel
      flush
      title={t('hostnames.list.title', { hostname })}
      note={list && t(isCached ? 'hostnames.list.keptFrom' : 'hostnames.list.from', { count: list.boxes.length, when })}
      aside={
        <Button size="small" onPress={() => void refresh()} isBusy={isBusy}>
          <RefreshCw aria-hidden size="0.875rem" />
          {t(isBusy ? 'hostnames.list.asking' : 'hostnames.list.refresh')}
        </Button>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 px-5 pb-3 empty:hidden">
        <ErrorNotice error={error} />
        {error !== undefined && list !== undefined ? (
          <Notice tone="warning" announce="off">
            {t(error.code === 'not-understood' ? 'hostnames.list.unreadKept' : 'hostnames.list.kept', { when })}
          </Notice>
        ) : undefined}
        {error !== undefined && list === undefined ? (
          <p className="text-soft">{t('hostnames.list.unknown')}</p>
        ) : undefined}
      </div>
      {list === undefined ? undefined : list.boxes.length === 0 ? (
        <NoBoxes hostname={hostname} list={list} />
      ) : (
        <SearchedList hostname={hostname} boxes={list.boxes} />
      )}
    </Panel>
  )
}

function NoBoxes({ hostname, list }: { readonly hostname: string; readonly list: HostnameList }) {
  const { none = 'either', words } = list
  return (
    <div data-none={none} className="grid gap-1 px-5 pb-5 [overflow-wrap:anywhere]">
      <p className="font-semibold">{t(`hostnames.list.none.${none}.what`, { hostname })}</p>
      <p className="text-soft">{t(`hostnames.list.none.${none}.next`)}</p>
      {words === undefined ? undefined : (
        <p className="text-soft">
          {t('errors.platformSaid')} <q className="font-figures text-small">{words}</q>
        </p>
      )}
    </div>
  )
}

function SearchedList({ hostname, boxes }: { readonly hostname: string; readonly boxes: readonly ListedBox[] }) {
  const [text, setText] = useState('')
  const typed = useDeferredValue(text)
  const found = useMemo(() => findBoxes(boxes, typed), [boxes, typed])
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-end justify-between gap-2 px-5">
        <div className="w-64 max-w-full">
          <TextField
            aria-label={t('hostnames.list.find')}
            placeholder={t('hostnames.list.findHint')}
            type="search"
            figures
            value={text}
            onChange={setText}
          />
        </div>
        <output className="block text-small text-soft tabular-nums">
          {typed.trim() === ''
            ? t('hostnames.list.count', { count: boxes.length })
            : t('hostnames.list.found', { count: found.length, total: boxes.length })}
        </output>
      </div>
      {found.length === 0 ? (
        <p className="px-5 pb-5 text-soft">{t('hostnames.list.noneFound', { text: typed })}</p>
      ) : (
        <div className="border-t border-line">
          <VirtualRows label={t('hostnames.list.title', { hostname })} rows={found}>
            {({ box }) => <BoxRow {...box} note={t('hostnames.list.asWritten')} />}
          </VirtualRows>
        </div>
      )}
    </div>
  )
}

const plain = (text: string): string => text.toUpperCase().replace(/[\s:.-]/g, '')

/** All identifiers of a listed box that could be read. */
export const identifiersOf = ({ identifier, also = [] }: ListedBox): readonly DeviceIdentifier[] =>
  identifier === undefined ? [] : [identifier, ...also]

/** Returns the boxes whose text contains the typed text, ignoring separators. Returns all boxes for an empty text. */
export function findBoxes(
  boxes: readonly ListedBox[],
  typed: string,
): readonly (VirtualRow & { readonly box: ListedBox })[] {
  const wanted = plain(typed)
  return boxes.flatMap((box, id) => {
    const ground = [box.text, ...identifiersOf(box).map(({ value }) => value), box.model ?? '']
    return ground.map(plain).join(' ').includes(wanted) ? [{ id, says: box.text, box }] : []
  })
}

interface BoxRowProps extends ListedBox {
  /** Shown below a text that names no box. */
  readonly note: ReactNode
  readonly aside?: ReactNode
}

export function BoxRow({ identifier, text, model, note, aside }: BoxRowProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <div className="min-w-0">
        <p className="font-semibold">
          {identifier === undefined ? (
            <span className="font-figures [overflow-wrap:anywhere]" translate="no">
              {text}
            </span>
          ) : (
            <Identifier identifier={identifier} />
          )}
        </p>
        <div className="text-small text-soft [overflow-wrap:anywhere]">
          {identifier === undefined ? note : <BoxWords identifier={identifier} model={model} />}
        </div>
      </div>
      {aside}
    </div>
  )
}

function BoxWords({ identifier, model }: Pick<ListedBox, 'model'> & { readonly identifier: DeviceIdentifier }) {
  const maker = useVendor(identifier) ?? t(`ticket.deviceLabel.kind.${identifier.kind}`)
  return joinWords([maker, model])
}
