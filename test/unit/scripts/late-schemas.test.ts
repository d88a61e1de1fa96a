import { createContext, runInContext } from 'node:vm'
import { build, type Rolldown } from 'vite'
import { expect, it } from 'vitest'
import { lateSchemas } from '../../../scripts/lib/late-schemas.ts'

/** Notes each schema that is made. */
const z = `
globalThis.made = []
const schema = (name) => ({ name, max: (most) => make(name + ' of ' + most), parse: (value) => name + ' ' + value, shape: { short: name } })
const make = (name) => (globalThis.made.push(name), schema(name))
export const z = { object: (shape) => make('object with ' + Object.keys(shape).join(' and ')), string: () => make('string') }
`

/** What the built modules export, and the names of the schemas made so far. The first module is the entry. */
async function run(modules: Readonly<Record<string, string>>) {
  const files = new Map(Object.entries({ ...modules, z }).map(([name, code]) => [`/app/src/${name}.ts`, code]))
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'modules',
        enforce: 'pre',
        resolveId: (id) => `/app/src/${id.replace('./', '')}.ts`,
        load: (id) => files.get(id),
      },
      lateSchemas(),
    ],
    build: {
      ssr: true,
      write: false,
      minify: false,
      rolldownOptions: {
        input: Object.keys(modules)[0]!,
        output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
      },
    },
  })) as Rolldown.RolldownOutput
  const code = new Map(built.output.map((file) => [file.fileName, 'code' in file ? file.code : '']))
  const context = createContext({})
  const loaded = new Map<string, Record<string, unknown>>()
  const load = (name: string): Record<string, unknown> => {
    const before = loaded.get(name)
    if (before !== undefined) return before
    const exports = {}
    loaded.set(name, exports)
    const start = runInContext(`(function (exports, require) {${code.get(name) ?? ''}\n})`, context) as (
      ...args: unknown[]
    ) => void
    start(exports, (wanted: string) => load(wanted.replace('./', '')))
    return exports
  }
  const [entry] = built.output
  type Exports = Readonly<Record<string, never>> & { readonly use: (...args: unknown[]) => unknown }
  return { app: load(entry.fileName) as Exports, made: () => [...(context['made'] as string[])] }
}

it('a schema is made when it is first used, together with the schemas that it consists of', async () => {
  const { app, made } = await run({
    app: `
      import { z } from './z'
      import { boxSchema } from './box'
      const id = z.string()
      const personSchema = z.object({ id, box: boxSchema })
      const otherSchema = z.object({ other: id })
      export const use = (value) => [personSchema.parse(value), otherSchema.shape.short]`,
    box: `
      import { z } from './z'
      const mac = z.string().max(12)
      export const boxSchema = z.object({ mac })
      export const unusedSchema = boxSchema.max(3)
      export const use = () => unusedSchema`,
  })
  expect(made()).toEqual([])
  expect(app.use('Ada')).toEqual(['object with id and box Ada', 'object with other'])
  const once = ['string', 'string', 'string of 12', 'object with mac', 'object with id and box', 'object with other']
  expect(made()).toEqual(once)
  app.use('Bo')
  expect(made()).toEqual(once)
})

it('an exported schema is available to a part of the program that is loaded later', async () => {
  const { app, made } = await run({
    app: `
      import { z } from './z'
      export const boxSchema = z.object({ mac: z.string() })
      export const use = async () => (await import('./part')).use()`,
    part: `
      import { boxSchema } from './app'
      export const use = () => [boxSchema.parse('1'), { boxSchema }.boxSchema.name]`,
  })
  expect(made()).toEqual([])
  expect(await app.use()).toEqual(['object with mac 1', 'object with mac'])
  expect(app['boxSchema']).toMatchObject({ name: 'object with mac' })
  expect(made()).toEqual(['string', 'object with mac'])
})

it('a table of calls makes only the schemas that are read', async () => {
  const { app, made } = await run({
    app: `
      import { z } from './z'
      import { some } from './some'
      const nothing = z.object({})
      const calls = { ...some, ask: { request: z.object({ question: nothing }), response: nothing } }
      export const use = (name) => [Object.keys(calls), calls[name].request.name]`,
    some: `
      import { z } from './z'
      export const some = { tell: { request: z.object({ news: 1 }), response: z.object({ thanks: 1 }) } }`,
  })
  expect(app.use('tell')).toEqual([['tell', 'ask'], 'object with news'])
  expect(made()).toEqual(['object with news'])
  expect(app.use('ask')).toEqual([['tell', 'ask'], 'object with question'])
  expect(made()).toEqual(['object with news', 'object with ', 'object with question'])
})

it('a shadowed name, a variable that changes, a function and other constants work as before', async () => {
  const { app, made } = await run({
    app: `
      import { z } from './z'
      const name = z.string()
      let last = z.object({ last: 1 })
      const most = [1, 2].length
      const read = (value) => z.object({ value }).parse(value)
      export const use = (value) => {
        const { name: shown } = { name }
        const say = (name) => name + ' ' + most
        last = value
        return [say('name'), shown.name, last, read(1)]
      }`,
  })
  expect(made()).toEqual(['string', 'object with last'])
  expect(app.use('new')).toEqual(['name 2', 'string', 'new', 'object with value 1'])
})

it('a module that does not belong to Setdesk stays unchanged', async () => {
  const plugin = lateSchemas() as unknown as { readonly transform: { readonly filter: { readonly id: RegExp } } }
  const { id } = plugin.transform.filter
  expect(id.test('/app/src/shared/box.ts')).toBe(true)
  expect(id.test(String.raw`C:\app\src\shared\box.ts`)).toBe(true)
  expect(id.test('/app/node_modules/zod/src/index.ts')).toBe(false)
  expect(id.test('/app/src/shared/words.json')).toBe(false)
})
