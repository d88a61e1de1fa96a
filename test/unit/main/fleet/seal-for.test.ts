import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'
import { expect, test } from 'vitest'
import {
  makeFleetSecrets,
  makeIdentity,
  publicSealKey,
  openSealed,
  sealedAbout,
  sealFor,
} from '../../../../src/main/fleet/fleet-keys.ts'
import { trulyRandom } from '../../../fakes/random.ts'

const secrets = makeFleetSecrets(trulyRandom)
const { fleetKey, fleetPrivateKey = '' } = secrets
const about = sealedAbout.work('01JOB')

test('a sealed text can be opened with the private key and with no other key', async () => {
  const sealed = await sealFor(fleetKey, secrets, about, 'Amélie, 14 Rue des Lilas')
  expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toContain('Lilas')
  expect(await openSealed(fleetPrivateKey, secrets, about, sealed)).toBe('Amélie, 14 Rue des Lilas')
  const { openingKey } = makeIdentity(trulyRandom)
  expect(await openSealed(openingKey, secrets, about, sealed)).toBeUndefined()
})

test('a sealed text cannot be opened for another job or after a change', async () => {
  const sealed = await sealFor(fleetKey, secrets, about, 'a job')
  expect(await openSealed(fleetPrivateKey, secrets, sealedAbout.work('01OTHER'), sealed)).toBeUndefined()
  const changed = Buffer.from(sealed, 'base64')
  changed.writeUInt8(changed.readUInt8(40) ^ 1, 40)
  expect(await openSealed(fleetPrivateKey, secrets, about, changed.toString('base64'))).toBeUndefined()
  expect(await openSealed(fleetPrivateKey, secrets, about, '')).toBeUndefined()
})

test("a text that a stranger has sealed with the fleet's public key cannot be opened", async () => {
  const { openingKey } = makeIdentity(trulyRandom)
  const stranger = makeFleetSecrets(trulyRandom)
  const forged = await sealFor(publicSealKey(openingKey), stranger, about, 'a job of the hub')
  expect(await openSealed(openingKey, secrets, about, forged)).toBeUndefined()

  const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
  const recipientPublicKey = await suite.kem.deserializePublicKey(new Uint8Array(Buffer.from(fleetKey, 'base64')))
  const base = await suite.createSenderContext({ recipientPublicKey })
  const text = await base.seal(new TextEncoder().encode('a job of the hub'), new TextEncoder().encode(about))
  const sealed = Buffer.concat([Buffer.from(base.enc), Buffer.from(text)]).toString('base64')
  expect(await openSealed(fleetPrivateKey, secrets, about, sealed)).toBeUndefined()
})
