import { X509Certificate } from 'node:crypto'
import type { AuthorityView } from '../../shared/bridge/connection-channels.ts'

const block = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]+-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g

/**
 * Reads certificates in PEM or DER. Undefined if there is no certificate. Also undefined if one of several certificates cannot be read,
 * because an incomplete chain would fail only later, in front of a customer. `pem` holds only the certificates: a private key in the same
 * file is left out.
 */
export function readAuthority(file: Uint8Array): AuthorityView | undefined {
  const blocks = Buffer.from(file).toString('latin1').match(block)
  const read = (blocks ?? [file]).map(readCertificate)
  const certificates = read.filter((certificate) => certificate !== undefined)
  if (certificates.length < read.length) return undefined
  return {
    pem: certificates.map((certificate) => certificate.toString()).join(''),
    certificates: certificates.map(({ subject, validToDate, fingerprint256 }) => ({
      subject: sayName(subject),
      until: validToDate.getTime(),
      fingerprint: fingerprint256,
    })),
  }
}

function readCertificate(source: string | Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(source)
  } catch {
    return undefined
  }
}

/** Joins the lines of a subject, such as `CN=Example CA` and `O=Example`. Empty if there is no subject. */
const sayName = (subject: string | undefined): string => (subject ?? '').replaceAll('\n', ', ')
