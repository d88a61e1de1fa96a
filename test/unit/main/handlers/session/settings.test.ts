import { expect, test, vi } from 'vitest'
import { createSettings } from '../../../../../src/main/handlers/session/settings-repository.ts'
import type { Settings } from '../../../../../src/main/ports.ts'
import { emptySnapshot } from '../../../../fakes/app.ts'
import { makeConnection } from '../../jobs/make-job.ts'

/** A settings repository over a store in memory. */
function openRepository(changed: Partial<Settings> = {}) {
  let settings: Settings = {
    preferences: emptySnapshot.preferences,
    connections: [],
    activeConnectionId: undefined,
    ...changed,
  }
  const onChange = vi.fn()
  const repository = createSettings(
    { read: () => settings, write: (next) => void (settings = next), forget: () => undefined },
    onChange,
  )
  return { repository, onChange, stored: () => settings }
}

test('the first connection becomes the active one, but the second does not', () => {
  const { repository, stored, onChange } = openRepository()
  repository.saveConnection(makeConnection())
  repository.saveConnection(makeConnection({ id: 'south' }))
  expect(repository.active()?.id).toBe('north')
  expect(repository.connections().map(({ id }) => id)).toEqual(['north', 'south'])
  expect(stored().activeConnectionId).toBe('north')
  expect(onChange).toHaveBeenCalledTimes(2)
})

test('a connection that is saved again keeps its position in the list', () => {
  const { repository, stored } = openRepository({ connections: [makeConnection(), makeConnection({ id: 'south' })] })
  repository.saveConnection(makeConnection({ name: 'Far North' }))
  expect(stored().connections.map(({ name }) => name)).toEqual(['Far North', 'North'])
})

test('another connection can be selected', () => {
  const { repository } = openRepository({
    connections: [makeConnection(), makeConnection({ id: 'south' })],
    activeConnectionId: 'north',
  })
  repository.select('south')
  expect(repository.active()?.id).toBe('south')
})

test('removing the active connection makes the first of the others active', () => {
  const connections = [makeConnection(), makeConnection({ id: 'south' })]
  const { repository, stored } = openRepository({ connections, activeConnectionId: 'south' })
  repository.removeConnection('south')
  expect([stored().connections.map(({ id }) => id), repository.active()?.id]).toEqual([['north'], 'north'])
  repository.removeConnection('north')
  expect([stored().connections, repository.active()]).toEqual([[], undefined])
})

test('removing a connection that is not active leaves the active one selected', () => {
  const connections = [makeConnection(), makeConnection({ id: 'south' })]
  const { repository } = openRepository({ connections, activeConnectionId: 'south' })
  repository.removeConnection('north')
  expect(repository.active()?.id).toBe('south')
})

test('no connection is active if the stored id is unknown', () => {
  expect(openRepository({ activeConnectionId: 'gone' }).repository.active()).toBeUndefined()
})

test('a preference that a change does not name stays as it is', () => {
  const { repository, stored } = openRepository()
  repository.savePreferences({ technician: 'Sam' })
  repository.savePreferences({ appearance: 'dark', technician: undefined })
  expect(stored().preferences).toMatchObject({ technician: 'Sam', appearance: 'dark' })
  expect(repository.preferences()).toEqual(stored().preferences)
})

test('a new address of the training platform is used at once, but stored only with the next change of the settings', () => {
  const training = makeConnection({ id: 'training', kind: 'training', baseUrl: 'http://127.0.0.1:1' })
  const { repository, stored, onChange } = openRepository({ connections: [makeConnection(), training] })
  const before = stored()
  repository.placeTraining('training', 'http://127.0.0.1:2')
  expect(repository.connections().map(({ baseUrl }) => baseUrl)).toEqual([
    makeConnection().baseUrl,
    'http://127.0.0.1:2',
  ])
  expect(onChange).toHaveBeenCalledOnce()
  expect(stored()).toBe(before)
  repository.select('training')
  expect(stored().connections.at(-1)?.baseUrl).toBe('http://127.0.0.1:2')
})
