import { expect, it } from 'vitest'
import { leanConf } from '../../../scripts/lib/lean-conf.ts'

const { resolveId, load } = leanConf() as unknown as {
  readonly resolveId: (id: string, importer?: string) => string | null
  readonly load: (id: string) => string | null
}
const conf = '/app/node_modules/conf/dist/source/index.js'

it('replaces what conf loads and Setdesk never asks it for, and nothing else', () => {
  for (const id of ['ajv/dist/2020.js', 'ajv-formats', 'semver']) expect(resolveId(id, conf)).toContain(id)
  expect(resolveId('atomically', conf)).toBeNull()
  expect(resolveId('semver', '/app/node_modules/electron-updater/out/main.js')).toBeNull()
  expect(resolveId('semver')).toBeNull()
  expect(load('/app/src/main.ts')).toBeNull()
})

it('says what is missing if conf asks for it after all', async () => {
  const source = load(resolveId('semver', conf) ?? '') ?? ''
  const replaced = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
    readonly default: { readonly gt: () => unknown }
    readonly Ajv2020: new () => unknown
  }
  expect(() => replaced.default.gt()).toThrow('neither a schema nor migrations')
  expect(() => new replaced.Ajv2020()).toThrow('neither a schema nor migrations')
})
