import { createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  claimKeyOf,
  makeFleetSecrets,
  makeIdentity,
  openEnvelope,
  publicSealKey,
  publicSigningKey,
  sealEnvelope,
  signLines,
} from '../../../../src/main/fleet/fleet-keys.ts'
import { trulyRandom } from '../../../fakes/random.ts'

const code = '000G40R40M30E209185GR38E'

test("a station's signature can be checked with its public key", () => {
  const { signingKey, openingKey } = makeIdentity(trulyRandom)
  const publicKey = publicSigningKey(signingKey)
  expect(Buffer.from(publicKey, 'base64')).toHaveLength(32)
  expect(Buffer.from(publicSealKey(openingKey), 'base64')).toHaveLength(32)
  const x = Buffer.from(publicKey, 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const signature = Buffer.from(signLines(signingKey, 'one', 'two'), 'base64')
  expect(verify(null, Buffer.from('one\ntwo'), key, signature)).toBe(true)
  expect(verify(null, Buffer.from('one\ntwo '), key, signature)).toBe(false)
})

test('the public key in the example of RFC 7748, section 6.1, is derived correctly from its private key', () => {
  const secret = Buffer.from('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb', 'hex')
  const known = 'de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f'
  expect(Buffer.from(publicSealKey(secret.toString('base64')), 'base64').toString('hex')).toBe(known)
})

test('a box has a different claim key in each fleet, and never the claim key of a user ID with the same text', () => {
  const [claimKey, other] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')]
  const box = claimKeyOf(claimKey, 'box', 'mac:001A79000001')
  expect(box).toBe(createHmac('sha256', Buffer.from(claimKey, 'base64')).update('box\nmac:001A79000001').digest('hex'))
  expect(claimKeyOf(other, 'box', 'mac:001A79000001')).not.toBe(box)
  expect(claimKeyOf(claimKey, 'user', 'mac:001A79000001')).not.toBe(box)
})

test('an invitation opens only with the code that it was made for', async () => {
  const secrets = { ...makeFleetSecrets(trulyRandom), documentsKey: 'AA:BB' }
  const envelope = await sealEnvelope(code, secrets, trulyRandom)
  expect(await openEnvelope(code, envelope)).toEqual(secrets)
  expect(await openEnvelope('000G40R40M30E209185GR38F', envelope)).toBeUndefined()
  for (const at of [0, 20, -1]) {
    const changed = Buffer.from(envelope, 'base64')
    const index = (at + changed.length) % changed.length
    changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
    expect(await openEnvelope(code, changed.toString('base64'))).toBeUndefined()
  }
  expect(await openEnvelope(code, '')).toBeUndefined()
})

test("a new fleet's public key belongs to its private key", () => {
  const { fleetKey, fleetPrivateKey = '' } = makeFleetSecrets(trulyRandom)
  expect(publicSealKey(fleetPrivateKey)).toBe(fleetKey)
})
