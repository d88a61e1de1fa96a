import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { signDocument } from './lib/sign-document.ts'
import { openSigningKey, readText } from './lib/sign-text.ts'
import { runCommand } from './lib/run-command.mjs'

const usage = `npm run document:sign -- FILE --kind policy|connection|handout --key operator-key.pem
    [--name main] [--serial N] [--group North] [--logo logo.png]

Signs a document for the computers of a fleet and writes FILE.document.json, which a supervisor gives to the fleet.
FILE: policy.json as for policy:sign; a connection file that Setdesk exported; or, for handouts, JSON with
handoutSteps, supportNumber and addresses. Each document of the same kind and name needs a higher --serial; a policy has
its own in its file. --group: only for the stations of this group. If the key file does not exist, a new key is made.
`

await runCommand(usage, () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      kind: { type: 'string' },
      name: { type: 'string', default: 'main' },
      serial: { type: 'string' },
      group: { type: 'string' },
      key: { type: 'string' },
      logo: { type: 'string' },
    },
  })
  const [path] = positionals
  const { kind, name, group, logo } = values
  if (path === undefined || kind === undefined || values.key === undefined) throw new Error(usage)
  const { key, write } = openSigningKey(values.key)
  const wish = {
    kind,
    name,
    group,
    serial: values.serial === undefined ? undefined : Number(values.serial),
    logo: logo === undefined ? undefined : readFileSync(logo),
  }
  const { file, fingerprint, serial } = signDocument(readText(path), wish, key)
  const out = path.replace(/(?:\.json|\.setdesk-connections)?$/, '.document.json')
  write()
  writeFileSync(out, file)
  process.stdout.write(
    `Wrote ${out}: ${kind} ${name}, serial ${serial}${group === undefined ? '' : `, for the group ${group}`}\nFingerprint of the key: ${fingerprint}\n`,
  )
})
