import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { I18nextProvider } from 'react-i18next'
import { createLocale } from '../../src/renderer/src/locale.ts'

/** The markup of a screen part with its texts. A missing text throws. */
export function renderWords(part: ReactNode): string {
  return renderToStaticMarkup(<I18nextProvider i18n={createLocale({ strict: true })}>{part}</I18nextProvider>)
}
