import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { namedBy, readModules, type Module } from './modules.ts'
import { countLines, listFiles, readText, root } from './project-files.ts'

/** Each part of the source, and the parts below it that it may import. */
const below: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  platform: ['shared'],
  sandbox: ['shared', 'platform'],
  main: ['shared', 'platform', 'sandbox'],
  hub: ['shared'],
  preload: ['shared'],
  renderer: ['shared'],
}

/** The same inside main; `app` and `ports` are its two contracts. The two hosts are at the top and do not import each other. */
const belowInMain: Readonly<Record<string, readonly string[]>> = {
  ports: [],
  app: [],
  storage: ['ports'],
  vault: ['ports', 'storage'],
  jobs: ['ports', 'storage', 'vault'],
  maintenance: ['ports', 'storage', 'vault', 'jobs'],
  fleet: ['ports', 'storage', 'vault', 'jobs', 'maintenance'],
  updates: ['ports', 'storage', 'vault'],
  handlers: ['ports', 'app', 'storage', 'vault', 'jobs', 'maintenance', 'fleet', 'updates'],
  compose: ['ports', 'app', 'vault', 'handlers'],
  bridge: ['ports', 'app'],
  host: ['ports', 'storage'],
  electron: ['ports', 'app', 'bridge', 'host', 'compose', 'storage', 'updates'],
  loopback: ['ports', 'app', 'bridge', 'host', 'compose'],
}

/** Files that are tables and may be longer; none so far. */
const tables: ReadonlySet<string> = new Set()
const longest = 400

const modules = readModules('src')
const partOf = (path: string): string => path.split('/')[1] ?? ''
const partOfMain = (path: string): string => (path.split('/')[2] ?? '').replace(/\.ts$/, '')

/** `importer -> imported` for each import that `allows` rejects. */
const findWrong = (from: readonly Module[], allows: (importer: string, imported: string) => boolean): string[] =>
  from.flatMap(({ path, files }) => files.filter((file) => !allows(path, file)).map((file) => `${path} -> ${file}`))

describe('the import graph', () => {
  it('has no import from a layer above the importing module', () => {
    const wrong = findWrong(modules, (importer, imported) => {
      if (!imported.startsWith('src/')) return true
      const [from, to] = [partOf(importer), partOf(imported)]
      return from === to || below[from]?.includes(to) === true
    })
    expect(wrong).toEqual([])
  })

  it('has no import from a higher layer of the main process, and none between its two hosts', () => {
    const inMain = modules.filter(({ path }) => partOf(path) === 'main')
    const wrong = findWrong(inMain, (importer, imported) => {
      if (!imported.startsWith('src/main/')) return true
      const [from, to] = [partOfMain(importer), partOfMain(imported)]
      return from === to || belowInMain[from]?.includes(to) === true
    })
    expect(wrong).toEqual([])
  })

  it('leads out of the source folder only to locale files and to the version', () => {
    const wrong = findWrong(
      modules,
      (_, imported) => /^(?:src|resources\/locales)\//.test(imported) || imported === 'package.json',
    )
    expect(wrong).toEqual([])
  })

  it('leads only to files that exist', () => {
    expect(findWrong(modules, (_, imported) => existsSync(join(root, imported)))).toEqual([])
  })

  it('has no cycle, not even of types', () => {
    expect(findCircles(modules)).toEqual([])
  })

  it('leads to Electron only from main/electron and the preload', () => {
    const users = modules.filter(({ packages }) => packages.some((name) => /^electron(?:-store)?(?:\/|$)/.test(name)))
    expect(users.length).toBeGreaterThan(0)
    expect(
      users.filter(({ path }) => !/^src\/(?:main\/electron|preload)\//.test(path)).map(({ path }) => path),
    ).toEqual([])
  })

  it('does not lead from the app to the hub or to its packages', () => {
    const users = modules.filter(({ packages }) =>
      packages.some((name) => /^(?:pg|prom-client|@electric-sql\/pglite)(?:\/|$)/.test(name)),
    )
    expect(users.length).toBeGreaterThan(0)
    expect(users.filter(({ path }) => partOf(path) !== 'hub').map(({ path }) => path)).toEqual([])
    expect(
      findWrong(modules, (importer, imported) => partOf(imported) !== 'hub' || partOf(importer) === 'hub'),
    ).toEqual([])
    expect(readText('electron.vite.config.ts')).not.toContain('src/hub')
  })

  it('does not lead from the code of pages to Node', () => {
    const pages = modules.filter(({ path }) => ['shared', 'renderer'].includes(partOf(path)))
    const users = pages.filter(({ packages }) => packages.some((name) => name.startsWith('node:')))
    expect(users.map(({ path }) => path)).toEqual([])
  })
})

describe('a source file', () => {
  it(`is at most ${longest} lines long, tables aside`, () => {
    const files = ['src', 'scripts'].flatMap((folder) => listFiles(folder, /\.(?:tsx?|mjs|css)$/))
    const long = files.filter((path) => !tables.has(path) && countLines(path) > longest)
    expect(long).toEqual([])
  })
})

describe('the reader of imports', () => {
  it('finds every kind of import', () => {
    const text = `
      import type { A } from './a.ts'
      import './b.css'
      import c from './c.json' with { type: 'json' }
      export * from './d.ts'
      export { e } from './e.ts'
      const f = import('./f.ts')
      type G = import('./g.ts').G
      const none = "from './none.ts'"`
    expect(namedBy('source.ts', text).toSorted()).toEqual([
      './a.ts',
      './b.css',
      './c.json',
      './d.ts',
      './e.ts',
      './f.ts',
      './g.ts',
    ])
  })

  it('finds a cycle and names its files', () => {
    expect(findCircles([module('a', 'b'), module('b', 'c'), module('c', 'b')])).toEqual(['b -> c -> b'])
    expect(findCircles([module('a', 'b', 'c'), module('b', 'c'), module('c')])).toEqual([])
  })
})

afterAll(() => {
  const [source, test] = [countAll('src') + countAll('scripts'), countAll('test')]
  process.stdout.write(`${source} lines of source, ${test} lines of test: ${(test / source).toFixed(2)} a line\n`)
})

const module = (path: string, ...files: string[]): Module => ({ path, files, packages: [] })

const countAll = (folder: string): number =>
  listFiles(folder, /\.(?:tsx?|mjs)$/).reduce((sum, path) => sum + countLines(path), 0)

function findCircles(from: readonly Module[]): readonly string[] {
  const imports = new Map(from.map(({ path, files }) => [path, files]))
  const finished = new Set<string>()
  const circles: string[] = []
  const follow = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' -> '))
    else if (!finished.has(path)) for (const file of imports.get(path) ?? []) follow(file, [...trail, path])
    finished.add(path)
  }
  for (const path of imports.keys()) follow(path, [])
  return circles
}
