import type { ResolverOptions } from 'react-hook-form'
import { describe, expect, it } from 'vitest'
import {
  keepArrivingBox,
  readArrivingBox,
} from '../../../../../../src/renderer/src/features/activation/draft/stored-draft.ts'
import {
  createDraftResolver,
  withoutSeparators,
} from '../../../../../../src/renderer/src/features/activation/use-activation.ts'
import { draftOf, makeDraft } from '../../../../../../src/renderer/src/features/activation/draft/make-draft.ts'
import type { Draft } from '../../../../../../src/shared/domain/activation.ts'
import { makeJob, northConnection } from '../../../../../fakes/world.ts'
const options: ResolverOptions<Draft> = { fields: {}, shouldUseNativeValidation: false }

const historyWith = (state: unknown): History & { readonly replaced: unknown[] } => {
  const replaced: unknown[] = []
  const history = { state, replaced, replaceState: (next: unknown) => replaced.push(next) }
  return history as unknown as History & { readonly replaced: unknown[] }
}

describe('the check of a draft', () => {
  it('reports each problem at its field', async () => {
    const resolve = createDraftResolver(northConnection)
    const { errors } = await resolve(makeDraft('draft-0001', northConnection), undefined, options)
    expect(errors).toMatchObject({
      box: { raw: { type: 'empty' } },
      customer: { firstname: { type: 'required' }, mobile: { type: 'required' } },
      plan: { productid: { type: 'required' } },
    })
    expect(errors).not.toHaveProperty('customer.email')
  })

  it('finds no problem in a job that was saved', async () => {
    const draft = draftOf('draft-0001', makeJob('saved', 1, 1_800_000_000_000), northConnection)
    expect(await createDraftResolver(northConnection)(draft, undefined, options)).toEqual({ values: draft, errors: {} })
  })
})

describe('the mobile field', () => {
  it.each([
    ['+33 6 12 34 56 78', '+33612345678'],
    ['+33-6-12.34.56.78 ', '+33612345678'],
    ['+33612345678', '+33612345678'],
    ['06 12 34 56 78', '06 12 34 56 78'],
    ['+33 (0)6 12 34 56 78', '+33 (0)6 12 34 56 78'],
    ['+33 6 12', '+33 6 12'],
    ['', ''],
  ])('changes %j to %j when the technician leaves it: it removes nothing but separators', (typed, kept) => {
    expect(withoutSeparators(typed)).toBe(kept)
  })
})

describe('a box from another screen', () => {
  it('stays in the browser history until the technician has decided about the box', () => {
    const box = { raw: '001A794EB20F', asSerial: false }
    const history = historyWith({ box })
    expect(readArrivingBox(history)).toEqual(box)
    expect(history.replaced).toEqual([])
    keepArrivingBox(history, box)
    keepArrivingBox(history, undefined)
    expect(history.replaced).toEqual([{ box }, null])
  })

  it('keeps the codes of its label if they are valid', () => {
    const part = { role: 'mac', text: '001A794EB20F', code: 0, by: 'grammar', sent: '001Q794EB20F' }
    const box = { raw: '001A794EB20F', asSerial: false, model: '', parts: [part] }
    expect(readArrivingBox(historyWith({ box }))).toEqual(box)
    const { code: _, ...uncounted } = part
    for (const broken of [{ ...part, sent: 7 }, { ...part, by: 'nobody' }, { ...part, role: 'box' }, uncounted])
      expect(readArrivingBox(historyWith({ box: { ...box, parts: [broken] } }))).toEqual({
        raw: '001A794EB20F',
        asSerial: false,
      })
  })

  it.each([null, undefined, 'text', {}, { box: null }, { box: { raw: 3, asSerial: false } }, { box: { raw: 'x' } }])(
    'is not read from the invalid history entry %j',
    (state) => {
      expect(readArrivingBox(historyWith(state))).toBeUndefined()
    },
  )
})
