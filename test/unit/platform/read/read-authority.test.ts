import { expect, test } from 'vitest'
import { readAuthority } from '../../../../src/platform/read/read-authority.ts'
import { makeCertificate } from '../../../fakes/http-server-certificate.ts'

const [first, second] = [makeCertificate(), makeCertificate({ until: '301231000000Z' })]

test('several certificates are read in order, each with its subject and end date', () => {
  const read = readAuthority(Buffer.from(`Our own:\n${first.cert}\n${second.cert}`))
  expect(read?.certificates).toMatchObject([
    { subject: 'CN=localhost', until: Date.UTC(2049, 11, 31, 23, 59, 59) },
    { subject: 'CN=localhost', until: Date.UTC(2030, 11, 31) },
  ])
  const fingerprints = read?.certificates.map(({ fingerprint }) => fingerprint) ?? []
  expect(new Set(fingerprints).size).toBe(2)
  for (const fingerprint of fingerprints) expect(fingerprint).toMatch(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/)
  expect(readAuthority(Buffer.from(read?.pem ?? ''))).toEqual(read)
})

test('a certificate in a binary file is read', () => {
  const der = Buffer.from(first.cert.replace(/-----[^-]+-----/g, ''), 'base64')
  expect(readAuthority(der)?.pem.replaceAll(/\s/g, '')).toBe(first.cert.replaceAll(/\s/g, ''))
})

test('a private key beside the certificate is left out', () => {
  expect(readAuthority(Buffer.from(first.key + first.cert))?.pem).not.toContain('PRIVATE')
})

test.each([
  ['nothing', ''],
  ['words', 'this is no certificate'],
  ['a key alone', first.key],
  ['a certificate that was cut short', first.cert.replace(/.{64}\n/, '')],
  ['a cut certificate beside a valid one', first.cert + second.cert.replace(/.{64}\n/, '')],
])('no certificate is read from %s', (_, text) => {
  expect(readAuthority(Buffer.from(text))).toBeUndefined()
})
