import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { runApartInNode } from '../../../../../src/main/host/run-apart.ts'
import { findChanged } from '../../../../../src/main/jobs/ledger/check-ledger.ts'
import type { RunApart } from '../../../../../src/main/ports.ts'
import { openLedger } from '../open-ledger.ts'

const changeOutside = (path: string, sequence: number): void => {
  const other = new DatabaseSync(path)
  other.prepare("UPDATE job SET kind = 'renew' WHERE sequence = ?").run(sequence)
  other.close()
}

const dies: RunApart = () => Promise.resolve(undefined)

/** `count`: 1000 and more records are read in a process of their own. */
function openWith(count: number) {
  const opened = openLedger()
  const sequences = opened.ledger.atOnce(() => Array.from({ length: count }, () => opened.save().job.sequence))
  return { ...opened, sequences }
}

test.each([12, 1100])(
  'the check of records finds the one record among %i that another program changed',
  async (count) => {
    const { database, sealing, path, sequences } = openWith(count)
    const [victim = 0] = sequences.slice(-3)
    changeOutside(path, victim)
    expect(await findChanged(database, sealing, runApartInNode, () => false)).toEqual({
      checked: count,
      changed: [victim],
    })
  },
)

test('the check of records does not report records that Setdesk itself changes during the check', async () => {
  const { database, sealing, ledger, sequences } = openWith(1100)
  let at = 0
  // The other process looks at the records while these transactions run.
  const found = await findChanged(database, sealing, runApartInNode, () => {
    for (const sequence of sequences.slice(at, (at += 100))) ledger.standJob({ sequence }, { state: 'needs-you' })
    return false
  })
  expect(at).toBeGreaterThan(0)
  expect(found).toEqual({ checked: 1100, changed: [] })
})

test.each([12, 1100])('the check of %i records stops when the session ends', async (count) => {
  const { database, sealing } = openWith(count)
  expect(await findChanged(database, sealing, runApartInNode, () => true)).toBeUndefined()
})

test('the check of records goes on in this process if the other process ends without a result', async () => {
  const { database, sealing, path, sequences } = openWith(1100)
  const [victim = 0] = sequences.slice(-3)
  changeOutside(path, victim)
  expect(await findChanged(database, sealing, dies, () => false)).toEqual({ checked: 1100, changed: [victim] })
})
