import { builtinModules } from 'node:module'
import { build, type Plugin, type ResolvedConfig } from 'vite'

/**
 * Adds entries that are built for themselves, each as one file with all that it needs. In one build with others they would be cut
 * into many small files, and a thread would load what only its process needs.
 * @param entries file name without its ending -> source
 * @param plugins makes what takes part in each of these builds
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

/** How one of them is built: a name and a source, and what takes part. Also for what the soaks run as the build does. */
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
      // V8 keeps the text of a file in memory for as long as it runs, with every comment in it.
      output: {
        format: 'cjs' as const,
        comments: { legal: true, jsdoc: false, annotation: false },
        entryFileNames: '[name].cjs',
        chunkFileNames: `${name}-[name].cjs`,
      },
    },
  },
})
