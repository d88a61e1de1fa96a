import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writePolicyFields } from '../../../scripts/lib/sign-policy.ts'
import { readSignedPolicy } from '../../../src/main/vault/stored-policy.ts'
import { readConnectionFile } from '../../../src/shared/domain/connection/connection-file.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { readText, root } from '../structure/project-files.ts'

function openOffice() {
  const folder = makeFolder()
  const [policy, key] = [join(folder, 'policy.json'), join(folder, 'operator-key.pem')]
  const script = join(root, 'scripts/policy-sign.mjs')
  return {
    folder,
    key,
    sign: (text: string, ...more: readonly string[]) => {
      writeFileSync(policy, text)
      return spawnSync(process.execPath, [script, policy, '--key', key, ...more], { encoding: 'utf8' })
    },
    readSigned: () => {
      const reading = readConnectionFile(readFileSync(join(folder, 'policy.signed.json'), 'utf8'))
      if (!reading.ok || reading.policy === undefined) throw new Error('no policy')
      return { connections: reading.connections, policy: readSignedPolicy(reading.policy) }
    },
  }
}

test('the script that signs policies makes a key once, and signs a file that Setdesk accepts', () => {
  const { folder, key, sign, readSigned } = openOffice()
  const text = '{ "serial": 1, "export": false }'
  const first = sign(text)
  expect(first.stderr).toBe('')
  const pem = readFileSync(key, 'utf8')
  expect(statSync(key).mode & 0o077).toBe(0)
  const signed = readSigned()
  if (typeof signed.policy === 'string') throw new Error(signed.policy)
  expect(signed.policy).toMatchObject({ serial: 1, rules: { export: false, console: true } })
  expect(first.stdout).toContain(signed.policy.fingerprint)

  const connections = join(folder, 'connections.json')
  writeFileSync(connections, '{ "kind": "setdesk-connections", "version": 1, "connections": [{ "id": "north" }] }')
  expect(sign(text, '--into', connections).stdout).not.toContain('new key')
  expect(readFileSync(key, 'utf8')).toBe(pem)
  expect(readSigned()).toMatchObject({
    connections: [{ id: 'north' }],
    policy: { fingerprint: signed.policy.fingerprint },
  })
})

test('the script that signs policies names a field that Setdesk would refuse', () => {
  const { status, stderr } = openOffice().sign('{ "serial": 1, "exports": false }')
  expect(status).toBe(1)
  expect(stderr).toContain('exports')
})

test.each([
  ['another kind', '{ "kind": "setdesk-document", "version": 1, "connections": [] }', 'other-kind'],
  [
    'a secret',
    '{ "kind": "setdesk-connections", "version": 1, "connections": [{ "id": "a", "token": "t" }] }',
    'secret',
  ],
  ['no JSON', 'connections', 'not valid JSON'],
])('the script that signs policies puts none into a file of %s, and makes no key', (_, text, words) => {
  const { folder, key, sign } = openOffice()
  const into = join(folder, 'connections.json')
  writeFileSync(into, text)
  const { status, stderr } = sign('{ "serial": 1 }', '--into', into)
  expect([status, stderr]).toEqual([1, expect.stringContaining(words)])
  for (const path of [key, join(folder, 'policy.signed.json')]) expect(existsSync(path)).toBe(false)
})

test('the script that signs policies says that it made a key, even if it cannot write the file', () => {
  const { folder, sign } = openOffice()
  mkdirSync(join(folder, 'policy.signed.json'))
  const { status, stdout } = sign('{ "serial": 1 }')
  expect([status, stdout]).toEqual([1, expect.stringContaining('Made a new key')])
})

/** Removes the padding of a table's columns. */
const plain = (text: string): string => text.replaceAll(/[ -]+/g, ' ')

test('docs/policy.md lists the declared fields, which npm run docs writes', () => {
  const page = readText('docs/policy.md')
  expect(plain(page)).toBe(plain(writePolicyFields(page)))
})
