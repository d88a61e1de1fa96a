import { builtinModules } from 'node:module'
import { build, type Plugin, type ResolvedConfig } from 'vite'

/**
 * Adds entries to a build. Each entry is built separately, into one file with all the code that the entry needs. In a common build the
 * entries would be cut into many small files, and a thread would load code that only its process needs.
 * @param entries the source of each entry, by the name of the built file without its ending
 * @param plugins makes the plugins for each of these builds
 */
export const entriesApart = (entries: Readonly<Record<string, string>>, plugins: () => Plugin[]): Plugin => ({
  name: 'entries-apart',
  async generateBundle() {
    const { root, build: wanted } = this.environment.config
    for (const entry of Object.entries(entries)) {
      const built = await build(describeEntry(root, entry, plugins(), wanted))
      for (const { output } of [built].flat().filter((one) => 'output' in one))
        for (const file of output)
          this.emitFile({
            type: 'asset',
            fileName: file.fileName,
            source: file.type === 'chunk' ? file.code : file.source,
          })
    }
  },
})

/** Vite's configuration for the build of one entry, which is a name and a source. A test of long runs builds its host in the same way. */
export const describeEntry = (
  root: string,
  [name, source]: readonly [string, string],
  plugins: Plugin[],
  { outDir, sourcemap }: Pick<ResolvedConfig['build'], 'outDir' | 'sourcemap'>,
) => ({
  configFile: false as const,
  root,
  logLevel: 'warn' as const,
  plugins,
  ssr: { noExternal: true as const },
  build: {
    ssr: true,
    write: false,
    target: 'node24',
    minify: false,
    outDir,
    sourcemap,
    rolldownOptions: {
      input: { [name]: source },
      external: ['electron', /^node:/, ...builtinModules],
      // Leaves comments out, because V8 keeps the whole text of a file in memory while the program runs.
      output: {
        format: 'cjs' as const,
        comments: { legal: true, jsdoc: false, annotation: false },
        entryFileNames: '[name].cjs',
        chunkFileNames: `${name}-[name].cjs`,
      },
    },
  },
})
