import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'

/** Whom TLS trusts: what Node brings, the system's store, and what a connection adds (PEM). Read when first needed. */
export type Trust = (authority?: string) => SecureContext

/** `system` reads the store of the operating system, which takes a tenth of a second. */
export function createTrust(system: () => readonly string[] = () => getCACertificates('system')): Trust {
  const contexts = new Map<string, SecureContext>()
  let common: readonly string[] | undefined
  return (authority = '') => {
    const known = contexts.get(authority)
    if (known !== undefined) return known
    common ??= [...new Set([...getCACertificates('default'), ...system()])]
    const context = createContext(common, authority)
    contexts.set(authority, context)
    return context
  }
}

/** A text that is no certificate, from settings changed by hand, adds no trust and takes none away. */
function createContext(common: readonly string[], authority: string): SecureContext {
  try {
    if (authority !== '') return createSecureContext({ ca: [...common, authority] })
  } catch {
    // Falls to the common trust below: the platform's certificate is then found not trusted, in words.
  }
  return createSecureContext({ ca: [...common] })
}
