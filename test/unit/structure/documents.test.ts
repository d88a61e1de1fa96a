import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { countLines, listFiles, readText, root } from './project-files.ts'

const documents = listFiles('.', /\.md$/)

/** All matches of `pattern` in the documents, each with its document. */
const findAll = (pattern: RegExp): readonly { readonly document: string; readonly found: string }[] =>
  documents.flatMap((document) =>
    [...readText(document).matchAll(pattern)].map(([, found = '']) => ({ document, found })),
  )

describe("the project's documents", () => {
  it('name only files and folders that exist', () => {
    const places = findAll(/`((?:src|test|scripts|resources|docs)\/[\w./-]+)`/g)
    expect(places.length).toBeGreaterThan(50)
    expect(places.filter(({ found }) => !existsSync(join(root, found)))).toEqual([])
  })

  it('link only to pages and pictures that exist', () => {
    const links = findAll(/(?:\]\(|src(?:set)?=")(?!https?:|#)([^)#"\s]+)/g)
    expect(links.length).toBeGreaterThan(10)
    expect(links.filter(({ document, found }) => !existsSync(join(root, dirname(document), found)))).toEqual([])
  })

  it('name only commands that package.json defines', () => {
    const commands = findAll(/npm run (?:-s )?([\w:-]+)/g)
    expect(commands.length).toBeGreaterThan(5)
    expect(commands.filter(({ found }) => !Object.hasOwn(manifest.scripts, found))).toEqual([])
  })

  it('describe the architecture in fewer than 200 lines, so that it is read in one sitting', () => {
    expect(countLines('docs/architecture.md')).toBeLessThan(200)
  })
})
