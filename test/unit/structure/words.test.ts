import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listFiles, readText, root } from './project-files.ts'

const written = listFiles('.', /\.(?:tsx?|mjs|cjs|json|jsonc|md|css|html|svg|ya?ml)$|^run$/).filter(
  (path) => path !== 'package-lock.json',
)

/** The files and numbers of the lines that `marks` accepts. */
const findLines = (marks: (line: string) => boolean, paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) =>
    readText(path)
      .split('\n')
      .flatMap((line, index) => (marks(line) ? [`${path}:${index + 1}`] : [])),
  )

describe('the project', () => {
  it('contains no path of this computer', () => {
    const parent = dirname(root)
    // A project directly under the root of the file system has a parent that every path begins with.
    const places = [root, ...(parent === dirname(parent) ? [] : [`${parent}/`])]
    expect(findLines((line) => places.some((place) => line.includes(place)), written)).toEqual([])
  })

  it('has an issue number in each to-do or fix-me comment', () => {
    const note = /\b(?:T[O]DO|FIX[M]E|HA[C]K)\b(?!\(#\d+\))/
    const sources = written.filter((path) => /^(?:src|scripts|test)\//.test(path))
    expect(findLines((line) => note.test(line), sources)).toEqual([])
  })

  it('switches off no type check, and no lint rule without its name and reason', () => {
    const off = /@ts-(?:ignore|nocheck|expect-error)\b|(?:ox|es)lint-[d]isable(?!-next-line \S+ -- \S)/
    const sources = written.filter((path) => /\.(?:tsx?|mjs)$/.test(path))
    expect(findLines((line) => off.test(line), sources)).toEqual([])
  })
})
