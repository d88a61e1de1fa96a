import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createSealing } from '../../../../../src/main/vault/sealing.ts'
import { draftsAside, putAside } from '../../../../../src/shared/domain/activation.ts'
import { emptyDraft } from '../../../../fakes/draft.ts'
import { openSealedFile } from '../../../../fakes/sealed-file.ts'
import { createDrafts, draftIdentity } from '../../../../../src/main/handlers/session/session.ts'

const draft = emptyDraft('draft-of-today')

test('a draft is kept until it is discarded', () => {
  const { database, sealing } = openSealedFile()
  const drafts = createDrafts(database, sealing, () => false)

  drafts.save(draft)
  drafts.save({ ...draft, hostname: 'other' })
  expect(createDrafts(database, sealing, () => false).read()).toEqual({ ...draft, hostname: 'other' })

  drafts.discard()
  expect(drafts.read()).toBeUndefined()
})

test('a draft that an earlier release stored for a customer without a box can be read', () => {
  const { database, sealing } = openSealedFile()
  const former = { ...draft, kind: 'customer-alone' }
  const stored = JSON.stringify({ ...former, aside: [{ ...former, id: 'draft-before' }, draft] })
  database.prepare('INSERT INTO draft (id, sealed) VALUES (1, ?)').run(sealing.seal(draftIdentity, stored))
  const alone = { ...draft, kind: 'new-customer', withoutBox: true }
  expect(createDrafts(database, sealing, () => false).read()).toEqual({
    ...alone,
    aside: [{ ...alone, id: 'draft-before' }, draft],
  })
})

test('discarding a draft writes nothing if there is no draft', () => {
  const { database, file, sealing } = openSealedFile()
  const drafts = createDrafts(database, sealing, () => false)
  const written = () => statSync(`${file}-wal`).size
  const before = written()

  drafts.discard()
  expect(written()).toBe(before)

  drafts.save(draft)
  expect(written()).toBeGreaterThan(before)
})

test('a draft that was sealed with another key is ignored', () => {
  const { database, sealing } = openSealedFile()
  createDrafts(database, sealing, () => false).save(draft)

  expect(createDrafts(database, createSealing(randomBytes(32)), () => false).read()).toBeUndefined()
})

test('the drafts that were put aside are kept when the current draft becomes a job', () => {
  const { database, sealing } = openSealedFile()
  const drafts = createDrafts(database, sealing, () => false)
  const [second, third] = [
    { ...draft, id: 'second-draft' },
    { ...draft, id: 'third-draft' },
  ]
  const all = putAside(third, putAside(second, draft))

  drafts.save(all)
  drafts.finish()
  const waiting = drafts.read()
  expect(waiting).toEqual({ ...second, isAside: true, aside: [draft] })
  expect(draftsAside(waiting)).toEqual([second, draft])

  // The technician continues the older draft and puts no other one aside.
  drafts.save({ ...draft, aside: [second] })
  drafts.finish()
  expect(drafts.read()).toEqual({ ...second, isAside: true })
  drafts.save(second)
  drafts.finish()
  expect(drafts.read()).toBeUndefined()

  drafts.save(all)
  drafts.discard()
  expect(drafts.read()).toBeUndefined()
})

test('a form without a connection is erased with the active connection only', () => {
  const { database, sealing } = openSealedFile()
  const drafts = createDrafts(database, sealing, () => false)
  const named = { ...draft, id: 'named-draft', connectionId: 'south' }
  drafts.save({ ...draft, aside: [named] })
  const stored = () => database.prepare('SELECT sealed FROM draft').get()?.['sealed']
  const before = stored()

  drafts.eraseOf('north', false)
  // Nothing was written, so the age of the draft stays known.
  expect(stored()).toEqual(before)
  expect(drafts.isBegun()).toBe(true)
  drafts.eraseOf('north', true)
  expect(drafts.read()).toEqual({ ...named, isAside: true })
  expect(drafts.isBegun()).toBe(false)
})

test('a draft that does not open is deleted with any connection', () => {
  const { database, sealing } = openSealedFile()
  createDrafts(database, createSealing(randomBytes(32)), () => false).save(draft)
  createDrafts(database, sealing, () => false).eraseOf('north', false)
  expect(database.prepare('SELECT count(*) AS count FROM draft').get()).toEqual({ count: 0 })
})
