import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { createStoreOpener } from '../../../../src/main/electron/electron-ports.ts'
import { chooseOpeningPlace, createPlaceMemory } from '../../../../src/main/electron/create-window.ts'
import { ipcOfStores } from '../../../fakes/electron-module.ts'
import { makeFolder } from '../../../fakes/folder.ts'
import { formerPlace, formerWindowFile } from '../../../fakes/former-files.ts'

vi.mock('electron', async () => (await import('../../../fakes/electron-module.ts')).electronForStores)

const smallest = { width: 1024, height: 640 }
const main = { x: 0, y: 25, width: 1920, height: 1055 }
const left = { x: -1600, y: 0, width: 1600, height: 900 }
const at = (x: number, y: number, width = 1200, height = 700) => ({ bounds: { x, y, width, height }, maximized: false })
const open = (folder: string) => createPlaceMemory(folder, createStoreOpener(ipcOfStores))

describe('the window opens', () => {
  test('in the middle and at its default size the first time', () => {
    expect(chooseOpeningPlace(undefined, [main])).toEqual({ width: 1280, height: 800, maximized: false, smallest })
  })

  test.each([at(100, 100), at(-1500, 50)])('at its remembered place on any display: %j', (place) => {
    expect(chooseOpeningPlace(place, [main, left])).toEqual({ ...place.bounds, maximized: false, smallest })
  })

  test('maximized if it was maximized', () => {
    expect(chooseOpeningPlace({ ...at(100, 100), maximized: true }, [main])).toMatchObject({ x: 100, maximized: true })
  })

  test.each([at(-1500, 50), at(5000, 100), at(100, -900), at(100, 1079)])(
    'in the middle if its title bar would be on no display: %j',
    (place) => {
      expect(chooseOpeningPlace(place, [main])).toEqual({ width: 1280, height: 800, maximized: false, smallest })
    },
  )

  test('no larger than its display and completely on it', () => {
    expect(chooseOpeningPlace(at(1000, 200, 4000, 3000), [{ x: 0, y: 0, width: 5000, height: 900 }])).toMatchObject({
      x: 1000,
      y: 0,
      width: 4000,
      height: 900,
    })
    expect(chooseOpeningPlace(at(900, 500), [main])).toMatchObject({ x: 720, y: 380 })
  })

  test('large enough that nothing is cut off, if the display has room', () => {
    expect(chooseOpeningPlace(at(10, 30, 50, 50), [main])).toMatchObject(smallest)
    expect(chooseOpeningPlace(at(10, 10, 50, 50), [{ x: 0, y: 0, width: 800, height: 600 }])).toMatchObject({
      width: 800,
      height: 600,
    })
  })

  test('at the size of the display if the display is small, even the first time', () => {
    const small = { x: 0, y: 0, width: 960, height: 520 }
    const size = { width: 960, height: 520 }
    expect(chooseOpeningPlace(undefined, [small])).toEqual({ ...size, maximized: false, smallest: size })
    expect(chooseOpeningPlace(at(10, 10), [small])).toMatchObject({ ...size, smallest: size })
  })

  test('at its default size if there is no display', () => {
    expect(chooseOpeningPlace(at(0, 0), [])).toEqual({ width: 1280, height: 800, maximized: false, smallest })
  })
})

describe('the remembered place', () => {
  test('is lost without an error if it cannot be written', () => {
    const folder = makeFolder()
    const memory = open(folder)
    mkdirSync(join(folder, 'window.json'))
    expect(() => memory.remember(at(1, 2))).not.toThrow()
    rmdirSync(join(folder, 'window.json'))
    expect(memory.recall()).toBeUndefined()
  })

  test('is ignored without an error if its file cannot be opened', () => {
    const folder = makeFolder()
    mkdirSync(join(folder, 'window.json'))
    const memory = open(folder)
    expect(memory.recall()).toBeUndefined()
    rmdirSync(join(folder, 'window.json'))
    memory.remember(at(1, 2))
    expect(memory.recall()).toEqual(at(1, 2))
  })

  test('is recalled after a restart', () => {
    const folder = makeFolder()
    open(folder).remember(at(1, 2))
    expect(open(folder).recall()).toEqual(at(1, 2))
  })

  test('is read from a file that a version without electron-store wrote, and is written in the same format', () => {
    const folder = makeFolder()
    const file = join(folder, 'window.json')
    writeFileSync(file, formerWindowFile)
    const memory = open(folder)
    expect(memory.recall()).toEqual(formerPlace)
    memory.remember(formerPlace)
    expect(readFileSync(file, 'utf8')).toBe(formerWindowFile)
  })

  test.each(['{', '{"bounds":{"x":"1"}}', '{"bounds":{"x":1e99,"y":0,"width":1,"height":1},"maximized":false}'])(
    'is ignored if the file reads %s',
    (text) => {
      const folder = makeFolder()
      writeFileSync(join(folder, 'window.json'), text)
      const memory = open(folder)
      expect(memory.recall()).toBeUndefined()
      memory.remember(at(3, 4))
      expect(memory.recall()).toEqual(at(3, 4))
    },
  )
})
