import { existsSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readSignedList } from '../src/main/updates/signed-list.ts'
import { openSigningKey, readText } from './lib/sign-text.ts'
import { describePackage, serialOf, signUpdates } from './lib/sign-updates.ts'
import { runCommand } from './lib/run-command.mjs'

const usage = `npm run update:sign -- PACKAGE... --version 0.2.0 --key publisher-key.pem [--key next-key.pem]
    [--out stable.json] [--channel stable] [--ring late [--percentage 100]] [--days 21] [--notes notes.txt] [--serial N]

Writes the signed list of versions that installed Setdesks read. PACKAGE: the .AppImage, .exe and .zip files of the
version, which go beside the list on the server. Rings: early, normal, late; the last one that gets the version. Of
that ring, --percentage of the computers get it; --percentage 0 alone means nobody. After --days the list counts no more: sign it again before. If a key
file does not exist, a new key is made first. With two keys, both sign: so a key is replaced.
`

const day = 86_400_000

/**
 * @param {string | undefined} text
 * @param {number} otherwise
 */
function readNumber(text, otherwise) {
  if (text === undefined) return otherwise
  if (!/^\d{1,15}$/.test(text)) throw new Error(`${text} is not a whole number`)
  return Number(text)
}

/**
 * Reads which computers get the version. A percentage belongs to a ring: without one, the rings before would get the version whole.
 * @param {string | undefined} ring
 * @param {number} percentage
 */
function readShare(ring, percentage) {
  if (ring !== undefined) return { ring, percentage }
  if (percentage === 0) return { ring: 'early', percentage }
  if (percentage === 100) return { ring: 'late', percentage }
  throw new Error(`Say of which ring you mean the percentage ${percentage}, such as --ring normal`)
}

await runCommand(usage, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      version: { type: 'string' },
      key: { type: 'string', multiple: true },
      out: { type: 'string' },
      channel: { type: 'string', default: 'stable' },
      ring: { type: 'string' },
      percentage: { type: 'string' },
      days: { type: 'string' },
      notes: { type: 'string' },
      serial: { type: 'string' },
    },
  })
  const { version, key: keyPaths, channel, ring, notes } = values
  if (version === undefined || keyPaths === undefined || positionals.length === 0) throw new Error(usage)
  const out = values.out ?? `${channel}.json`
  const now = Date.now()
  const last = existsSync(out) ? serialOf(readText(out)) : 0
  const serial = readNumber(values.serial, Math.max(last + 1, Math.floor(now / 1000)))
  if (serial <= last) throw new Error(`The serial number must be higher than ${last}, that of the list before`)
  const days = readNumber(values.days, 21)
  if (days < 1 || days > 3650) throw new Error('days: a list is valid for 1 to 3650 days')
  const share = readShare(ring, readNumber(values.percentage, 100))
  const keys = keyPaths.map((path) => openSigningKey(path))
  const list = {
    channel,
    serial,
    version,
    expires: new Date(now + days * day).toISOString(),
    ring: /** @type {'late'} */ (share.ring),
    percentage: share.percentage,
    notes: notes === undefined ? '' : readText(notes).trim(),
    files: await Promise.all(positionals.map((path) => describePackage(path, version))),
  }
  const { text, signers } = signUpdates(
    list,
    keys.map(({ key }) => key),
  )
  const expected = { keys: signers.map(({ key }) => key), channel, serial, now }
  const reading = readSignedList(text, expected)
  if (!reading.ok) throw new Error(`No Setdesk would accept this list: ${reading.error}`)
  for (const { write } of keys) write()
  writeFileSync(out, text)
  process.stdout.write(
    `Wrote ${out}: version ${version}, ring ${list.ring}, ${list.percentage} %, until ${list.expires}\n`,
  )
  for (const { system, name } of list.files) process.stdout.write(`  ${system}: ${name}\n`)
  for (const { key, fingerprint } of signers)
    process.stdout.write(`Signed with the key ${key}\n  fingerprint ${fingerprint}\n`)
})
