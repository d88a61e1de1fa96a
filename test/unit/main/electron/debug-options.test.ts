import { expect, test } from 'vitest'
import { findDebugOption, opensPort } from '../../../../src/main/electron/command-line.ts'

const program = 'setdesk'

test.each([
  ['--inspect'],
  ['--inspect=0.0.0.0:9229', '--inspect'],
  ['--inspect-brk'],
  ['--inspect_brk=0', '--inspect_brk'],
  ['--inspect-wait'],
  ['-inspect'],
  ['/inspect'],
  ['--INSPECT'],
  ['--remote-debugging-port=9222', '--remote-debugging-port'],
  ['-remote-debugging-port=0', '-remote-debugging-port'],
  ['--remote-debugging-pipe'],
  ['--js-flags=--expose-gc', '--js-flags'],
  ['--no-sandbox'],
  ['--disable-web-security'],
  [' --remote-debugging-port=9222', '--remote-debugging-port'],
  ['\t--no-sandbox', '--no-sandbox'],
  ['--disable-seccomp-filter-sandbox'],
  ['--disable-namespace-sandbox'],
  ['--disable-setuid-sandbox'],
  ['--disable-gpu-sandbox'],
  ['--utility-cmd-prefix=/tmp/spy', '--utility-cmd-prefix'],
  ['--zygote-cmd-prefix=/tmp/spy', '--zygote-cmd-prefix'],
  ['--single-process'],
  ['--remote-debugging-io-pipes=3,4', '--remote-debugging-io-pipes'],
])('the option %s is reported as a debug option', (option, named = option) => {
  expect(findDebugOption({ argv: [program, '--data', 'a', option], execArgv: [], env: {} })).toBe(named)
  expect(findDebugOption({ argv: [program], execArgv: [option], env: {} })).toBe(named)
})

test.each(['NODE_OPTIONS', 'ELECTRON_RUN_AS_NODE', 'NODE_REPL_EXTERNAL_MODULE'])(
  'the environment variable %s is reported like a debug option',
  (name) => {
    expect(findDebugOption({ argv: [program], execArgv: [], env: { [name]: '--require SECRET' } })).toBe(name)
    expect(findDebugOption({ argv: [program], execArgv: [], env: { [name]: '' } })).toBeUndefined()
  },
)

test.each([
  ['a usual start', [program]],
  ['the choice of a data folder', [program, '--data', 'inspect/data']],
  ['a folder of a similar name', [program, '--data=/inspect']],
  ['an option whose name only begins like a debug option', [program, '--inspection']],
])('%s is allowed', (_, argv) => {
  expect(findDebugOption({ argv, execArgv: [], env: { PATH: '/bin' } })).toBeUndefined()
})

test.each([
  ['--inspect', true],
  ['--remote-debugging-port', true],
  ['--remote-debugging-pipe', true],
  ['--no-sandbox', false],
  ['NODE_OPTIONS', false],
])('%s opens Setdesk to other programs while it runs: %s', (option, opens) => {
  expect(opensPort(option)).toBe(opens)
})
