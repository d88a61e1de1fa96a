/**
 * What the page may load and run, the same on both hosts. Scripts and styles come only from the app's files, never inline.
 * `wasm-unsafe-eval` is for the WebAssembly of the barcode reader; it does not allow `eval`.
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

/** Headers of every answer of both hosts. */
export const securityHeaders = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy':
    'camera=(self), microphone=(), geolocation=(), display-capture=(), usb=(), serial=(), hid=(), payment=()',
} as const satisfies Readonly<Record<string, string>>
