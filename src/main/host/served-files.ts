import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What the page may load and run, the same on both hosts. Scripts and styles come only from the app's files, never inline.
 * `wasm-unsafe-eval` is for the barcode reader's WebAssembly and does not allow `eval`.
 */
export const contentSecurityPolicy = [
  `default-src 'none'`,
  `script-src 'self' 'wasm-unsafe-eval'`,
  `style-src 'self'`,
  `img-src 'self' data: blob:`,
  `font-src 'self'`,
  `connect-src 'self'`,
  `media-src 'self' blob:`,
  `worker-src 'self' blob:`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ')

export const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(self), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=(), payment=()',
} as const satisfies Readonly<Record<string, string>>

export interface ServedFile {
  /** An absolute path. */
  readonly path: string
  readonly type: string
  /** The name contains a hash of the content, so the file never changes. */
  readonly immutable: boolean
}

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  mjs: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
  bin: 'application/octet-stream',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
}

/**
 * The files of a folder by URL path, listed once at the start. Requests are only looked up in this list, so no spelling of a path
 * can leave the folder. Symbolic links, hidden files and unknown types are not listed.
 */
export function listServedFiles(root: string): ReadonlyMap<string, ServedFile> {
  const files = new Map(walk(root, ''))
  const page = files.get('/index.html')
  if (page !== undefined) files.set('/', page)
  return files
}

function walk(root: string, under: string): [string, ServedFile][] {
  return readdirSync(join(root, under)).flatMap((name): [string, ServedFile][] => {
    if (name.startsWith('.')) return []
    const path = join(root, under, name)
    const stat = lstatSync(path)
    if (stat.isDirectory()) return walk(root, `${under}/${name}`)
    const type = types[name.slice(name.lastIndexOf('.') + 1)]
    if (!stat.isFile() || type === undefined) return []
    return [[`${under}/${name}`, { path, type, immutable: under.startsWith('/assets') }]]
  })
}
