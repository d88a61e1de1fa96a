import { useMemo, useRef, useState, type ReactElement, useEffect, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { GridList, GridListItem } from 'react-aria-components/GridList'
import { Virtualizer } from 'react-aria-components/Virtualizer'
import { useLocation } from 'wouter'
import type { CustomerFacts } from '../../../../../shared/domain/customer-view.ts'
import { useProductName } from '../use-product-name.ts'
import { customerPath } from '../../../routes.ts'
import { useNow } from '../../../state/use-now.ts'
import { joinClasses } from '../../../ui/join-classes.ts'
import { placesBetween, type CustomerListState, type ListedCustomer } from './customer-list-store.ts'
import { CustomerLine, type CustomerRowProps } from './customer-row.tsx'
import { RowLayout } from './row-layout.ts'
import { nameOf } from '../say-customer.ts'
import { useRowWindow } from './use-row-window.ts'

export interface CustomerListProps {
  readonly label: string
  readonly list: Pick<CustomerListState, 'pages' | 'total' | 'isStale'>
  readonly onSight: (first: number, last: number) => void
  readonly open: CustomerFacts
}

const noHeight = 52

interface RowParts extends Pick<CustomerRowProps, 'now' | 'productName'> {
  readonly open: CustomerFacts
  readonly navigate: (path: string) => void
  readonly loading: string
}

/**
 * A row's renderer. Outside of the list: the library keeps each row that it made, and one that was made in there would hold
 * all the pages of its time, and by them every row before.
 */
function makeRow({ open, navigate, loading, ...rest }: RowParts): (place: ListedCustomer) => ReactElement {
  return (place) => (
    <GridListItem
      id={place.id}
      textValue={nameOf(place.row ?? {}) ?? place.row?.userid ?? loading}
      onAction={() => {
        if (place.row !== undefined) navigate(customerPath(place.row))
      }}
      render={(props) => <div {...props} aria-rowindex={place.id + 1} data-customer={place.row?.userid} />}
      className={joinClasses(
        'flex h-full w-full items-center gap-3 border-b border-line px-5 outline-offset-[-2px] data-hovered:bg-sunken',
        isOpen(place, open) && 'bg-accent-tint data-hovered:bg-accent-tint',
      )}
    >
      <CustomerLine row={place.row} {...rest} />
    </GridListItem>
  )
}

/** A list of any length: what is in sight is rendered, and some rows around it. Up, Down, Page Up, Page Down and Enter work on it. */
export function CustomerTable({ label, list, onSight, open }: CustomerListProps) {
  const { t } = useTranslation()
  const [, navigate] = useLocation()
  const now = useNow()
  const productName = useProductName()
  const scroller = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<ListedCustomer>()
  const rowHeight = useRowHeight(probe) ?? noHeight
  const { pages, total } = list
  const { first, end } = useRowWindow(scroller, rowHeight, onSight)
  const places = useMemo(() => {
    const inWindow = placesBetween({ pages, total }, first, end)
    // The row that has the focus keeps it while it is out of sight.
    if (focused === undefined || focused.id >= total || (focused.id >= first && focused.id < end)) return inWindow
    return focused.id < first ? [focused, ...inWindow] : [...inWindow, focused]
  }, [pages, total, first, end, focused])
  const layoutOptions = useMemo(() => ({ rowHeight, total }), [rowHeight, total])
  const { userid, customermappingid } = open
  const renderRow = useMemo(
    () =>
      makeRow({
        now,
        productName,
        navigate,
        open: { userid, customermappingid },
        loading: t('customers.list.loading'),
      }),
    [now, productName, navigate, userid, customermappingid, t],
  )
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
          className={joinClasses(
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

const isOpen = ({ row }: ListedCustomer, open: CustomerFacts): boolean =>
  row !== undefined &&
  (open.userid === undefined
    ? open.customermappingid !== undefined && row.customermappingid === open.customermappingid
    : row.userid === open.userid)

/** The height of an element in pixels, kept up to date: rows are as high as the text is large. */
function useRowHeight(probe: RefObject<HTMLElement | null>): number | undefined {
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    const element = probe.current
    if (element === null) return undefined
    const look = (): void => {
      if (element.offsetHeight > 0) setHeight(element.offsetHeight)
    }
    const resized = new ResizeObserver(look)
    resized.observe(element)
    look()
    return () => {
      resized.disconnect()
    }
  }, [probe])
  return height
}
