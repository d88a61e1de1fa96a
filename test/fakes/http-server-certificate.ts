import { generateKeyPairSync, sign } from 'node:crypto'

/** A new key and a self-signed certificate for localhost and 127.0.0.1, in PEM. `from`, `until`: UTCTime. */
export function makeCertificate({ from = '200101000000Z', until = '491231235959Z' } = {}): {
  readonly key: string
  readonly cert: string
} {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const ecdsaWithSha256 = sequence(objectId(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02))
  const name = sequence(tlv(0x31, sequence(objectId(0x55, 0x04, 0x03), tlv(0x0c, Buffer.from('localhost')))))
  const validity = sequence(tlv(0x17, Buffer.from(from)), tlv(0x17, Buffer.from(until)))
  const names = sequence(tlv(0x82, Buffer.from('localhost')), tlv(0x87, Buffer.from([127, 0, 0, 1])))
  const isAuthority = sequence(tlv(0x01, Buffer.from([0xff])))
  const extensions = sequence(
    sequence(objectId(0x55, 0x1d, 0x11), tlv(0x04, names)),
    sequence(objectId(0x55, 0x1d, 0x13), tlv(0x01, Buffer.from([0xff])), tlv(0x04, isAuthority)),
  )
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, extensions),
  )
  const signature = tlv(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, privateKey)]))
  const der = sequence(body, ecdsaWithSha256, signature).toString('base64')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
  }
}

function tlv(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const sequence = (...parts: readonly Buffer[]): Buffer => tlv(0x30, Buffer.concat(parts))
const objectId = (...bytes: readonly number[]): Buffer => tlv(0x06, Buffer.from(bytes))
