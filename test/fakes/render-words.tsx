import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** The markup of a screen part with its texts. A missing text throws. */
export function renderWords(part: ReactNode): string {
  return renderToStaticMarkup(part)
}
