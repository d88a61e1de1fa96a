/**
 * The environment for a start of Electron's program that is to open a window. Editors that are Electron apps themselves leave a
 * variable to what they start that would make plain Node of it.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
export function windowEnvironment(env) {
  const set = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return Object.fromEntries(set.filter(([name]) => name?.toUpperCase() !== 'ELECTRON_RUN_AS_NODE'))
}
