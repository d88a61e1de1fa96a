#!/usr/bin/env node
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'

/**
 * Makes a package for Debian with dpkg-deb alone. electron-builder calls this program in place of fpm, which would have to be fetched
 * together with Ruby. This program accepts only those arguments of fpm that electron-builder uses.
 */

/** @type {Record<string, { type: 'string' | 'boolean', short?: string, multiple?: boolean }>} */
const options = {
  'input-type': { type: 'string', short: 's' },
  'output-type': { type: 'string', short: 't' },
  force: { type: 'boolean' },
  depends: { type: 'string', short: 'd', multiple: true },
  'deb-recommends': { type: 'string', multiple: true },
  'deb-compression': { type: 'string' },
  'deb-priority': { type: 'string' },
  architecture: { type: 'string' },
  'after-install': { type: 'string' },
  'after-remove': { type: 'string' },
  description: { type: 'string' },
  version: { type: 'string' },
  package: { type: 'string' },
  name: { type: 'string' },
  maintainer: { type: 'string' },
  vendor: { type: 'string' },
  url: { type: 'string' },
  category: { type: 'string' },
  license: { type: 'string' },
}

const { values, positionals } = parseArgs({ options, allowPositionals: true })

/** @param {string} name */
function need(name) {
  const value = values[name]
  if (typeof value !== 'string' || value === '') throw new Error(`The argument --${name} is missing.`)
  return value
}

/** @param {string} name */
const listOf = (name) => {
  const value = values[name]
  return Array.isArray(value) ? value.join(', ') : ''
}

/**
 * Copies `from=to`: a file, or the content of a folder if `from` ends in a slash.
 * @param {string} pair
 * @param {string} root
 */
function place(pair, root) {
  const at = pair.lastIndexOf('=')
  if (at < 1) throw new Error(`${pair} is not FROM=TO.`)
  const to = path.join(root, pair.slice(at + 1))
  mkdirSync(path.dirname(to), { recursive: true })
  cpSync(pair.slice(0, at), to, { recursive: true, verbatimSymlinks: true })
}

/**
 * The paths of all files below a folder, relative to the folder. Symbolic links are not followed.
 * @param {string} folder
 * @returns {string[]}
 */
const listFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()

/**
 * Sets the file modes that Debian wants, whatever the umask of the builder was. All users may read, and only the owner may write. A
 * file that the owner could run becomes a file that all users may run.
 * @param {string} root
 */
function setModes(root) {
  chmodSync(root, 0o755)
  for (const entry of readdirSync(root, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isSymbolicLink()) continue
    chmodSync(file, entry.isDirectory() || (lstatSync(file).mode & 0o100) !== 0 ? 0o755 : 0o644)
  }
}

/**
 * Formats the description for the control file. The first line is the synopsis. Each further line is indented, and an empty line
 * becomes a dot.
 * @param {string} text
 */
function describe(text) {
  const [synopsis = '', ...lines] = text.split('\n').map((line) => line.trim())
  return [synopsis, ...lines.map((line) => ` ${line === '' ? '.' : line}`)].join('\n')
}

/** @param {string} root the folder that holds the package's files */
function writeControl(root) {
  const files = listFiles(root)
  const size = files.reduce((sum, file) => sum + lstatSync(path.join(root, file)).size, 0)
  const home = need('url')
  const fields = {
    Package: need('name'),
    Version: need('version'),
    Architecture: need('architecture'),
    Maintainer: need('maintainer'),
    'Installed-Size': String(Math.ceil(size / 1024)),
    Depends: listOf('depends'),
    Recommends: listOf('deb-recommends'),
    Section: typeof values['category'] === 'string' ? values['category'] : 'misc',
    Priority: typeof values['deb-priority'] === 'string' ? values['deb-priority'] : 'optional',
    // The address is under `.invalid` if the build was given no home page.
    Homepage: home.includes('.invalid') ? '' : home,
    Description: describe(need('description')),
  }
  const control = Object.entries(fields).filter(([, value]) => value !== '')
  const folder = path.join(root, 'DEBIAN')
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'control'), control.map(([name, value]) => `${name}: ${value}\n`).join(''))
  const sums = files.map((file) => {
    const sum = createHash('md5')
      .update(readFileSync(path.join(root, file)))
      .digest('hex')
    return `${sum}  ${file}\n`
  })
  writeFileSync(path.join(folder, 'md5sums'), sums.join(''))
  const scripts = { 'after-install': 'postinst', 'after-remove': 'postrm' }
  for (const [argument, name] of Object.entries(scripts))
    writeFileSync(path.join(folder, name), readFileSync(need(argument), 'utf8'), { mode: 0o755 })
}

if (values['input-type'] !== 'dir' || values['output-type'] !== 'deb')
  throw new Error('This makes a package for Debian from folders, and nothing else.')
const root = mkdtempSync(path.join(tmpdir(), 'setdesk-deb-'))
try {
  for (const pair of positionals) place(pair, root)
  writeControl(root)
  setModes(root)
  const compression = typeof values['deb-compression'] === 'string' ? values['deb-compression'] : 'xz'
  const args = ['--root-owner-group', `-Z${compression}`, '--build', root, need('package')]
  execFileSync('dpkg-deb', args, { stdio: ['ignore', 'ignore', 'inherit'] })
} finally {
  rmSync(root, { recursive: true, force: true })
}
