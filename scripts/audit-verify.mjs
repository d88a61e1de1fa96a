import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkAuditTrail } from '../src/main/handlers/activity/audit-trail.ts'

const usage = `npm run -s audit:verify -- FILE [--fingerprint 0000-1111-2222-3333-4444]

Checks an audit trail that Setdesk has saved. The fingerprint is shown beside the button that saves it; with
--fingerprint, the file must be signed with that key. Exits with 1 if anything in the file was changed.
`

try {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { fingerprint: { type: 'string' } } })
  const [path] = positionals
  if (path === undefined) throw new Error(usage)
  const trail = checkAuditTrail(readFileSync(path, 'utf8'))
  if (!trail.ok) throw new Error(`CHANGED  ${path}, line ${trail.line}: ${trail.problem}`)
  const { head, fingerprint, events } = trail
  if (values.fingerprint !== undefined && values.fingerprint.toUpperCase() !== fingerprint)
    throw new Error(`CHANGED  ${path}: it was signed with the key ${fingerprint}, and not with ${values.fingerprint}.`)
  process.stdout
    .write(`holds  ${events} events of ${head.connection}, installation ${head.installation}, saved ${head.madeAt}
Key: ${fingerprint}${values.fingerprint === undefined ? '. Compare it with the one that this installation shows in Settings.' : ', as expected.'}
Records that were changed outside Setdesk before: ${head.changed}; removed: ${head.removed}.
`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
