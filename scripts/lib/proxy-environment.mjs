/**
 * The variables with which Electron's installer uses a proxy: the proxy of the environment, else the proxy of npm's settings, which npm
 * passes to its scripts. The installer uses Node's `fetch`, which uses a proxy only if `NODE_USE_ENV_PROXY` is set. The installer's own
 * switch, `ELECTRON_GET_USE_PROXY`, needs a package that the installer does not include.
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
 * @param {string} name the variable's name; the lower-case form of the name is read as well
 * @param {string} setting the variable in which npm passes its own setting
 * @returns {{ added: Record<string, string> } | undefined} variables to add; undefined if no proxy is set
 */
function find(env, name, setting) {
  if (env[name] || env[name.toLowerCase()]) return { added: {} }
  const value = env[setting]
  return value && value !== 'null' && value !== 'false' ? { added: { [name]: value } } : undefined
}
