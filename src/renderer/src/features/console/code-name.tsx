import { Fragment } from 'react'

/** A name of the interface that may wrap only before a capital letter or an underscore. */
export function CodeName({ name }: { readonly name: string }) {
  return name.split(/(?=[A-Z_])/).map((part, index) => (
    <Fragment key={`${String(index)} ${part}`}>
      {index > 0 ? <wbr /> : undefined}
      {part}
    </Fragment>
  ))
}
