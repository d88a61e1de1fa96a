import { expect, it } from 'vitest'
import { leanConf } from '../../../scripts/lib/lean-conf.ts'

const { resolveId, load } = leanConf() as unknown as {
  readonly resolveId: (id: string, importer?: string) => string | null
  readonly load: (id: string) => string | null
}
const conf = '/app/node_modules/conf/dist/source/index.js'

it('the packages that conf loads and Setdesk never uses are replaced, and no others', () => {
  for (const id of ['ajv/dist/2020.js', 'ajv-formats', 'semver']) expect(resolveId(id, conf)).toContain(id)
  expect(resolveId('atomically', conf)).toBeNull()
  expect(resolveId('semver', '/app/node_modules/electron-updater/out/main.js')).toBeNull()
  expect(resolveId('semver')).toBeNull()
  expect(load('/app/src/main.ts')).toBeNull()
})

it('a replaced package says what is missing if conf uses it', async () => {
  const source = load(resolveId('semver', conf) ?? '') ?? ''
  const replaced = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    readonly default: { readonly gt: () => unknown }
    readonly Ajv2020: new () => unknown
  }
  expect(() => replaced.default.gt()).toThrow('neither a schema nor migrations')
  expect(() => new replaced.Ajv2020()).toThrow('neither a schema nor migrations')
})
