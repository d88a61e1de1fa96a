/**
 * Variables for the package's installer, so that it uses a proxy: the one of the environment, else the one in npm's settings,
 * which npm passes to its scripts. The installer uses Node's `fetch`, which needs a variable to use a proxy. The installer's own
 * switch (`ELECTRON_GET_USE_PROXY`) needs a package that it does not include.
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
 * @param {string} name of the variable; its lower-case form is read as well
 * @param {string} setting of npm
 * @returns {{ added: Record<string, string> } | undefined} variables to add; undefined if no proxy is set
 */
function find(env, name, setting) {
  if (env[name] || env[name.toLowerCase()]) return { added: {} }
  const value = env[setting]
  return value && value !== 'null' && value !== 'false' ? { added: { [name]: value } } : undefined
}
