import { randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createDrafts } from '../../../../src/main/desk/drafts.ts'
import { createSealing } from '../../../../src/main/vault/sealing.ts'
import type { Draft } from '../../../../src/shared/domain/activation.ts'
import { openSealedFile } from '../../../fakes/sealed-file.ts'

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

test('a draft is kept until it is discarded', () => {
  const { database, sealing } = openSealedFile()
  const drafts = createDrafts(database, sealing)

  drafts.save(draft)
  drafts.save({ ...draft, step: 'check' })
  expect(createDrafts(database, sealing).read()).toEqual({ ...draft, step: 'check' })

  drafts.discard()
  expect(drafts.read()).toBeUndefined()
})

test('discarding where there is no draft writes nothing', () => {
  const { database, file, sealing } = openSealedFile()
  const drafts = createDrafts(database, sealing)
  const written = () => statSync(`${file}-wal`).size
  const before = written()

  drafts.discard()
  expect(written()).toBe(before)

  drafts.save(draft)
  expect(written()).toBeGreaterThan(before)
})

test('a draft that was sealed by another key is left out', () => {
  const { database, sealing } = openSealedFile()
  createDrafts(database, sealing).save(draft)

  expect(createDrafts(database, createSealing(randomBytes(32))).read()).toBeUndefined()
})
