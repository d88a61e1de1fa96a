import { expect, test } from 'vitest'
import { findSecrets, spellOut } from '../../security/needles.ts'
import { canary } from '../../security/targets/canary.ts'
import { holdTarget } from '../faults/hold-target.ts'

test(
  'no token, password or subscriber data appears where it is not needed, whatever the platform does',
  { timeout: 120_000 },
  () => holdTarget(canary, 6),
)

test('the search for secrets finds a secret in every encoding', () => {
  const secret = 'Tk+/é =&"<x9'
  const secrets = { token: spellOut(secret) }
  const traces = [
    `a${secret}b`,
    `?t=${encodeURIComponent(secret)}`,
    encodeURIComponent(encodeURIComponent(secret)),
    JSON.stringify({ secret }),
    JSON.stringify(JSON.stringify({ secret })),
    Buffer.from(`ab${secret}cd`).toString('base64'),
    Buffer.from(`a${secret}`).toString('base64url'),
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret, 'utf16le'),
  ]
  expect(traces.filter((trace) => findSecrets(secrets, trace).length === 0)).toEqual([])
  expect(findSecrets(secrets, 'Tk+/é =&"<x8')).toEqual([])
})
