import type { Plugin } from 'vite'

const prefix = '\0lean-conf:'
const unused = /^(?:ajv-formats$|ajv\/|semver$)/
const says = 'Setdesk gives conf neither a schema nor migrations, and ships nothing that carries them out.'

/**
 * Leaves out packages that `conf` loads at each start but uses only with a schema or with migrations: a schema compiler and a comparison
 * of versions. Setdesk uses neither, because the schema compiler would generate code at run time. These packages would be an eighth of
 * the main process's code.
 */
export const leanConf = (): Plugin => ({
  name: 'lean-conf',
  enforce: 'pre',
  resolveId: (id, importer) =>
    unused.test(id) && /[/\\]node_modules[/\\]conf[/\\]/.test(importer ?? '') ? prefix + id : null,
  load: (id) =>
    id.startsWith(prefix)
      ? `function refuse() { throw new Error(${JSON.stringify(says)}) }
for (const name of ['clean', 'compare', 'gt', 'lte', 'minVersion', 'Range', 'satisfies', 'valid']) refuse[name] = refuse
export { refuse as Ajv2020 }
export default refuse
`
      : null,
})
