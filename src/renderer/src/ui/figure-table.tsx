import type { ReactNode } from 'react'

interface FigureTableProps<Row> {
  /** The heading of the column with the names. */
  readonly first: string
  readonly rows: readonly Row[]
  readonly columns: readonly (readonly [title: string, figure: (row: Row) => string])[]
  /** The name of a row as it is shown. */
  readonly children: (row: Row) => ReactNode
}

const cell =
  'px-3 py-2 text-end tabular-nums last:pe-5 max-narrow:flex max-narrow:justify-between max-narrow:px-5 max-narrow:py-0.5'

/** In a narrow window each figure is beside its own heading. */
export function FigureTable<Row extends { readonly name: string }>({
  first,
  rows,
  columns,
  children,
}: FigureTableProps<Row>) {
  return (
    <table className="w-full border-collapse">
      <thead className="max-narrow:sr-only">
        <tr className="border-y border-line text-small text-soft">
          <th scope="col" className="px-5 py-2 font-semibold">
            {first}
          </th>
          {columns.map(([title]) => (
            <th key={title} scope="col" className="px-3 py-2 text-end font-semibold last:pe-5">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name} className="border-b border-line last:border-0 max-narrow:block max-narrow:py-2">
            <th
              scope="row"
              className="px-5 py-2 font-semibold [overflow-wrap:anywhere] max-narrow:block max-narrow:py-0.5"
            >
              {children(row)}
            </th>
            {columns.map(([title, figure]) => (
              <td key={title} className={cell}>
                <span aria-hidden className="font-words text-small text-soft narrow:hidden">
                  {title}
                </span>
                {figure(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The main figures of a page in one row, each below its name. */
export function FigureStrip(props: { readonly figures: readonly (readonly [name: string, figure: string])[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] overflow-clip rounded-large border border-line bg-surface">
      {props.figures.map(([name, figure]) => (
        <div key={name} className="-me-px -mb-px grid content-between gap-1 border-e border-b border-line px-5 py-4">
          <dt className="text-small text-soft">{name}</dt>
          <dd className="font-figures text-title font-semibold tabular-nums">{figure}</dd>
        </div>
      ))}
    </dl>
  )
}
