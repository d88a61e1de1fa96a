import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findPackageFolder, readPart, writeNotices } from '../../../../scripts/lib/package/shipped-parts.ts'
import { thirdPartySchema } from '../../../../src/shared/domain/third-party.ts'
import { makeFolder } from '../../../fakes/folder.ts'

/** A package folder with these files. */
function makePackage(manifest: object, files: Readonly<Record<string, string>> = {}): string {
  const folder = join(makeFolder(), 'node_modules', 'part')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'part', version: '1.2.3', ...manifest }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

describe('a module of the app', () => {
  it('belongs to the innermost package around it, or to Setdesk', () => {
    expect(findPackageFolder('/home/a/node_modules/zod/v4/core.js')).toBe('/home/a/node_modules/zod')
    expect(findPackageFolder('/a/node_modules/@visx/axis/esm/index.js')).toBe('/a/node_modules/@visx/axis')
    expect(findPackageFolder('/a/node_modules/b/node_modules/c/d.js')).toBe('/a/node_modules/b/node_modules/c')
    expect(findPackageFolder('\0/a/node_modules/react/index.js?commonjs-es-import')).toBe('/a/node_modules/react')
    expect(findPackageFolder('C:\\a\\node_modules\\@b\\c\\d.js')).toBe('C:\\a\\node_modules\\@b\\c')
    expect(findPackageFolder('/a/src/main/app.ts')).toBeUndefined()
  })
})

describe('a shipped package', () => {
  it('is listed with the texts of its licence and its notice', () => {
    const folder = makePackage(
      { license: 'Apache-2.0' },
      { LICENSE: 'The licence.\n', 'NOTICE.txt': 'The notice.', 'licenses.js': 'no text' },
    )
    expect(readPart(folder, ['renderer', 'main'])).toEqual({
      name: 'part',
      version: '1.2.3',
      licence: 'Apache-2.0',
      bundles: ['main', 'renderer'],
      text: 'The licence.\n\nThe notice.',
    })
  })

  it('is listed with the standard licence text and its author if it has no text of its own', () => {
    const folder = makePackage({ license: 'MIT', author: { name: 'Ann Example' } })
    const { text } = readPart(folder, ['main'])
    expect(text).toContain('Copyright (c) Ann Example')
    expect(text).toContain('Permission is hereby granted')
  })

  it('stops the build if its licence is not allowed, or if it has neither text nor author', () => {
    expect(() => readPart(makePackage({ license: 'GPL-3.0-only' }, { LICENSE: 'x' }), ['main'])).toThrow(
      'part has the licence GPL-3.0-only',
    )
    expect(() => readPart(makePackage({ license: 'MIT' }), ['main'])).toThrow('neither a text of its licence')
  })
})

it('the notices are written in the order of names, with each text once', () => {
  const part = { version: '1.0.0', licence: 'MIT', bundles: ['main'] as const, text: 'same' }
  const notices = writeNotices([
    { ...part, name: 'zebra' },
    { ...part, name: 'ant', text: 'other' },
    { ...part, name: 'bee' },
  ])
  expect(notices.parts.map(({ name, text }) => [name, notices.texts[text]])).toEqual([
    ['ant', 'other'],
    ['bee', 'same'],
    ['zebra', 'same'],
  ])
  expect(notices.texts).toHaveLength(2)
  expect(thirdPartySchema.parse(JSON.parse(JSON.stringify(notices)))).toEqual(notices)
})

it('a version of a package is named once, whatever folders and bundles it is in', () => {
  const part = { name: 'ant', version: '1.0.0', licence: 'MIT', text: 'same' } as const
  const { parts } = writeNotices([
    { ...part, bundles: ['renderer'] },
    { ...part, bundles: ['main'] },
    { ...part, version: '2.0.0', bundles: ['main'] },
  ])
  expect(parts.map(({ version, bundles }) => [version, bundles])).toEqual([
    ['1.0.0', ['main', 'renderer']],
    ['2.0.0', ['main']],
  ])
})
