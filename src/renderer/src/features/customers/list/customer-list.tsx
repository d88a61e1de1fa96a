import { useEffect, useMemo, useRef, useState, type ReactElement, type RefObject } from 'react'
import { GridList, GridListItem, type Key } from 'react-aria-components/GridList'
import { Layout, LayoutInfo, Rect, Size, Virtualizer } from 'react-aria-components/Virtualizer'
import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import type { CustomerFacts, CustomerRow } from '../../../../../shared/domain/customer/customer-view.ts'
import { isolate, t } from '../../../locale.ts'
import { customerPath } from '../../../routes.ts'
import { clsx } from 'clsx'
import { CustomerStatusChip, nameOf, sayDaysLeft, useProductName } from '../say-customer.tsx'
import { hasDetails } from './list-source.ts'
import { placesBetween, type CustomerListState, type ListedCustomer } from './customer-list-store.ts'
import { formatToldDay, useNow } from '../../../ui/format-time.ts'

/** The number of rows rendered before the visible rows, and after them. */
const around = 40
/** The rendered rows change in steps of this many rows, so that they do not change with every scrolled pixel. */
const step = 20
/** The height of a row in pixels until it is measured. */
const assumedHeight = 52

interface RowLayoutOptions {
  readonly rowHeight: number
  /** The number of rows in the whole list. The collection has only the rows around the visible rows. */
  readonly total: number
}

/** An item of the collection. The library does not export this type. */
type ListNode = NonNullable<Layout['virtualizer']>['collection'] extends Iterable<infer Item> ? Item & object : never

/**
 * A layout for rows of equal height. The key of a row is its index in the whole list. So a collection of a few hundred rows can
 * represent a list of any length, and neither memory nor time grows with the length.
 */
class RowLayout extends Layout<ListNode, RowLayoutOptions> {
  private infos = new Map<Key, LayoutInfo>()
  private options: RowLayoutOptions = { rowHeight: 1, total: 0 }

  override update({ layoutOptions }: { readonly layoutOptions?: RowLayoutOptions }): void {
    this.options = layoutOptions ?? this.options
    const { rowHeight } = this.options
    const width = this.virtualizer?.visibleRect.width ?? 0
    this.infos = new Map()
    for (const key of this.virtualizer?.collection.getKeys() ?? []) {
      const info = new LayoutInfo('item', key, new Rect(0, Number(key) * rowHeight, width, rowHeight))
      this.infos.set(key, info)
    }
  }

  override getVisibleLayoutInfos(rect: Rect): LayoutInfo[] {
    const isPersisted = (key: Key): boolean => this.virtualizer?.isPersistedKey(key) === true
    return [...this.infos.values()].filter((info) => info.rect.intersects(rect) || isPersisted(info.key))
  }

  override getLayoutInfo(key: Key): LayoutInfo | null {
    return this.infos.get(key) ?? null
  }

  override getContentSize(): Size {
    const { rowHeight, total } = this.options
    return new Size(this.virtualizer?.visibleRect.width ?? 0, rowHeight * total)
  }

  override shouldInvalidateLayoutOptions(now: RowLayoutOptions, before: RowLayoutOptions): boolean {
    return now.rowHeight !== before.rowHeight || now.total !== before.total
  }
}

interface RowParts extends Omit<CustomerLineProps, 'row'> {
  readonly open: CustomerFacts
  readonly navigate: (path: string) => void
  readonly loading: string
}

/**
 * Creates the render function of a row. This function must stay outside the list component. The library remembers every rendered row. If
 * the function were a closure of the component, the remembered rows would hold all pages in memory.
 */
function makeRow({ open, navigate, loading, ...rest }: RowParts): (place: ListedCustomer) => ReactElement {
  return ({ id, row }) => (
    <GridListItem
      id={id}
      textValue={nameOf(row ?? {}) ?? row?.userid ?? loading}
      onAction={() => {
        if (row !== undefined) navigate(customerPath(row))
      }}
      render={(props) => <div {...props} aria-rowindex={id + 1} data-customer={row?.userid} />}
      className={clsx(
        'flex h-full w-full items-center gap-3 border-b border-line px-5 outline-offset-[-2px] data-hovered:bg-sunken',
        isOpen(row, open) && 'bg-accent-tint data-hovered:bg-accent-tint',
      )}
    >
      <CustomerLine row={row} {...rest} />
    </GridListItem>
  )
}

/**
 * A list of any length that renders only the visible rows and some around them. Supports Up, Down, Page Up, Page Down and Enter.
 * `VirtualRows` is not used, because its collection has every row of the list.
 */
export function CustomerTable({
  label,
  list,
  onSight,
  open: { userid, customermappingid },
}: {
  readonly label: string
  readonly list: Pick<CustomerListState, 'pages' | 'total' | 'isStale'>
  readonly onSight: (first: number, last: number) => void
  readonly open: CustomerFacts
}) {
  const [, navigate] = useLocation()
  const now = useNow()
  const productName = useProductName()
  const scroller = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<ListedCustomer>()
  const rowHeight = useRowHeight(probe)
  const { pages, total } = list
  const { first, end } = useRowWindow(scroller, rowHeight, onSight)
  const places = useMemo(() => {
    const inWindow = placesBetween({ pages, total }, first, end)
    // The focused row stays rendered while it is out of sight, because a row that is removed loses the focus.
    if (focused === undefined || focused.id >= total || (focused.id >= first && focused.id < end)) return inWindow
    return focused.id < first ? [focused, ...inWindow] : [...inWindow, focused]
  }, [pages, total, first, end, focused])
  const layoutOptions = useMemo(() => ({ rowHeight, total }), [rowHeight, total])
  const renderRow = useMemo(() => {
    const open = { userid, customermappingid }
    return makeRow({ now, productName, navigate, open, loading: t('customers.list.loading') })
  }, [now, productName, navigate, userid, customermappingid])
  return (
    <div
      className="contents"
      onFocus={({ target }) => {
        const row = target.closest('[aria-rowindex]')
        if (row !== null) setFocused(places.find(({ id }) => id + 1 === Number(row.getAttribute('aria-rowindex'))))
      }}
    >
      <div ref={probe} aria-hidden className="absolute h-[3.25rem] w-0" />
      <Virtualizer layout={RowLayout} layoutOptions={layoutOptions}>
        <GridList
          ref={scroller}
          aria-label={label}
          items={places}
          dependencies={[renderRow]}
          disallowTypeAhead
          render={(props) => <div {...props} aria-rowcount={total} />}
          className={clsx(
            '@container size-full overflow-auto overflow-x-hidden! **:[[role=presentation]]:w-full! outline-offset-[-2px] transition-opacity',
            list.isStale && 'opacity-60',
          )}
        >
          {renderRow}
        </GridList>
      </Virtualizer>
    </div>
  )
}

function isOpen(row: CustomerRow | undefined, { userid, customermappingid }: CustomerFacts): boolean {
  if (userid !== undefined) return row?.userid === userid
  return customermappingid !== undefined && row?.customermappingid === customermappingid
}

/** Returns the height of an element in pixels, and updates it, because rows grow with the size of the text. */
function useRowHeight(probe: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(assumedHeight)
  useEffect(() => {
    const element = probe.current
    if (element === null) return undefined
    const look = (): void => {
      if (element.offsetHeight > 0) setHeight(element.offsetHeight)
    }
    const resized = new ResizeObserver(look)
    resized.observe(element)
    look()
    return () => resized.disconnect()
  }, [probe])
  return height
}

/** Returns the rows to render, from `first` to before `end`. Follows the scroll position and reports the visible rows. */
function useRowWindow(
  scroller: RefObject<HTMLElement | null>,
  rowHeight: number,
  onSight: (first: number, last: number) => void,
) {
  const [rows, setRows] = useState({ first: 0, end: 2 * around })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const follow = (action: (change: () => void) => void) => () => {
      const { clientHeight, scrollTop } = element
      if (clientHeight === 0) return
      const firstSeen = Math.floor(scrollTop / rowHeight)
      const lastSeen = Math.ceil((scrollTop + clientHeight) / rowHeight)
      onSight(firstSeen, lastSeen)
      const first = Math.max(0, Math.floor((firstSeen - around) / step) * step)
      const end = Math.ceil((lastSeen + around) / step) * step
      action(() => setRows((before) => (before.first === first && before.end === end ? before : { first, end })))
    }
    // Renders in the same frame as the scrolling. Otherwise rows would be blank for one frame.
    const onScroll = follow(flushSync)
    const onResize = follow((change) => change())
    const resized = new ResizeObserver(onResize)
    resized.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    onResize()
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller, rowHeight, onSight])
  return rows
}

interface CustomerLineProps {
  /** Undefined while the row is being fetched again. */
  readonly row: CustomerRow | undefined
  readonly now: number
  readonly productName: (product: string) => string
}

export function CustomerLine({ row, now, productName }: CustomerLineProps) {
  if (row === undefined)
    return (
      <span className="h-3 w-48 max-w-full rounded-full bg-sunken">
        <span className="sr-only">{t('customers.list.loading')}</span>
      </span>
    )
  const name = nameOf(row)
  const id = row.userid ?? row.customermappingid ?? ''
  const days = sayDaysLeft(row.endDate, now)
  return (
    <>
      <span className="min-w-0 flex-1 basis-0">
        <span dir="auto" className="block truncate font-semibold">
          {name ?? <Figures text={id} />}
        </span>
        <span dir="auto" className="block truncate text-small text-soft">
          {name === undefined ? undefined : <Figures text={id} />}
          {name === undefined || row.mobile === undefined ? '' : ' · '}
          {row.mobile && isolate(row.mobile)}
        </span>
      </span>
      <span className="hidden min-w-0 flex-1 basis-0 @min-[34rem]:block">
        <span dir="auto" className="block truncate">
          {row.product === undefined ? undefined : productName(row.product)}
        </span>
        <span dir="auto" className="block truncate text-small text-soft">
          {row.city ?? row.email}
        </span>
      </span>
      <span className="hidden w-30 shrink-0 tabular-nums @min-[26rem]:block">
        <span className="block truncate">{row.endDate && formatToldDay(row.endDate)}</span>
        <span className="block truncate text-small text-soft">{days}</span>
      </span>
      <span className="flex shrink-0 justify-end @min-[20rem]:w-26">
        {row.status === undefined ? undefined : <CustomerStatusChip status={row.status} />}
        {hasDetails(row) ? undefined : (
          <span className="text-small text-soft">
            {t(row.isUnknown === true ? 'customers.list.unknown' : 'customers.list.untold')}
          </span>
        )}
      </span>
    </>
  )
}

function Figures({ text }: { readonly text: string }) {
  return (
    <span className="font-figures tabular-nums" translate="no">
      {text}
    </span>
  )
}
