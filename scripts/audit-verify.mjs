import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { checkFleetTrail, isFleetTrail } from '../src/main/fleet/audit/fleet-trail.ts'
import { checkAuditTrail } from '../src/main/handlers/activity/activity-handlers.ts'
import { runCommand } from './lib/run-command.mjs'

const usage = `npm run -s audit:verify -- FILE [--fingerprint 0000-1111-2222-3333-4444]

Checks an audit trail that Setdesk has saved, or the audit of a station that a supervisor has exported. The fingerprint is
shown in Settings of the computer that saved the file; with --fingerprint, the file must be signed with that key. Exits with
1 if anything in the file was changed.
`

/**
 * A text of the file, without characters that could write further lines or move the cursor of a terminal.
 * @param {string} text
 */
const plain = (text) => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\uFFFD')

await runCommand(usage, () => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { fingerprint: { type: 'string' } } })
  const [path] = positionals
  if (path === undefined) throw new Error(usage)
  const text = readFileSync(path, 'utf8')
  if (!text.includes('"kind":"setdesk-')) throw new Error(`${path} is not an audit trail`)
  const trail = isFleetTrail(text) ? checkFleetTrail(text) : checkAuditTrail(text)
  if (!trail.ok) throw new Error(`CHANGED  ${path}, line ${trail.line}: ${trail.problem}`)
  const { fingerprint } = trail
  if (values.fingerprint !== undefined && values.fingerprint.toUpperCase() !== fingerprint)
    throw new Error(`CHANGED  ${path}: it was signed with the key ${fingerprint}, and not with ${values.fingerprint}.`)
  const key = `Key: ${fingerprint}${values.fingerprint === undefined ? '. Compare it with the one that this installation shows in Settings.' : ', as expected.'}`
  const told =
    'missing' in trail
      ? [
          `holds  ${trail.entries} lines of ${trail.head.name}, station ${trail.head.station}, saved ${trail.head.madeAt} by installation ${trail.head.installation}`,
          key,
          `Lines that the hub does not have: ${trail.missing}; that contradict the chain: ${trail.forks}; that do not open: ${trail.unreadable}.`,
        ]
      : [
          `holds  ${trail.events} events of ${trail.head.connection}, installation ${trail.head.installation}, saved ${trail.head.madeAt}`,
          key,
          `Records that were changed outside Setdesk before: ${trail.head.changed}; removed: ${trail.head.removed}.`,
        ]
  process.stdout.write(`${told.map(plain).join('\n')}\n`)
})
