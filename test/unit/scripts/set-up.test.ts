import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findNpm, isLink, quietly, reasonToInstall } from '../../../scripts/lib/set-up.mjs'
import { makeFolder } from '../../fakes/folder.ts'

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/zod': { version: '4.6.7', integrity: 'sha512-a' },
    'node_modules/@tool/darwin-arm64': { version: '1.0.0', optional: true },
  },
}
const zod = lock.packages['node_modules/zod']
const installed = { packages: { 'node_modules/zod': zod } }

describe('the check whether packages must be installed', () => {
  it('finds nothing to do if npm has noted every package of the lock file, except those for other systems', () => {
    expect(reasonToInstall({ lock, installed, hasPinnedNode: true })).toBeUndefined()
  })

  it('asks for an installation in a bare clone', () => {
    expect(reasonToInstall({ lock, installed: undefined, hasPinnedNode: false })).toBe('nothing is installed yet')
  })

  it('asks for another installation if the pinned Node is missing', () => {
    expect(reasonToInstall({ lock, installed, hasPinnedNode: false })).toBe('the pinned Node is missing')
  })

  it('asks for another installation if a package is missing, and names it without the folders', () => {
    const nested = { packages: { 'node_modules/a/node_modules/@b/c': { version: '1.0.0' } } }
    expect(reasonToInstall({ lock: nested, installed, hasPinnedNode: true })).toBe('@b/c is missing')
  })

  it('asks for another installation if the lock file wants another version', () => {
    const older = { packages: { 'node_modules/zod': { ...zod, version: '4.6.6' } } }
    expect(reasonToInstall({ lock, installed: older, hasPinnedNode: true })).toBe(
      'zod 4.6.7 is wanted, 4.6.6 is installed',
    )
  })

  it('asks for another installation if the same version has another checksum', () => {
    const other = { packages: { 'node_modules/zod': { ...zod, integrity: 'sha512-b' } } }
    expect(reasonToInstall({ lock, installed: other, hasPinnedNode: true })).toBe('zod has changed')
  })
})

describe('the search for npm', () => {
  it('finds the npm that called, with the Node that npm was started with', () => {
    const env = { npm_execpath: '/usr/lib/npm/bin/npm-cli.js', npm_node_execpath: '/usr/bin/node' }
    expect(findNpm(env, 'linux')).toEqual({
      command: '/usr/bin/node',
      args: ['/usr/lib/npm/bin/npm-cli.js'],
      shell: false,
    })
  })

  it('finds npm on the path if the caller was not npm', () => {
    expect(findNpm({}, 'linux')).toEqual({ command: 'npm', args: [], shell: false })
    expect(findNpm({ npm_execpath: '/opt/yarn/yarn.js' }, 'darwin').command).toBe('npm')
    expect(findNpm({}, 'win32')).toEqual({ command: 'npm.cmd', args: [], shell: true })
  })
})

it('npm’s warnings are left out, unless the user has set the log level of npm', () => {
  expect(quietly({ HOME: '/home/ann' })).toEqual({ HOME: '/home/ann', npm_config_loglevel: 'error' })
  expect(quietly({ npm_config_loglevel: 'verbose' })).toEqual({ npm_config_loglevel: 'verbose' })
})

it('a folder of packages that is a link is recognised, so that npm does not empty the folder behind it', () => {
  const folder = makeFolder()
  const [real, link] = [join(folder, 'real'), join(folder, 'link')]
  mkdirSync(real)
  symlinkSync(real, link, 'junction')
  expect([isLink(real), isLink(link), isLink(join(folder, 'none'))]).toEqual([false, true, false])
})
