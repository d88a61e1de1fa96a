import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readDataFlag, setUpDataFolder } from '../../../../src/main/electron/command-line.ts'

test.each([
  [['electron', '.', '--data', 'box'], resolve('box')],
  [['electron', '--data=box', '--other'], resolve('box')],
  [['electron', '.'], undefined],
  [['electron', '--data'], undefined],
  [['electron', '--data='], undefined],
  [['electron', '--database', 'x'], undefined],
])('the arguments %j name the data folder %s', (args, folder) => {
  expect(readDataFlag(args)).toBe(folder)
})

test('Electron and Chromium store their data in the same folder', () => {
  const paths = new Map<string, string>()
  const app = { getPath: () => resolve('usual'), setPath: (name: string, path: string) => void paths.set(name, path) }
  expect(setUpDataFolder(app, [])).toBe(resolve('usual'))
  expect(setUpDataFolder(app, ['--data', 'box'])).toBe(resolve('box'))
  expect(Object.fromEntries(paths)).toEqual({ userData: resolve('box'), sessionData: resolve('box') })
})
