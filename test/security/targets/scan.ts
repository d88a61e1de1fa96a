import { parseSync } from 'vite'
import { listFiles, readText } from '../../unit/structure/project-files.ts'
import { judge, type Target } from '../../faults/targets/target.ts'

/** A node of the syntax tree. */
type Node = Readonly<Record<string, unknown>> & { readonly type: string }

interface Rule {
  readonly title: string
  readonly finds: (node: Node) => boolean
  /** A source with the mistake. A rule that does not find it is broken. */
  readonly mistake: string
}

/** A finding that is not a mistake, with the reason. If it is no longer found, that is itself a finding. */
interface Explained {
  readonly rule: string
  readonly file: string
  readonly why: string
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
const nameOf = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return String(node['name'])
  if (node.type === 'Literal') return String(node['value'])
  return node.type === 'MemberExpression' ? nameOf(node['property']) : ''
}
const calls =
  (...names: readonly string[]) =>
  (node: Node): boolean =>
    (node.type === 'CallExpression' || node.type === 'NewExpression') && names.includes(nameOf(node['callee']))
const touches =
  (...names: readonly string[]) =>
  (node: Node): boolean =>
    (node.type === 'MemberExpression' && names.includes(nameOf(node['property']))) ||
    (node.type === 'Identifier' && names.includes(nameOf(node))) ||
    (node.type === 'Property' && names.includes(nameOf(node['key']))) ||
    (node.type === 'JSXAttribute' && isNode(node['name']) && names.includes(String(node['name']['name'])))
const sets =
  (value: boolean, ...names: readonly string[]) =>
  (node: Node): boolean =>
    node.type === 'Property' &&
    names.includes(nameOf(node['key'])) &&
    isNode(node['value']) &&
    node['value']['value'] === value
const imports =
  (pattern: RegExp) =>
  (node: Node): boolean =>
    ['ImportDeclaration', 'ImportExpression', 'ExportNamedDeclaration'].includes(node.type) &&
    isNode(node['source']) &&
    pattern.test(String(node['source']['value']))
const either =
  (...rules: readonly ((node: Node) => boolean)[]) =>
  (node: Node): boolean =>
    rules.some((finds) => finds(node))
const argumentsOf = (node: Node): readonly unknown[] =>
  Array.isArray(node['arguments']) ? (node['arguments'] as unknown[]) : []
const isText = (node: unknown): boolean =>
  isNode(node) && (node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string'))

const rules: Readonly<Record<string, Rule>> = {
  'web-preferences': {
    title: 'a window with fewer protections',
    finds: either(
      sets(false, 'sandbox', 'contextIsolation', 'webSecurity'),
      sets(
        true,
        'nodeIntegration',
        'nodeIntegrationInWorker',
        'nodeIntegrationInSubFrames',
        'webviewTag',
        'allowRunningInsecureContent',
        'experimentalFeatures',
        'plugins',
      ),
      touches('enableBlinkFeatures', 'additionalArguments', 'disableBlinkFeatures'),
    ),
    mistake: 'new BrowserWindow({ webPreferences: { contextIsolation: false } })',
  },
  'open-external': {
    title: 'an address or file given to the system',
    finds: calls('openExternal', 'openPath', 'showItemInFolder'),
    mistake: 'shell.openExternal(url)',
  },
  evaluate: {
    title: 'text that is run as code',
    finds: either(
      calls(
        'eval',
        'Function',
        'executeJavaScript',
        'executeJavaScriptInIsolatedWorld',
        'insertCSS',
        'runInNewContext',
        'runInThisContext',
      ),
      imports(/^(?:node:)?vm$/),
      (node) => calls('setTimeout', 'setInterval')(node) && isText(argumentsOf(node)[0]),
    ),
    mistake: "setTimeout('steal()', 1)",
  },
  'raw-html': {
    title: 'text that is put into a page as HTML',
    finds: touches(
      'innerHTML',
      'outerHTML',
      'insertAdjacentHTML',
      'dangerouslySetInnerHTML',
      'srcdoc',
      'createContextualFragment',
      'parseFromString',
      'setHTMLUnsafe',
    ),
    mistake: 'const a = <p dangerouslySetInnerHTML={{ __html: x }} />',
  },
  'page-address': {
    title: 'a page that is loaded, or a place where one could be',
    finds: either(calls('loadURL', 'loadFile', 'BrowserView', 'WebContentsView'), touches('iframe', 'webview')),
    mistake: "window.loadURL('http://evil.example')",
  },
  'developer-tools': {
    title: 'the developer tools or a debugger',
    finds: either(
      calls('openDevTools', 'toggleDevTools'),
      touches('debugger'),
      (node) => node.type === 'Literal' && node['value'] === 'toggleDevTools',
    ),
    mistake: 'contents.openDevTools()',
  },
  'ipc-channels': {
    title: 'a way from the page into main',
    finds: (node) =>
      node.type === 'CallExpression' &&
      isNode(node['callee']) &&
      /^ipc(?:Main|Renderer)?$/.test(nameOf(node['callee']['object'])) &&
      ['handle', 'handleOnce', 'on', 'once', 'sendSync', 'send', 'invoke', 'sendToHost', 'postMessage'].includes(
        nameOf(node['callee']),
      ),
    mistake: "ipcMain.on('x', run)",
  },
  'exposed-to-page': {
    title: 'something of Electron that the page gets',
    finds: either(calls('exposeInMainWorld', 'exposeInIsolatedWorld'), imports(/^@electron\/remote/)),
    mistake: "contextBridge.exposeInMainWorld('ipc', ipcRenderer)",
  },
  'command-line-switch': {
    title: 'a switch of Chromium, or a scheme of the system',
    finds: calls('appendSwitch', 'appendArgument', 'setAsDefaultProtocolClient', 'disableHardwareAcceleration'),
    mistake: "app.commandLine.appendSwitch('no-sandbox')",
  },
  'untrusted-tls': {
    title: 'a certificate that is not checked',
    finds: either(
      sets(false, 'rejectUnauthorized'),
      touches('setCertificateVerifyProc', 'NODE_TLS_REJECT_UNAUTHORIZED', 'checkServerIdentity'),
      (node) => node.type === 'Literal' && node['value'] === 'certificate-error',
    ),
    mistake: 'request({ rejectUnauthorized: false })',
  },
  'child-process': {
    title: 'another program that is started',
    finds: either(imports(/^(?:node:)?child_process$/), touches('shell_exec')),
    mistake: "import { exec } from 'node:child_process'",
  },
  'weak-cryptography': {
    title: 'a hash, cipher or random number that an attacker can work with',
    finds: either(
      calls('createCipher', 'createDecipher', 'pseudoRandomBytes'),
      (node) =>
        node.type === 'MemberExpression' && nameOf(node['object']) === 'Math' && nameOf(node['property']) === 'random',
      (node) => calls('createHash', 'createHmac')(node) && /^(?:md5|sha1)$/i.test(nameOf(argumentsOf(node)[0])),
    ),
    mistake: "createHash('md5')",
  },
  'stored-in-page': {
    title: 'something that a page stores by itself',
    finds: either(
      touches('localStorage', 'sessionStorage', 'indexedDB', 'serviceWorker'),
      (node) => node.type === 'AssignmentExpression' && isNode(node['left']) && nameOf(node['left']) === 'cookie',
    ),
    mistake: "localStorage.setItem('token', token)",
  },
}

const explained: readonly Explained[] = [
  {
    rule: 'open-external',
    file: 'src/main/electron/page-rules.ts',
    why: 'only https to a listed host; none is listed',
  },
  {
    rule: 'open-external',
    file: 'src/main/electron/main.ts',
    why: 'a draft of a message: messageLink makes the link, so the page chooses neither scheme nor recipient',
  },
  {
    rule: 'open-external',
    file: 'src/main/electron/former-program.ts',
    why: 'the installer of the former version, kept in the data folder, after its hash was compared and a person chose it',
  },
  { rule: 'page-address', file: 'src/main/electron/main.ts', why: 'loads the constant address of the own page' },
  {
    rule: 'command-line-switch',
    file: 'src/main/electron/main.ts',
    why: 'the scheme of links that offer a box and do nothing else',
  },
  {
    rule: 'ipc-channels',
    file: 'src/main/electron/carry-bridge.ts',
    why: 'the one channel; sender and request are checked',
  },
  { rule: 'ipc-channels', file: 'src/preload/preload.ts', why: 'calls that one channel, and listens for its events' },
  { rule: 'exposed-to-page', file: 'src/preload/preload.ts', why: 'two functions of our own, nothing of Electron' },
  {
    rule: 'child-process',
    file: 'src/main/loopback/run-loopback.ts',
    why: 'opens the browser with a fixed command and a path or address of our own, without a shell',
  },
  {
    rule: 'child-process',
    file: 'src/main/host/run-apart.ts',
    why: 'starts a file of the program with the same Node, without a shell; its environment is a list of six names',
  },
  {
    rule: 'child-process',
    file: 'src/main/electron/main.ts',
    why: 'starts the former AppImage at its own place, after it was put back; without a shell',
  },
  {
    rule: 'child-process',
    file: 'src/main/electron/installer.ts',
    why: 'starts the new AppImage, whose hash was compared right before it was put in place; without a shell',
  },
  {
    rule: 'stored-in-page',
    file: 'src/renderer/src/bridge/launch.ts',
    why: 'the bearer of the loopback host, which ends with the host; service workers of others are removed',
  },
  { rule: 'stored-in-page', file: 'src/renderer/src/bridge/find-bridge.ts', why: 'reads that bearer' },
]

/** What must be there: a mistake can also be something that is missing. */
const required: Readonly<Record<string, string>> = {
  setWindowOpenHandler: 'src/main/electron/page-rules.ts',
  setPermissionCheckHandler: 'src/main/electron/page-rules.ts',
  setPermissionRequestHandler: 'src/main/electron/page-rules.ts',
  setDevicePermissionHandler: 'src/main/electron/page-rules.ts',
  'will-navigate': 'src/main/electron/page-rules.ts',
  'will-frame-navigate': 'src/main/electron/page-rules.ts',
  'will-redirect': 'src/main/electron/page-rules.ts',
  'will-attach-webview': 'src/main/electron/page-rules.ts',
  'will-download': 'src/main/electron/page-rules.ts',
  enableSandbox: 'src/main/electron/main.ts',
  denyNewWindows: 'src/main/electron/main.ts',
  denyNavigation: 'src/main/electron/main.ts',
  denyDownloads: 'src/main/electron/main.ts',
  allowCameraAndNotifications: 'src/main/electron/main.ts',
}

/** Reads every source for the mistakes that Electron apps make. It has no sizes and no drawn parts. */
export const scan: Target = (options) => {
  const files = listFiles('src', /\.tsx?$/).filter((path) => !path.startsWith('src/sandbox/'))
  const wrong: string[] = []
  const used = new Set<Explained>()
  const say = options.say ?? (() => undefined)
  for (const [rule, { mistake, finds }] of Object.entries(rules))
    if (!readNodes('mistake.tsx', mistake).some(finds)) wrong.push(`${rule} does not find "${mistake}"`)
  const found = new Map<string, number>()
  for (const file of files) {
    const text = readText(file)
    for (const node of readNodes(file, text)) {
      for (const [rule, { finds }] of Object.entries(rules)) {
        if (!finds(node)) continue
        found.set(rule, (found.get(rule) ?? 0) + 1)
        const reason = explained.find((one) => one.rule === rule && one.file === file)
        if (reason !== undefined) used.add(reason)
        else wrong.push(`${rule}: ${file}:${text.slice(0, Number(node['start'])).split('\n').length}`)
      }
    }
  }
  for (const [rule, { title }] of Object.entries(rules)) {
    const reasons = explained.filter((one) => one.rule === rule)
    say(`${rule}: ${title}: ${found.get(rule) ?? 0}${reasons.map(({ file, why }) => `; ${file}: ${why}`).join('')}`)
  }
  for (const one of explained)
    if (!used.has(one)) wrong.push(`${one.rule} is explained for ${one.file}, and not found there`)
  for (const [name, file] of Object.entries(required))
    if (!readText(file).includes(name)) wrong.push(`${file} has no ${name}`)
  return Promise.resolve(
    judge('scan', options, {
      figure: `${Object.keys(rules).length} rules, ${files.length} sources, ${explained.length} findings explained, ${wrong.length} not`,
      bound: '0 findings without a reason, and every rule finds its own mistake',
      wrong: [...new Set(wrong)],
    }),
  )
}

function readNodes(path: string, text: string): readonly Node[] {
  const { program, errors } = parseSync(path, text)
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`)
  const nodes: Node[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== 'object' || value === null) return
    if (isNode(value)) nodes.push(value)
    for (const part of Object.values(value)) visit(part)
  }
  visit(program)
  return nodes
}
