import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inProject } from '../../../scripts/lib/project.mjs'
import { proxyEnvironment } from '../../../scripts/lib/proxy-environment.mjs'
import { startConnectProxy } from '../../fakes/connect-proxy.ts'
import { makeFolder } from '../../fakes/folder.ts'

const secure = 'http://secure.example:3128'
const plain = 'http://plain.example:3128'

describe("the proxy for Electron's installer", () => {
  it('is not set if there is no proxy', () => {
    expect(proxyEnvironment({ PATH: '/bin', ELECTRON_MIRROR: 'https://mirror.example/' })).toEqual({})
    expect(proxyEnvironment({ HTTPS_PROXY: '', npm_config_proxy: 'null', npm_config_https_proxy: '' })).toEqual({})
  })

  it('is switched on in Node if an environment variable in upper or lower case names a proxy', () => {
    for (const name of ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'])
      expect(proxyEnvironment({ [name]: secure })).toEqual({ NODE_USE_ENV_PROXY: '1' })
  })

  it("comes from npm's own settings if the environment has none", () => {
    const npm = { npm_config_https_proxy: secure, npm_config_proxy: plain, npm_config_noproxy: 'a.example' }
    const taken = { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: secure, HTTP_PROXY: plain, NO_PROXY: 'a.example' }
    expect(proxyEnvironment(npm)).toEqual(taken)
    expect(proxyEnvironment({ ...npm, https_proxy: 'http://own.example', NO_PROXY: 'b.example' })).toEqual({
      NODE_USE_ENV_PROXY: '1',
      HTTP_PROXY: plain,
    })
  })

  it('is used by the installer to reach the named mirror', async () => {
    const proxy = await startConnectProxy({ refusesWith: 403 })
    const folder = makeFolder()
    const env = {
      PATH: process.env['PATH'],
      npm_config_https_proxy: proxy.url,
      ELECTRON_MIRROR: 'https://mirror.invalid/',
      // The installer must neither use an existing download nor store one.
      ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'none'),
      electron_config_cache: folder,
    }
    const installer = spawn(process.execPath, [inProject('node_modules', 'electron', 'install.js')], {
      env: { ...env, ...proxyEnvironment(env) },
      stdio: 'ignore',
    })
    expect(await once(installer, 'exit')).toEqual([1, null])
    expect(proxy.asked).toEqual(['CONNECT mirror.invalid:443'])
  })
})
