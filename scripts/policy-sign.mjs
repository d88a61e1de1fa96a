import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readConnectionFile } from '../src/shared/domain/connection/connection-file.ts'
import { signPolicy } from './lib/sign-policy.ts'
import { openSigningKey, readText } from './lib/sign-text.ts'
import { runCommand } from './lib/run-command.mjs'

const usage = `npm run policy:sign -- policy.json --key operator-key.pem [--into connections.json]

Signs a policy and writes policy.signed.json, a connection file that holds it. With --into, the policy
is put into a copy of that connection file. If the key file does not exist, a new key is made first.
`

await runCommand(usage, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { key: { type: 'string' }, into: { type: 'string' } },
  })
  const [policyPath] = positionals
  const { key: keyPath, into } = values
  if (policyPath === undefined || keyPath === undefined) throw new Error(usage)
  const text = readText(policyPath)
  const { key, write } = openSigningKey(keyPath)
  const { fingerprint, ...policy } = signPolicy(text, key)
  const around =
    into === undefined ? { kind: 'setdesk-connections', version: 1, connections: [] } : JSON.parse(readText(into))
  const file = `${JSON.stringify({ ...around, policy }, undefined, 2)}\n`
  const reading = readConnectionFile(file)
  if (!reading.ok) throw new Error(`Setdesk does not accept this connection file: ${reading.problem}`)
  const out = policyPath.replace(/(?:\.json)?$/, '.signed.json')
  write()
  writeFileSync(out, file)
  process.stdout.write(`Wrote ${out}\nFingerprint of the key: ${fingerprint}\n`)
})
