/**
 * The environment for starting Electron's program with a window. Editors built on Electron set `ELECTRON_RUN_AS_NODE` for their
 * children, which would start the program as plain Node.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
export function windowEnvironment(env) {
  const set = Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return Object.fromEntries(set.filter(([name]) => name?.toUpperCase() !== 'ELECTRON_RUN_AS_NODE'))
}
