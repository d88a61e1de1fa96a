import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../../../fakes/folder.ts'
import { lacksFolder, readDataFlag, setUpDataFolder } from '../../../../src/main/electron/command-line.ts'

test.each([
  [['electron', '.', '--data', 'box'], resolve('box')],
  [['electron', '--data=box', '--other'], resolve('box')],
  [['electron', '.'], undefined],
  [['electron', '--data=-box'], resolve('-box')],
  [['electron', '--database', 'x'], undefined],
])('the arguments %j name the data folder %s', (args, folder) => {
  expect([readDataFlag(args), lacksFolder(args)]).toEqual([folder, false])
})

test.each([[['electron', '--data']], [['electron', '--data=']], [['electron', '--data', '--disable-gpu']]])(
  'the arguments %j lack the data folder',
  (args) => {
    expect([readDataFlag(args), lacksFolder(args)]).toEqual([undefined, true])
  },
)

/** Electron's paths. As declared, a folder that does not exist is refused. */
function setUp(usual: string) {
  const paths = new Map<string, string>()
  const setPath = (name: string, path: string): void => {
    if (!existsSync(path)) throw new Error('Failed to set path.')
    paths.set(name, path)
  }
  return { app: { getPath: () => usual, setPath }, setPaths: () => Object.fromEntries(paths) }
}

test('Electron and Chromium store their data in the same folder, which is made for this user alone', () => {
  const folder = makeFolder()
  const [usual, box] = [join(folder, 'usual'), join(folder, 'deep', 'box')]
  const { app, setPaths } = setUp(usual)
  expect(setUpDataFolder(app, [])).toBe(usual)
  expect(setUpDataFolder(app, ['--data', box])).toBe(box)
  expect(setPaths()).toEqual({ userData: box, sessionData: box })
  if (process.platform !== 'win32') expect(statSync(box).mode & 0o777).toBe(0o700)
})

test('a data folder that cannot be made is left to the start, which reports it', () => {
  const file = join(makeFolder(), 'file')
  writeFileSync(file, '')
  const { app, setPaths } = setUp(file)
  expect(setUpDataFolder(app, ['--data', join(file, 'inside')])).toBe(join(file, 'inside'))
  expect(setPaths()).toEqual({})
})
