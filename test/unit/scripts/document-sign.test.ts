import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openDocument } from '../../../src/main/fleet/fetch-documents.ts'
import { readSignedPolicy } from '../../../src/main/vault/stored-policy.ts'
import { writeConnectionFile } from '../../../src/shared/domain/connection/connection-file.ts'
import { documentFileSchema, documentTextSchema } from '../../../src/shared/domain/fleet-document.ts'
import { makeFolder } from '../../fakes/folder.ts'
import { createOperator } from '../../fakes/policy.ts'
import { northConnection } from '../../fakes/world.ts'
import { root } from '../structure/project-files.ts'

const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

function openOffice() {
  const folder = makeFolder()
  const key = join(folder, 'operator-key.pem')
  const sign = (name: string, text: string, ...more: readonly string[]) => {
    writeFileSync(join(folder, name), text)
    const script = join(root, 'scripts/document-sign.mjs')
    return spawnSync(process.execPath, [script, join(folder, name), '--key', key, ...more], { encoding: 'utf8' })
  }
  const read = (name: string) => {
    const opened = openDocument(documentFileSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))))
    if (typeof opened === 'string') throw new Error(opened)
    return opened
  }
  return { folder, key, sign, read }
}

describe('the script that signs documents', () => {
  test("makes a key once, and signs a policy under the policy's own serial number", () => {
    const { key, sign, read } = openOffice()
    const first = sign('policy.json', '{ "serial": 4, "export": false }', '--kind', 'policy')
    expect(first.stderr).toBe('')
    expect(first.stdout).toContain('Made a new key')
    const { text, fingerprint } = read('policy.document.json')
    expect(first.stdout).toContain(fingerprint)
    if (text.kind !== 'policy') throw new Error(text.kind)
    expect(text).toMatchObject({ name: 'main', serial: 4 })
    expect(readSignedPolicy(text.content)).toMatchObject({ fingerprint, serial: 4, rules: { export: false } })
    const pem = readFileSync(key, 'utf8')
    expect(sign('policy.json', '{ "serial": 5 }', '--kind', 'policy').stdout).not.toContain('Made a new key')
    expect(readFileSync(key, 'utf8')).toBe(pem)
  })

  test('signs connections for a group, and handout settings with a logo', () => {
    const { folder, sign, read } = openOffice()
    const file = writeConnectionFile([{ ...northConnection, kind: 'platform' }], createOperator().sign(1, {}))
    const north = ['--kind', 'connection', '--name', 'north', '--serial', '2', '--group', 'North']
    expect(sign('operator.setdesk-connections', file, ...north).stderr).toBe('')
    expect(read('operator.document.json').text).toMatchObject({
      kind: 'connection',
      name: 'north',
      serial: 2,
      group: 'North',
    })
    expect(read('operator.document.json').text.content).not.toHaveProperty('policy')
    writeFileSync(join(folder, 'logo.png'), picture)
    const handout = ['--kind', 'handout', '--serial', '1', '--logo', join(folder, 'logo.png')]
    expect(sign('handout.json', '{ "supportNumber": "0800 555" }', ...handout).stderr).toBe('')
    const { text } = read('handout.document.json')
    const handoutLogo = `data:image/png;base64,${picture.toString('base64')}`
    expect(text).toMatchObject({ kind: 'handout', content: { supportNumber: '0800 555', handoutLogo } })
  })

  test.each([
    ['exports', '{ "serial": 1, "exports": true }', ['--kind', 'policy']],
    ['leave --serial out', '{ "serial": 1 }', ['--kind', 'policy', '--serial', '2']],
    ['serial', '{ "supportNumber": "1" }', ['--kind', 'handout']],
    ['serial', '{ "supportNumber": "2" }', ['--kind', 'handout', '--serial', '0']],
    ['colour', '{ "colour": "red" }', ['--kind', 'handout', '--serial', '1']],
    ['kind', '{ "supportNumber": "1" }', ['--kind', 'letter', '--serial', '1']],
    [
      'secret',
      '{ "kind": "setdesk-connections", "version": 1, "connections": [{ "id": "a", "token": "x" }] }',
      ['--kind', 'connection', '--serial', '1'],
    ],
    ['JSON', '{', ['--kind', 'handout', '--serial', '1']],
  ])('refuses with a reason what Setdesk would refuse: %s in %s', (reason, text, more) => {
    const { folder, sign } = openOffice()
    const { status, stderr } = sign('it.json', text, ...more)
    expect([status, stderr]).toEqual([1, expect.stringContaining(reason)])
    expect(() => readFileSync(join(folder, 'it.document.json'))).toThrow('ENOENT')
  })

  test('also signs serial, name, group and version, with a signature that is not valid for a policy', () => {
    const { folder, sign } = openOffice()
    sign('handout.json', '{ "supportNumber": "1" }', '--kind', 'handout', '--serial', '1')
    const file = documentFileSchema.parse(JSON.parse(readFileSync(join(folder, 'handout.document.json'), 'utf8')))
    const text = documentTextSchema.parse(JSON.parse(file.text))
    for (const changed of [{ serial: 2 }, { name: 'other' }, { group: 'North' }, { version: 2 }])
      expect(openDocument({ ...file, text: JSON.stringify({ ...text, ...changed }) })).toBe('forged')
    expect(readSignedPolicy(file)).toBe('forged')
  })
})
