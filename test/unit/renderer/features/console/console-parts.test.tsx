import { describe, expect, test } from 'vitest'
import { Router } from 'wouter'
import type { Understood } from '../../../../../src/shared/bridge/console-channels.ts'
import { mappable } from '../../../../../src/shared/domain/field-mapping/field-mapping.ts'
import { OperationPanel, RequestPanel } from '../../../../../src/renderer/src/features/console/operation-panel.tsx'
import { UnderstoodView } from '../../../../../src/renderer/src/features/console/field-mapping/understood-view.tsx'
import { LongText } from '../../../../../src/renderer/src/features/console/long-text.tsx'
import { fakeCatalogue } from '../../../../fakes/console.ts'
import {
  LeafTable,
  MappedList,
  StatusTable,
} from '../../../../../src/renderer/src/features/console/field-mapping/mapping-tables.tsx'
import { renderWithServices } from '../../../../fakes/render-with-services.tsx'
import { renderWords } from '../../../../fakes/render-words.tsx'
import { ParameterField } from '../../../../../src/renderer/src/features/console/values-form.tsx'

const ignore = (): void => undefined
const renewal = fakeCatalogue.sections[0]?.operations[0]
if (renewal === undefined) throw new Error('The catalogue has no operation')

const field = (index: number, problem?: string) => {
  const parameter = renewal.parameters[index]
  if (parameter === undefined) throw new Error('no parameter')
  return renderWords(<ParameterField parameter={parameter} value="" onChange={ignore} problem={problem} />)
}

const show = (understood: Partial<Understood>) =>
  renderWords(<UnderstoodView understood={{ verdict: 'accepted', records: [], total: 0, ...understood }} />)

describe('the field of a parameter', () => {
  test('shows its exact name, requirement, type, place, meaning and rule', () => {
    const html = field(0)
    expect(html).toContain('userid')
    expect(html).toContain('not stated whether required · string · in the query')
    expect(html).toContain('<span lang="en" dir="ltr">What userid means. Any text.</span>')
  })

  test('offers to leave a flag out', () => {
    expect(field(2)).toContain('left out')
    expect(field(2)).not.toContain('type="text"')
  })

  test.each(['required', 'device-format', 'page-number', 'date-format', 'user-ids', 'unknown'])(
    'has a message of its own for the problem %s',
    (problem) => {
      expect(field(0, problem)).toMatch(/aria-invalid="true"/)
      expect(field(0, problem)).not.toContain('This value cannot be used.')
    },
  )
})

test('an answer is shown from left to right in every language', () => {
  expect(renderWords(<LongText label="Answer" text='{"message":"تم"}' />)).toMatch(/<textarea[^>]* dir="ltr"/)
})

describe('the preview of a request', () => {
  test('shows the exact request, the values that are generated later and how the effect is read back', () => {
    const url = 'https://north.example/api/x?userid=1&authToken=•••'
    const request = { method: 'POST' as const, url, body: '{"a":1}', problems: {}, madeWhenSaved: ['userid'] }
    const html = renderWords(<RequestPanel request={request} call={renewal} />)
    expect(html).toContain('https://north.example/api/x?userid=1&amp;authToken=•••')
    expect(html).toContain('{&quot;a&quot;:1}')
    expect(html.match(/<dd[^>]* dir="ltr"/g)).toHaveLength(2)
    expect(html).toContain('Setdesk makes these when you save: userid.')
    expect(html).toContain('Read back with getCustomer_V2: The end date has moved.')
  })
})

describe('the page of an operation', () => {
  test('shows its name, address and purpose in English from left to right, in every language', () => {
    const html = renderWithServices(
      <Router ssrPath="/console">
        <OperationPanel call={renewal} jobId={undefined} />
      </Router>,
    )
    expect(html).toMatch(/<span translate="no" lang="en" dir="ltr">renew<wbr/)
    expect(html).toContain('<span lang="en" dir="ltr">POST /api/RenewCustomer/renewCustomer</span>')
    expect(html).toContain('<span lang="en" dir="ltr">Renews a subscription by months or days.</span>')
  })
})

describe('an understood answer', () => {
  test.each([
    ['accepted', 'Accepted'],
    ['refused', 'Refused'],
    ['absent', 'Not found'],
    ['unclear', 'Not understood'],
  ] as const)('has a word and an icon for the verdict %s', (verdict, word) => {
    expect(show({ verdict })).toContain(word)
    expect(show({ verdict })).toContain('<svg')
  })

  test('says how many records there are, how many are shown and whether more follow', () => {
    const html = show({ records: [[{ field: 'userid', value: '17' }]], total: 40, hasNext: true, cursor: '9' })
    expect(html).toContain('40 records · the first 1 are shown · there are more, after 9')
    expect(html).toMatch(/User ID<\/dt>.*17/)
  })

  test('says how many entries of a list of boxes were not understood', () => {
    const records = [[{ field: 'deviceIdentifier' as const, value: '00:1A:79:00:00:01' }]]
    expect(show({ records, total: 1, unread: 2 })).toContain('1 record · 2 entries were not understood')
  })
})

describe('the field mapping on screen', () => {
  test('has a word for every meaning', () => {
    const names = Object.fromEntries(mappable.map((meaning) => [meaning, ['naam']]))
    const html = renderWords(<MappedList names={names} onChange={ignore} layout={null} onForgetLayout={ignore} />)
    expect(html.match(/Remove “naam”/g)).toHaveLength(mappable.length)
  })

  test('shows each status value with its meaning, if that is known without a mapping', () => {
    const statuses = [{ said: '3' }, { said: 'ACTIVE', meant: 'Active' as const }]
    const html = renderWords(<StatusTable statuses={statuses} names={{ disabledWord: ['3'] }} onChange={ignore} />)
    expect(html).toContain('“3” means')
    expect(html.match(/known as: Active/g)).toHaveLength(1)
    expect(html.match(/not mapped/g)).not.toBe(null)
    expect(renderWords(<StatusTable statuses={[]} names={{}} onChange={ignore} />)).toContain(
      'This answer contains no status.',
    )
  })

  test('shows the path of a value, a sample and its known meaning', () => {
    const leaves = [
      { keys: ['klanten', '[]', 'userid'], sample: '17', known: 'userid' as const },
      { keys: ['meer'], sample: '' },
    ]
    const html = renderWords(<LeafTable leaves={leaves} names={{ hasNext: ['meer'] }} onChange={ignore} />)
    expect(html).toContain('klanten › each › userid')
    expect(html).toContain('“17”')
    expect(html).toContain('known as: User ID')
    expect(html).toContain('empty')
    expect(renderWords(<LeafTable leaves={[]} names={{}} onChange={ignore} />)).toContain('no fields to map')
  })
})
