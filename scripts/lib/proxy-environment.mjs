/**
 * What the environment of the package's installer needs besides, so that it goes through a proxy: the one of the environment, else
 * the one in npm's settings, which npm hands on to the scripts that it runs. The installer fetches by Node's `fetch`, which
 * takes a proxy only when told to. Its own switch (`ELECTRON_GET_USE_PROXY`) needs a package that it does not bring along.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Record<string, string>}
 */
export function proxyEnvironment(env) {
  const https = find(env, 'HTTPS_PROXY', 'npm_config_https_proxy')
  const http = find(env, 'HTTP_PROXY', 'npm_config_proxy')
  if (https === undefined && http === undefined) return {}
  const without = find(env, 'NO_PROXY', 'npm_config_noproxy')
  return { NODE_USE_ENV_PROXY: '1', ...https?.added, ...http?.added, ...without?.added }
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string} name of the variable, which is read in lower case as well
 * @param {string} setting of npm
 * @returns {{ added: Record<string, string> } | undefined} what to add to the environment; undefined where nothing is set
 */
function find(env, name, setting) {
  if (env[name] || env[name.toLowerCase()]) return { added: {} }
  const value = env[setting]
  return value && value !== 'null' && value !== 'false' ? { added: { [name]: value } } : undefined
}
