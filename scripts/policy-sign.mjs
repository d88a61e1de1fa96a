import { createPrivateKey } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { makeOperatorKey, signPolicy } from './lib/sign-policy.ts'

const usage = `npm run policy:sign -- policy.json --key operator-key.pem [--into connections.json]

Signs a policy and writes policy.signed.json, a connection file that holds it. With --into, the policy
is put into a copy of that connection file. If the key file does not exist, a new key is made first.
`

/** @param {string} path */
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, into: { type: 'string' } },
  })
  const [policyPath] = positionals
  const { key: keyPath, into } = values
  if (policyPath === undefined || keyPath === undefined) throw new Error(usage)
  const text = readFileSync(policyPath, 'utf8').replace(/^\uFEFF/, '')
  const isNew = !existsSync(keyPath)
  const pem = isNew ? makeOperatorKey() : readFileSync(keyPath, 'utf8')
  const { fingerprint, ...policy } = signPolicy(text, createPrivateKey(pem))
  // An existing key is never overwritten, and a new one is written before anything that it signed.
  if (isNew) writeFileSync(keyPath, pem, { mode: 0o600, flag: 'wx' })
  const around = into === undefined ? { kind: 'setdesk-connections', version: 1, connections: [] } : readJson(into)
  const out = policyPath.replace(/(?:\.json)?$/, '.signed.json')
  writeFileSync(out, `${JSON.stringify({ ...around, policy }, undefined, 2)}\n`)
  if (isNew) process.stdout.write(`Made a new key: ${keyPath}. Keep it secret, and keep a copy.\n`)
  process.stdout.write(`Wrote ${out}\nFingerprint of the key: ${fingerprint}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
