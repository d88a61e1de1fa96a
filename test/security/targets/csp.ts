import { contentSecurityPolicy, securityHeaders } from '../../../src/main/host/served-files.ts'
import { serveOwnScheme } from '../../../src/main/electron/page-rules.ts'
import { askRaw } from '../../fakes/raw-request.ts'
import { judge, type Target } from '../../faults/targets/target.ts'
import { runTestFiles } from '../replay-attack.ts'
import { startLoopback } from '../start-loopback.ts'

/** Each directive with the sources that it may have. Written here a second time: the project's own list is what is judged. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'default-src': [`'none'`],
  'script-src': [`'self'`, `'wasm-unsafe-eval'`],
  'style-src': [`'self'`],
  'img-src': [`'self'`, 'data:', 'blob:'],
  'font-src': [`'self'`],
  'connect-src': [`'self'`],
  'media-src': [`'self'`, 'blob:'],
  'worker-src': [`'self'`, 'blob:'],
  'base-uri': [`'none'`],
  'form-action': [`'none'`],
  'frame-ancestors': [`'none'`],
}

/** The policy on every answer of both hosts, and 20 hostile texts on the screens in a real Chromium. `size`: 1 for the policy alone. */
export const csp: Target = async (options) => {
  const wrong = [...judgePolicy(contentSecurityPolicy), ...(await lookAtAnswers(options.folder))]
  const isWhole = options.size !== 1
  const { held, wrong: failures } = isWhole
    ? await runTestFiles(options.folder, ['test/e2e/hostile.e2e.ts'])
    : { held: 0, wrong: [] }
  wrong.push(...failures)
  return judge('csp', options, {
    figure: `${Object.keys(allowed).length} directives on both hosts; ${isWhole ? `20 hostile texts in customers, scans and answers: ${held} of 4 tests held` : 'no texts in this short form'}`,
    bound: '0 looser sources, 0 executions, 0 requests outwards',
    wrong: isWhole && held < 4 ? [...wrong, `only ${held} tests held`] : wrong,
  })
}

function judgePolicy(policy: string): readonly string[] {
  const directives = policy.split(';').map((part) => part.trim().split(/\s+/))
  const names = directives.map(([name = '']) => name)
  return [
    ...directives.flatMap(([name = '', ...sources]) =>
      sources.filter((source) => allowed[name]?.includes(source) !== true).map((source) => `${name} allows ${source}`),
    ),
    ...Object.keys(allowed)
      .filter((name) => !names.includes(name))
      .map((name) => `${name} is missing`),
    ...names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} stands twice`),
  ]
}

/** Pages, scripts, missing files and refusals all carry the headers. */
async function lookAtAnswers(folder: string): Promise<readonly string[]> {
  const { origin, host, signIn, close } = await startLoopback(folder)
  const bearer = await signIn()
  let handle: ((request: Request) => Response | Promise<Response>) | undefined
  serveOwnScheme({ handle: (_scheme: string, given: typeof handle) => void (handle = given) }, `${folder}/renderer`)
  const wrong: string[] = []
  const compare = (where: string, get: (name: string) => string | null | undefined): void => {
    for (const [name, value] of Object.entries(securityHeaders))
      if (get(name) !== value) wrong.push(`${where}: ${name} is ${get(name)}`)
  }
  for (const path of [
    '/',
    '/index.html',
    '/assets/index-abc.js',
    '/nothing',
    '/launch.html',
    '/bridge/app.snapshot',
    '/used',
  ]) {
    const inWindow = await handle?.(new Request(`app://setdesk${path}`))
    compare(`window ${path}`, (name) => inWindow?.headers.get(name))
    for (const headers of [{ host }, { host, authorization: `Bearer ${bearer}` }, { host: 'evil.example' }]) {
      const answer = await askRaw(origin, { path, headers })
      compare(`browser ${path} ${answer.status}`, (name) => answer.headers[name] as string | undefined)
    }
  }
  await close()
  return wrong
}
