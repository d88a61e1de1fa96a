import type { Key } from 'react-aria-components/GridList'
import { Layout, LayoutInfo, Rect, Size } from 'react-aria-components/Virtualizer'

export interface RowLayoutOptions {
  /** Pixels. */
  readonly rowHeight: number
  /** Rows of the whole list, of which the collection holds those around what is in sight. */
  readonly total: number
}

/** What a layout is given to lay out, as the library's own type has it. */
type ListNode = NonNullable<Layout['virtualizer']>['collection'] extends Iterable<infer Item> ? Item & object : never

/**
 * Rows of one height. A row's key is its place in the whole list, so that a collection of some hundred rows stands for any
 * number: neither memory nor the time of a step grows with the list.
 */
export class RowLayout extends Layout<ListNode, RowLayoutOptions> {
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
