import { existsSync, mkdirSync } from 'node:fs'
import path from 'node:path'
import { ensureBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { electronNode, runsOnElectronNode } from './lib/electron-node.mjs'
import { holdLock } from './lib/hold-lock.mjs'
import { commandOf, inProject, nodePackage, nodeProgram, say, toolEnvironment } from './lib/project.mjs'
import { run } from './lib/run.mjs'
import { findNpm, setUp } from './lib/set-up.mjs'

const home = inProject('.cache', `node-${electronNode.node}`)
const program = path.join(home, 'node_modules', nodePackage ?? 'node', nodeProgram)

/** @returns {Promise<boolean>} whether the Node of `electronNode` is installed; if not, the reason was printed */
async function ensureNode() {
  if (!existsSync(program)) {
    say(`Installing Node ${electronNode.node} into .cache.`)
    mkdirSync(home, { recursive: true })
    const npm = findNpm(process.env, process.platform)
    const args = ['install', '--prefix', home, '--no-save', '--no-package-lock']
    await run(npm.command, [...npm.args, ...args, `${nodePackage}@${electronNode.node}`], { shell: npm.shell })
  }
  const { output } = await run(program, ['--version'], { quiet: true })
  if (output.trim() === `v${electronNode.node}`) return true
  say(`Node ${electronNode.node} cannot be had here: ${output.trim()}`)
  return false
}

/** @returns {Promise<boolean>} whether all tests passed */
async function test() {
  if (!(await setUp()) || !(await ensureBuilt())) return false
  if (!(await holdLock(inProject('.cache', 'electron-node.lock'), 'installing of Node', ensureNode))) return false
  await ensureBrowser()
  let passed = true
  for (const { title, env, args } of runsOnElectronNode) {
    say(`\n== ${title}, on Node ${electronNode.node}`)
    const environment = toolEnvironment(env)
    environment['PATH'] = [path.dirname(program), environment['PATH']].join(path.delimiter)
    const { code } = await run(program, [commandOf('vitest'), 'run', ...args], { env: environment })
    passed &&= code === 0
  }
  return passed
}

process.exitCode = (await test()) ? 0 : 1
