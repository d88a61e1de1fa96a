/** Random names under which the page reaches the test's side. */
export interface HiddenNames {
  readonly invoke: string
  readonly deliver: string
}

/**
 * The built preload as a script that runs before the page's own scripts, with its own `require`. Like the real preload it runs
 * only in the main frame, can load only `electron`, and freezes what it exposes. Unlike the real one it shares the page's
 * JavaScript world, so it does not test context isolation.
 */
export function writePreloadScript(preload: string, names: HiddenNames): string {
  return `(() => {
  const invoke = window[${JSON.stringify(names.invoke)}]
  delete window[${JSON.stringify(names.invoke)}]
  if (window.top !== window) return
  const listeners = new Map()
  const of = (channel) => listeners.get(channel) ?? listeners.set(channel, new Set()).get(channel)
  const ipcRenderer = {
    invoke: (channel, ...args) => invoke(channel, args),
    on: (channel, listener) => (of(channel).add(listener), ipcRenderer),
    off: (channel, listener) => (of(channel).delete(listener), ipcRenderer),
  }
  const freeze = (value) => {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(freeze)
    return Object.freeze(value)
  }
  const contextBridge = {
    exposeInMainWorld: (name, value) => {
      Object.defineProperty(window, name, { value: freeze(value), enumerable: true })
    },
  }
  Object.defineProperty(window, ${JSON.stringify(names.deliver)}, {
    value: (channel, args) => [...of(channel)].forEach((listener) => listener({}, ...args)),
  })
  const require = (name) => {
    if (name === 'electron') return { contextBridge, ipcRenderer }
    throw new Error('A sandboxed preload has no module ' + name)
  }
  const module = { exports: {} }
  ;((require, module, exports, process) => {
${preload}
  })(require, module, module.exports, undefined)
})()`
}
