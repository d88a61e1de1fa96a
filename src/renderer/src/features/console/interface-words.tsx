import { Fragment, type ReactNode } from 'react'

/** Text from the interface document. It is English in every language, and runs from left to right even in Arabic. */
export function InterfaceWords({ children }: { readonly children: ReactNode }) {
  return (
    <span lang="en" dir="ltr">
      {children}
    </span>
  )
}

/** A name from the platform's interface. It may wrap only before a capital letter or an underscore. */
export function CodeName({ name }: { readonly name: string }) {
  return (
    <span translate="no" lang="en" dir="ltr">
      {name.split(/(?=[A-Z_])/).map((part, index) => (
        <Fragment key={`${String(index)} ${part}`}>
          {index > 0 ? <wbr /> : undefined}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
