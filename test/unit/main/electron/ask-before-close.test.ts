import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'
import { expect, test } from 'vitest'
import { askBeforeClose } from '../../../../src/main/electron/create-window.ts'

/** A window with a number of unsent jobs, and a user who presses these buttons in turn. */
function setUp(unsent: number, presses: readonly number[] = []) {
  const window = Object.assign(new EventEmitter(), {
    closed: 0,
    close: () => {
      if (window.isGone) throw new TypeError('Object has been destroyed')
      press()
    },
    isGone: false,
    isDestroyed: () => window.isGone,
  })
  const asked: MessageBoxOptions[] = []
  const left = [...presses]
  const showMessageBox = async (_window: unknown, options: MessageBoxOptions) => {
    asked.push(options)
    return { response: left.shift() ?? 0, checkboxChecked: false }
  }
  askBeforeClose(window as unknown as BrowserWindow, { showMessageBox } as unknown as Dialog, () => unsent)
  const press = () => {
    let prevented = false
    window.emit('close', { preventDefault: () => (prevented = true) })
    if (!prevented) window.closed += 1
  }
  return { window, asked, press }
}

test('the window closes without a question if nothing is unsent', () => {
  const { window, asked, press } = setUp(0)
  press()
  expect(window.closed).toBe(1)
  expect(asked).toEqual([])
})

test('the window asks before it closes if work is unsent, and stays open if the user chooses that', async () => {
  const { window, asked, press } = setUp(3, [0])
  press()
  await nextTurn()
  expect(window.closed).toBe(0)
  expect(asked).toMatchObject([
    { message: '3 jobs are not sent yet.', detail: expect.stringContaining('saved on this computer'), cancelId: 0 },
  ])
})

test('the question before closing uses the singular for one unsent job', async () => {
  const { asked, press } = setUp(1)
  press()
  await nextTurn()
  expect(asked[0]?.message).toBe('One job is not sent yet.')
})

test('the window asks one question even if close is pressed twice, and closes if the user chooses that', async () => {
  const { window, asked, press } = setUp(2, [1])
  press()
  press()
  await nextTurn()
  expect(window.closed).toBe(1)
  expect(asked).toHaveLength(1)
})

test('a user who kept the window open is asked again at the next attempt to close it', async () => {
  const { window, asked, press } = setUp(2, [0, 1])
  press()
  await nextTurn()
  press()
  await nextTurn()
  expect([asked.length, window.closed]).toEqual([2, 1])
})

test('an answer that comes after the window is gone closes nothing', async () => {
  const { window, asked, press } = setUp(1, [1])
  press()
  window.isGone = true
  await nextTurn()
  expect([asked.length, window.closed]).toEqual([1, 0])
})
