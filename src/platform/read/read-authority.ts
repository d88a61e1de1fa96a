import { X509Certificate } from 'node:crypto'

/** A certificate as a person is shown it. */
export interface AuthorityCertificate {
  /** Whom it is of, in the certificate's own words. */
  readonly subject: string
  /** Milliseconds since 1970. */
  readonly until: number
  /** Of the whole certificate, SHA-256, in pairs. */
  readonly fingerprint: string
}

/** The certificates of a file, as PEM text that holds nothing else. */
export interface Authority {
  readonly pem: string
  readonly certificates: readonly AuthorityCertificate[]
}

const block = /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[^-]+-----END (?:TRUSTED |X509 )?CERTIFICATE-----/g

/**
 * Reads certificates, in PEM or DER. Absent where there is none, or one that cannot be read: half of a chain would be found
 * out only at the counter. A key that lies beside them in the file is left out.
 */
export function readAuthority(file: Uint8Array): Authority | undefined {
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

/** `CN=Example CA` and `O=Example` on lines of their own become one line; a name without words stays empty. */
const sayName = (subject: string | undefined): string => (subject ?? '').replaceAll('\n', ', ')
