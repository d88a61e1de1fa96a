import { hostTexts } from '../host/say.ts'

/** The pages of the host itself, for who is not let in. */
export type PageName = keyof typeof hostTexts.pages

/** Where the pages' own style is served, to anybody: the policy forbids styles in a page. */
export const pageStylePath = '/setdesk-host.css'

export const pageStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f6f4f8, #17141c) }
main { max-width: 34rem; margin: 1.5rem; padding: 2rem; border-radius: 12px; background: light-dark(#fff, #221e29); color: light-dark(#221e29, #eeeaf3) }
h1 { margin: 0 0 .75rem; font-size: 1.25rem }
p { margin: 0 0 1rem }
a { color: light-dark(#6b3fa0, #c9a8ee) }
`

/** A whole page of the host's own. Made of fixed texts alone: nothing of a request is in it. */
export function writePage(name: PageName): string {
  const page = hostTexts.pages[name]
  const link = 'link' in page ? `<p><a href="/">${page.link}</a></p>` : ''
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${hostTexts.title}: ${page.heading}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="${pageStylePath}"></head>
<body><main><h1>${page.heading}</h1><p>${page.text}</p>${link}</main></body></html>`
}
