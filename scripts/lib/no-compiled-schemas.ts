import type { Plugin } from 'vite'

const prefix = '\0no-compiled-schemas:'
const says = 'Setdesk gives conf no schema, and ships no compiler for one.'

/**
 * Leaves out the compiler of schemas that `conf` loads at each start, and uses only if a schema is given to it. Setdesk gives none: the
 * compiler would make code from texts at run time. It is an eighth of the main process.
 */
export const noCompiledSchemas = (): Plugin => ({
  name: 'no-compiled-schemas',
  enforce: 'pre',
  resolveId: (id, importer) =>
    /^ajv(?:-formats$|\/)/.test(id) && /[/\\]node_modules[/\\]conf[/\\]/.test(importer ?? '') ? prefix + id : null,
  load: (id) =>
    id.startsWith(prefix)
      ? `function refuse() { throw new Error(${JSON.stringify(says)}) }\nexport { refuse as Ajv2020 }\nexport default refuse\n`
      : null,
})
