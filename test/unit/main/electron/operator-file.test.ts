import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findOperatorFile, readOperatorFile } from '../../../../src/main/electron/command-line.ts'
import { largestConnectionFile } from '../../../../src/shared/domain/connection/connection-file.ts'
import { makeFolder } from '../../../fakes/folder.ts'

const name = 'north.setdesk-connections'

describe('an operator’s file among the start arguments', () => {
  test('is found as a path or a file address, whatever the case of its extension', () => {
    const folder = makeFolder()
    expect(findOperatorFile(['--data', '/d', join(folder, name)], '/')).toBe(join(folder, name))
    expect(findOperatorFile([name], folder)).toBe(join(folder, name))
    expect(findOperatorFile([pathToFileURL(join(folder, 'two words.SETDESK-CONNECTIONS')).href], '/')).toBe(
      join(folder, 'two words.SETDESK-CONNECTIONS'),
    )
  })

  test('is ignored if there is a second one, or if only an option names it', () => {
    expect(findOperatorFile([`/a/${name}`, `/b/${name}`], '/')).toBeUndefined()
    expect(findOperatorFile(['/a/settings.json', '.'], '/')).toBeUndefined()
    expect(findOperatorFile([`--data=/a/${name}`], '/')).toBeUndefined()
    expect(findOperatorFile([`file://elsewhere%2f/${name}`], '/')).toBeUndefined()
    expect(findOperatorFile([], '/')).toBeUndefined()
  })

  test('is ignored if there is also a link among the arguments', () => {
    expect(findOperatorFile(['--', 'setdesk://box/1', `/a/${name}`], '/')).toBeUndefined()
    expect(findOperatorFile([`/a/${name}`, 'SETDESK://box/1'], '/')).toBeUndefined()
    expect(findOperatorFile(['setdesk://box/1', 'setdesk://box/2', `/a/${name}`], '/')).toBeUndefined()
    expect(findOperatorFile([`/a/${name}`, '--', 'x'], '/')).toBeUndefined()
  })
})

describe('reading an operator’s file', () => {
  test('returns its name and its text', () => {
    const file = join(makeFolder(), name)
    writeFileSync(file, '{"kind":"setdesk-connections"}')
    expect(readOperatorFile(file)).toEqual({ name, text: '{"kind":"setdesk-connections"}' })
  })

  test('returns only its name if the file is too large', () => {
    const file = join(makeFolder(), name)
    writeFileSync(file, 'x'.repeat(largestConnectionFile + 1))
    expect(readOperatorFile(file)).toEqual({ name })
    writeFileSync(file, 'x'.repeat(largestConnectionFile * 4 + 1))
    expect(readOperatorFile(file)).toEqual({ name })
  })

  test('returns nothing for a folder, another kind of file or a missing file', () => {
    const folder = makeFolder()
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, 'other.json'), '{}')
    expect(readOperatorFile(join(folder, name))).toBeUndefined()
    expect(readOperatorFile(join(folder, 'other.json'))).toBeUndefined()
    expect(readOperatorFile(join(folder, `no-${name}`))).toBeUndefined()
  })
})
