import { registerHooks } from 'node:module'

const double = new URL('./double/electron.ts', import.meta.url).href

// The built main process imports `electron` and gets the double.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: double, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
})
