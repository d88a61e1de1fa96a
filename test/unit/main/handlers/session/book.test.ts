import { expect, test, vi } from 'vitest'
import { createBook } from '../../../../../src/main/handlers/session/book.ts'
import type { Settings } from '../../../../../src/main/ports.ts'
import { emptySnapshot } from '../../../../fakes/app.ts'
import { makeConnection } from '../../jobs/make-job.ts'

/** A settings repository over a store in memory. */
function openBook(changed: Partial<Settings> = {}) {
  let settings: Settings = {
    preferences: emptySnapshot.preferences,
    connections: [],
    activeConnectionId: undefined,
    ...changed,
  }
  const onChange = vi.fn()
  const book = createBook({ read: () => settings, write: (next) => void (settings = next) }, onChange)
  return { book, onChange, stored: () => settings }
}

test('makes the first connection the active one, but not the next', () => {
  const { book, stored, onChange } = openBook()
  book.saveConnection(makeConnection())
  book.saveConnection(makeConnection({ id: 'south' }))
  expect(book.active()?.id).toBe('north')
  expect(book.connections().map(({ id }) => id)).toEqual(['north', 'south'])
  expect(stored().activeConnectionId).toBe('north')
  expect(onChange).toHaveBeenCalledTimes(2)
})

test('replaces a connection that is saved again at its old position', () => {
  const { book, stored } = openBook({ connections: [makeConnection(), makeConnection({ id: 'south' })] })
  book.saveConnection(makeConnection({ name: 'Far North' }))
  expect(stored().connections.map(({ name }) => name)).toEqual(['Far North', 'North'])
})

test('selects another connection', () => {
  const { book } = openBook({
    connections: [makeConnection(), makeConnection({ id: 'south' })],
    activeConnectionId: 'north',
  })
  book.select('south')
  expect(book.active()?.id).toBe('south')
})

test('removes a connection, and makes the first of the others active', () => {
  const connections = [makeConnection(), makeConnection({ id: 'south' })]
  const { book, stored } = openBook({ connections, activeConnectionId: 'south' })
  book.removeConnection('south')
  expect([stored().connections.map(({ id }) => id), book.active()?.id]).toEqual([['north'], 'north'])
  book.removeConnection('north')
  expect([stored().connections, book.active()]).toEqual([[], undefined])
})

test('keeps the active connection when another is removed', () => {
  const connections = [makeConnection(), makeConnection({ id: 'south' })]
  const { book } = openBook({ connections, activeConnectionId: 'south' })
  book.removeConnection('north')
  expect(book.active()?.id).toBe('south')
})

test('has no active connection if the stored id is unknown', () => {
  expect(openBook({ activeConnectionId: 'gone' }).book.active()).toBeUndefined()
})

test('keeps a preference that the change does not name', () => {
  const { book, stored } = openBook()
  book.savePreferences({ technician: 'Sam' })
  book.savePreferences({ appearance: 'dark', technician: undefined })
  expect(stored().preferences).toMatchObject({ technician: 'Sam', appearance: 'dark' })
  expect(book.preferences()).toEqual(stored().preferences)
})
