import { expect, test, vi } from 'vitest'
import { createBulkStore } from '../../../../../src/renderer/src/features/bulk/bulk-store.ts'
import type { Language } from '../../../../../src/shared/domain/language.ts'
import { createFakeBridge } from '../../../../fakes/bridge.ts'
import { encodeText } from '../../../../fakes/encode-text.ts'
import { createFakeListClient } from '../../../../fakes/list-client.ts'
import { makeWorkday, trainingConnection } from '../../../../fakes/world.ts'

function setUp(language: Language = 'en') {
  const bridge = createFakeBridge(makeWorkday('loopback', 0))
  const open = () =>
    createBulkStore({
      bridge,
      connectionId: 'one',
      connection: () => trainingConnection,
      createClient: createFakeListClient,
      language: () => language,
    })
  const keeps = async (part: object): Promise<void> =>
    await vi.waitFor(async () => {
      const reply = await bridge.call('list.read', { connectionId: 'one' })
      expect(reply.ok && reply.value.list).toMatchObject(part)
    })
  return { bridge, open, keeps }
}

const arabic = (...lines: readonly string[]): Blob => new Blob([encodeText(lines.join('\n'), 'windows-1256')])
/** The box of lines 3 and 4 is bad. The list has no first names, so every row of new customers has other faults, too. */
const customers = arabic('رقم;النسب;المدينة', '001A79000001;حداد;الرباط', 'x1;القرشي;فاس', 'x2;بن عيسى;مكناس')

test('a list is read again in another encoding, with its columns, and with the corrections on top', async () => {
  const { open, keeps } = setUp()
  const bulk = open()
  bulk.setKind('new-customer')
  await bulk.open('customers.csv', customers)
  expect(bulk.getState().list).toMatchObject({
    encoding: 'windows-1256',
    samples: [
      ['001A79000001', 'حداد', 'الرباط'],
      ['x1', 'القرشي', 'فاس'],
      ['x2', 'بن عيسى', 'مكناس'],
    ],
    unusual: ['حداد', 'الرباط', 'القرشي', 'فاس'],
  })
  await bulk.readAs('windows-1252')
  expect(bulk.getState().list).toMatchObject({ encoding: 'windows-1252', unusual: ['ÍÏÇÏ', 'ÇáÑÈÇØ', 'ÇáÞÑÔí', 'ÝÇÓ'] })
  bulk.setRules({ columns: ['box.raw', 'customer.lastname', 'customer.city'] })
  await bulk.check()
  const [, third, fourth] = bulk.getState().bad
  if (third === undefined || fourth === undefined) throw new Error('no rows with faults')
  await bulk.fix(third, ['001A79000003', third.cells[1] ?? '', 'Fès'])
  bulk.type(4, ['001A', fourth.cells[1] ?? '', fourth.cells[2] ?? ''])
  await keeps({ encoding: 'windows-1252', stage: 'checked' })

  await bulk.readAs('windows-1256')
  const { list, rules, progress } = bulk.getState()
  expect(list).toMatchObject({ encoding: 'windows-1256', name: 'customers.csv' })
  expect({ columns: rules.columns, progress }).toEqual({
    columns: ['box.raw', 'customer.lastname', 'customer.city'],
    progress: undefined,
  })
  const fixed = {
    mended: [{ line: 3, cells: ['001A79000003', 'القرشي', 'Fès'] }],
    typed: [{ line: 4, cells: ['001A', 'بن عيسى', 'مكناس'] }],
  }
  await keeps({ encoding: 'windows-1256', stage: 'columns', ...fixed })
  await bulk.check()
  expect(bulk.getState().bad.find(({ line }) => line === 3)?.cells).toEqual(fixed.mended[0]?.cells)
})

test('a restored list is read in the encoding of before, also a list of an earlier version', async () => {
  const { bridge, open, keeps } = setUp()
  const bulk = open()
  await bulk.open('customers.csv', customers)
  await bulk.readAs('windows-1251')
  await keeps({ encoding: 'windows-1251' })
  await bulk.leave()
  await bulk.come()
  expect(bulk.getState().list).toMatchObject({ encoding: 'windows-1251' })
  await bulk.leave()

  const stored = await bridge.call('list.read', { connectionId: 'one' })
  if (!stored.ok || stored.value.list === undefined) throw new Error('no stored list')
  const { encoding: _, mark = '', ...former } = stored.value.list
  await bridge.call('list.save', { connectionId: 'one', list: former, was: [mark] })
  await bulk.come()
  expect(bulk.getState().list).toMatchObject({ encoding: 'windows-1252' })
})

test('columns that were guessed by their names are guessed again by the names in the other encoding', async () => {
  const bulk = setUp().open()
  bulk.setKind('new-customer')
  await bulk.open('customers.csv', customers)
  const guessed = bulk.getState().rules.columns
  await bulk.readAs('windows-1252')
  expect(bulk.getState().rules.columns).not.toEqual(guessed)
  await bulk.readAs('windows-1256')
  expect(bulk.getState().rules.columns).toEqual(guessed)
})

test('a list that is no list in the chosen encoding stays as it was read', async () => {
  const { open } = setUp()
  const bulk = open()
  // In the other encoding, the line has no digit, so it holds column names.
  await bulk.open('customers.csv', new Blob([encodeText('Haÿ;Haÿ;m³', 'windows-1252')]))
  await bulk.check()
  const { progress } = bulk.getState()
  await bulk.readAs('windows-1250')
  expect(bulk.getState()).toMatchObject({
    refusal: { problem: 'no-rows', name: 'customers.csv' },
    list: { encoding: 'windows-1252' },
    progress,
  })
})

test('in doubt, a file is read by the language on screen', async () => {
  const doubtful = new Blob([encodeText('mac;city\n001A79000001;Orléans', 'windows-1252')])
  for (const [language, encoding] of [
    ['fr', 'windows-1252'],
    ['ar', 'windows-1256'],
  ] as const) {
    const bulk = setUp(language).open()
    await bulk.open('customers.csv', doubtful)
    expect(bulk.getState().list).toMatchObject({ encoding, samples: [['001A79000001', 'Orléans']] })
  }
})
