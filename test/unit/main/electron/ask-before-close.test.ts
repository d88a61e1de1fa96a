import { EventEmitter } from 'node:events'
import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'
import { expect, test } from 'vitest'
import { askBeforeClose } from '../../../../src/main/electron/ask-before-close.ts'

const settle = () => new Promise((resolve) => setTimeout(resolve, 0))

/** A window with so many jobs unsent, and a person who presses one button after the other. */
function setUp(unsent: number, presses: readonly number[] = []) {
  const window = Object.assign(new EventEmitter(), { closed: 0, close: () => press() })
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

test('a window with nothing unsent closes without a word', () => {
  const { window, asked, press } = setUp(0)
  press()
  expect(window.closed).toBe(1)
  expect(asked).toEqual([])
})

test('unsent work is named, with what becomes of it, and the window stays where the person says so', async () => {
  const { window, asked, press } = setUp(3, [0])
  press()
  await settle()
  expect(window.closed).toBe(0)
  expect(asked).toMatchObject([
    { message: '3 jobs are not sent yet.', detail: expect.stringContaining('saved on this computer'), cancelId: 0 },
  ])
})

test('one job is one job', async () => {
  const { asked, press } = setUp(1)
  press()
  await settle()
  expect(asked[0]?.message).toBe('One job is not sent yet.')
})

test('the window closes where the person says so, and is not asked twice', async () => {
  const { window, asked, press } = setUp(2, [1])
  press()
  press()
  await settle()
  expect(window.closed).toBe(1)
  expect(asked).toHaveLength(1)
})

test('who stayed is asked again the next time', async () => {
  const { window, asked, press } = setUp(2, [0, 1])
  press()
  await settle()
  press()
  await settle()
  expect([asked.length, window.closed]).toEqual([2, 1])
})
