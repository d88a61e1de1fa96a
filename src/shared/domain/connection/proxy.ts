import { z } from 'zod'

type ProxyProblem = 'proxy-scheme' | 'proxy-log-in' | 'proxy-address'

/** An HTTP proxy as a connection stores it, `http://host:port`; empty for none. */
type ProxyReading =
  | { readonly ok: true; readonly proxy: string }
  | { readonly ok: false; readonly problem: ProxyProblem }

/** Reads a typed proxy; `host:port` is enough. Rejects credentials, because the vault stores them. */
export function readProxy(typed: string): ProxyReading {
  const text = typed.trim()
  if (text === '') return { ok: true, proxy: '' }
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]
  if (scheme !== undefined && !/^http$/i.test(scheme)) return { ok: false, problem: 'proxy-scheme' }
  const whole = scheme === undefined ? `http://${text}` : text
  if (/\s/.test(text) || !URL.canParse(whole)) return { ok: false, problem: 'proxy-address' }
  const url = new URL(whole)
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'proxy-log-in' }
  if (url.hostname === '' || url.pathname !== '/' || url.search !== '' || url.hash !== '')
    return { ok: false, problem: 'proxy-address' }
  return { ok: true, proxy: url.origin }
}

export const proxySchema = z
  .string()
  .max(300, 'too-long')
  .transform((text, context) => {
    const reading = readProxy(text)
    if (reading.ok) return reading.proxy
    context.addIssue({ code: 'custom', message: reading.problem })
    return z.NEVER
  })

/** The credentials of a proxy: a secret, sealed like a token and never in the settings. */
export const proxyLogInSchema = z.object({
  user: z
    .string()
    .trim()
    .min(1, 'required')
    .max(200, 'too-long')
    .regex(/^[^:\p{Cc}]*$/u, 'proxy-user'),
  password: z.string().max(200, 'too-long'),
})
export type ProxyLogIn = z.infer<typeof proxyLogInSchema>
