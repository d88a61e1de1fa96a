import { describe, expect, it } from 'vitest'
import type { FiledChange } from '../../../../../src/shared/bridge/connection-channels.ts'
import { renderWords } from '../../../../fakes/render-words.tsx'
import { FiledChanges } from '../../../../../src/renderer/src/features/connection/connection-file-panel.tsx'

const show = (part: Partial<FiledChange>): string =>
  renderWords(
    <FiledChanges
      connection={{
        id: 'north',
        name: 'North TV',
        is: 'changed',
        changes: [],
        leavesToken: false,
        leavesProxyLogIn: false,
        unknown: [],
        ...part,
      }}
    />,
  )
const words = (html: string): string =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

describe('the preview of a connection file', () => {
  it('shows for each setting the present and the new value', () => {
    const changes = [
      { field: 'timeoutSeconds', change: 'changed', before: 30, after: 45 },
      { field: 'products', item: '12', part: 'name', change: 'changed', before: 'Family', after: 'Family plus' },
      { field: 'hostnames', item: 'tv.new.example', change: 'added', after: 'tv.new.example' },
      { field: 'countries', item: 'SPAIN', change: 'removed', before: 'SPAIN' },
      { field: 'resendsRenewals', change: 'changed', before: false, after: true },
      { field: 'logIns', change: 'changed', before: 'own', after: 'platform' },
      { field: 'defaults', item: 'zipcode', change: 'added', after: '-' },
      { field: 'creationQuestions', item: 'sendMail', change: 'added', after: 'sendMail' },
    ] as const
    const said = words(show({ changes: [...changes] }))
    expect(said).toContain('Changed Timeout, seconds Now: 30 → In the file: 45')
    expect(said).toContain('Changed Products: 12, Name Now: Family → In the file: Family plus')
    expect(said).toContain('Added Hostnames In the file: tv.new.example')
    expect(said).toContain('Removed Countries Now: SPAIN')
    expect(said).toContain('Send renewals again automatically if nothing took effect Now: off → In the file: on')
    expect(said).toContain('user ID Now: Setdesk, when the job is saved → In the file: The platform, in its reply')
    expect(said).toContain('Added Customer defaults: Zip code In the file: -')
    expect(said).toContain('Added Asked with every new customer In the file: Platform sends an e-mail')
  })

  it('shows mapped fields by their meaning', () => {
    const changes = [{ field: 'fieldNames', item: 'disabledWord', change: 'added', after: '["3"]' }] as const
    expect(words(show({ changes: [...changes] }))).toContain(
      'Field mapping: This status means Disabled In the file: [&quot;3&quot;]',
    )
  })

  it('shows how plain-text answers are divided into records and fields, and names invisible separators', () => {
    const changes = [
      { field: 'textLayout', item: 'form', change: 'changed', before: 'header', after: 'named' },
      { field: 'textLayout', item: 'recordSeparator', change: 'added', after: '\n' },
      { field: 'textLayout', item: 'fieldSeparator', change: 'removed', before: '~' },
    ] as const
    const said = words(show({ changes: [...changes] }))
    expect(said).toContain('Plain text: A field is Now: A column with a name → In the file: A name and a value')
    expect(said).toContain('Plain text: Between records In the file: Line break')
    expect(said).toContain('Plain text: Between fields Now: ~')
  })

  it('shows the technical name of a setting that has no name on screen', () => {
    const changes = [{ field: 'someday', item: 'a', part: 'b', change: 'added', after: 'x' }] as const
    expect(words(show({ changes: [...changes] }))).toContain('someday: a, b')
  })

  it('says which secret must be entered again for a new address, and which settings are ignored', () => {
    const said = words(show({ leavesToken: true, unknown: ['theme'] }))
    expect(said).toMatch(/Nothing is sent for North TV until you enter its token again\..*theme/)
    expect(said).not.toContain('The stored credentials')
    expect(words(show({ leavesProxyLogIn: true }))).toContain('The stored credentials are not sent to the new one')
  })

  it('says that a new connection needs its token, and that an unchanged one has no changes', () => {
    expect(words(show({ is: 'new' }))).toContain('The token is not in the file')
    expect(words(show({ is: 'same' }))).toContain('No changes')
  })

  it('shows the contents of a file as text, never as markup', () => {
    expect(show({ name: '<img src=x onerror=alert(1)>' })).not.toContain('<img')
  })
})
