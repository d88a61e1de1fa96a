import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createDrafts } from '../../../../src/main/desk/drafts.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { createSealing } from '../../../../src/main/vault/sealing.ts'
import type { Draft } from '../../../../src/shared/domain/activation.ts'
import { makeFolder } from '../../../fakes/folder.ts'

const draft: Draft = {
  id: 'draft-of-today',
  kind: 'hostname',
  step: 'box',
  box: { raw: '00:1A:79', asSerial: false, model: '' },
  customer: {
    firstname: '',
    lastname: '',
    street: '',
    zipcode: '',
    city: '',
    state: '',
    country: '',
    phone: '',
    mobile: '',
    email: '',
  },
  plan: { productid: '', months: '', days: '', renewalinterval: '' },
  logIn: { userid: '', password: '' },
  hostname: 'tv.north.example',
}

function openFile() {
  const file = join(makeFolder(), 'setdesk.db')
  const opened = openDatabase(file)
  if (!opened.ok) throw new Error(opened.problem)
  const { database } = opened
  onTestFinished(() => {
    if (database.isOpen) database.close()
  })
  return { database, file, sealing: createSealing(randomBytes(32)) }
}

test('a draft is kept until it is discarded', () => {
  const { database, sealing } = openFile()
  const drafts = createDrafts(database, sealing)

  drafts.save(draft)
  drafts.save({ ...draft, step: 'check' })
  expect(createDrafts(database, sealing).read()).toEqual({ ...draft, step: 'check' })

  drafts.discard()
  expect(drafts.read()).toBeUndefined()
})

test('discarding where there is no draft writes nothing', () => {
  const { database, file, sealing } = openFile()
  const drafts = createDrafts(database, sealing)
  const written = () => statSync(`${file}-wal`).size
  const before = written()

  drafts.discard()
  expect(written()).toBe(before)

  drafts.save(draft)
  expect(written()).toBeGreaterThan(before)
})

test('a draft that was sealed by another key is left out', () => {
  const { database, sealing } = openFile()
  createDrafts(database, sealing).save(draft)

  expect(createDrafts(database, createSealing(randomBytes(32))).read()).toBeUndefined()
})
