import type { ESTree, Plugin } from 'vite'

/** The ending of schema names between the two steps of `lateSchemas`. Rolldown may add a number after the ending. */
const mark = '__later'
const isMarked = (name: string): boolean => /__later(?:\$\d+)?$/.test(name)

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}
type Constant = ESTree.VariableDeclarator & { readonly id: ESTree.BindingIdentifier; readonly init: ESTree.Expression }

/**
 * Changes the build so that the schemas of Setdesk's own modules are made when they are first used. A start needs few schemas, and each
 * schema costs time and memory. A constant that is made from `z` or from other schemas becomes a function, which makes the schema once.
 * Each use of the constant becomes a call of the function. The sources stay as they are.
 *
 * There are two steps, because a module does not know the schemas of other modules. In each module, `markSchemas` adds an ending to the
 * names of the module's schemas. In the finished file, where each schema has one name, `delaySchemas` changes the names with this ending.
 */
export const lateSchemas = (): Plugin => ({
  name: 'late-schemas',
  enforce: 'post',
  transform: {
    filter: { id: /^(?!.*node_modules).*[/\\]src[/\\][^?]+\.ts$/ },
    handler(code) {
      const marked = markSchemas(code, this.parse(code))
      return marked === null ? null : { code: marked, map: everyLineStays }
    },
  },
  renderChunk(code) {
    return code.includes(mark) ? { code: delaySchemas(code, this.parse(code)), map: everyLineStays } : null
  },
})

/** The result for the source map: unchanged. Each edit stays within its line, so a source map still finds the right line. */
const everyLineStays = null

/** Returns the module with the mark after the names of its schemas; null if it has no schemas. The schemas are exported unmarked. */
export function markSchemas(code: string, program: ESTree.Program): string | null {
  const bound = countBindings(program)
  const late = new Set<string>()
  const isSchema = (name: string): boolean => name === 'z' || name.endsWith('Schema') || late.has(name)
  const edits: Edit[] = []
  const exported: string[] = []
  for (const statement of program.body) {
    const isExported = statement.type === 'ExportNamedDeclaration'
    const declaration = isExported ? statement.declaration : statement
    const constant = findConstant(declaration)
    if (constant === undefined || (declaration as ESTree.VariableDeclaration).kind !== 'const') continue
    if (!mentions(constant.init, isSchema)) continue
    const { name } = constant.id
    // Skips a name that is declared more than once, for example in a function as well.
    if (bound.get(name) !== 1) continue
    late.add(name)
    if (!isExported || statement.declaration === null) continue
    edits.push({ start: statement.start, end: statement.declaration.start, text: '' })
    exported.push(`${name}${mark} as ${name}`)
  }
  if (late.size === 0) return null
  edits.push(...replaceNames(program, (name) => (late.has(name) ? name + mark : undefined)))
  const exports = exported.length === 0 ? '' : `\nexport { ${exported.join(', ')} }\n`
  return applyEdits(code, edits) + exports
}

/** Returns the finished file, a CommonJS module, with a function in place of each marked constant. */
export function delaySchemas(code: string, program: ESTree.Program): string {
  const declared = new Set<ESTree.Node>()
  const edits: Edit[] = []
  for (const statement of program.body) {
    const constant = findConstant(statement)
    if (constant !== undefined && isMarked(constant.id.name)) {
      const { id, init } = constant
      declared.add(id)
      const before = `var ${id.name}$made; function ${id.name}() { return ${id.name}$made ??= (`
      edits.push({ start: statement.start, end: init.start, text: before })
      edits.push({ start: init.end, end: statement.end, text: ') }' }, ...delayHalves(init))
    }
    const exported = findExport(statement)
    if (exported === undefined || !isMarked(exported.value.name)) continue
    declared.add(exported.value)
    const text = `Object.defineProperty(exports, "${exported.name}", { enumerable: true, get: ${exported.value.name} });`
    edits.push({ start: statement.start, end: statement.end, text })
  }
  edits.push(...replaceNames(program, (name) => (isMarked(name) ? `${name}()` : undefined), declared))
  return applyEdits(code, edits)
}

/** In a table of calls, turns the `request` and the `response` of each call into getters. So each schema is made only when it is read. */
const delayHalves = (table: ESTree.Expression): Edit[] =>
  propertiesOf(table)
    .flatMap((pair) => propertiesOf(pair.value))
    .flatMap(({ key, value, shorthand }) =>
      key.type === 'Identifier' && /^re(?:quest|sponse)$/.test(key.name) && !shorthand
        ? [
            { start: key.start, end: value.start, text: `get ${key.name}() { return (` },
            { start: value.end, end: value.end, text: ') }' },
          ]
        : [],
    )

const propertiesOf = (value: ESTree.Node): ESTree.ObjectProperty[] =>
  value.type === 'ObjectExpression' ? value.properties.filter((one) => one.type === 'Property') : []

/** The constant of a declaration. Undefined for several constants, for a pattern, and for a function, whose body runs late anyway. */
function findConstant(declaration: ESTree.Node | null): Constant | undefined {
  if (declaration?.type !== 'VariableDeclaration' || declaration.declarations.length !== 1) return undefined
  const [declarator] = declaration.declarations
  return declarator?.id.type === 'Identifier' && declarator.init !== null && !isFunction(declarator.init)
    ? (declarator as Constant)
    : undefined
}

/** The name and the value of a statement `exports.name = value;`. Undefined for any other statement. */
function findExport(statement: ESTree.Node): { name: string; value: ESTree.IdentifierReference } | undefined {
  if (statement.type !== 'ExpressionStatement' || statement.expression.type !== 'AssignmentExpression') return undefined
  const { left, right } = statement.expression
  if (left.type !== 'MemberExpression' || left.object.type !== 'Identifier' || left.object.name !== 'exports')
    return undefined
  return left.property.type === 'Identifier' && right.type === 'Identifier'
    ? { name: left.property.name, value: right }
    : undefined
}

/** Whether an expression uses one of the sought names at once, and not only in a function that may be called later. */
function mentions(value: ESTree.Node, isSought: (name: string) => boolean): boolean {
  let isFound = false
  walk(value, (node, parent) => {
    if (isFunction(node)) return false
    isFound ||= node.type === 'Identifier' && isSought(node.name) && isReference(node, parent)
    return !isFound
  })
  return isFound
}

const isFunction = ({ type }: ESTree.Node): boolean =>
  type === 'ArrowFunctionExpression' ||
  type === 'FunctionExpression' ||
  type === 'FunctionDeclaration' ||
  type === 'ClassExpression'

/** How often each name is declared in the module, in all scopes together. */
function countBindings(program: ESTree.Program): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const count = (pattern: ESTree.Node | null): void => {
    if (pattern === null) return
    walk(pattern, (node, parent) => {
      if (node.type === 'Identifier' && isReference(node, parent))
        counts.set(node.name, (counts.get(node.name) ?? 0) + 1)
      return true
    })
  }
  walk(program, (node) => {
    if (node.type === 'VariableDeclarator' || node.type === 'ClassDeclaration') count(node.id)
    if (node.type === 'ImportSpecifier' || node.type === 'ImportDefaultSpecifier') count(node.local)
    if (node.type === 'CatchClause') count(node.param)
    if (!isFunction(node)) return true
    const { id, params } = node as ESTree.Function
    for (const one of [id, ...params]) count(one)
    return true
  })
  return counts
}

/** Returns the edits that replace names where they stand for a value. `textFor`: the new text for a name; undefined keeps the name. */
function replaceNames(
  program: ESTree.Program,
  textFor: (name: string) => string | undefined,
  except: ReadonlySet<ESTree.Node> = new Set(),
): Edit[] {
  const edits: Edit[] = []
  walk(program, (node, parent) => {
    if (node.type !== 'Identifier' || except.has(node) || !isReference(node, parent)) return true
    const text = textFor(node.name)
    if (text === undefined) return true
    const isShort = parent?.type === 'Property' && parent.shorthand
    edits.push({ start: node.start, end: node.end, text: isShort ? `${node.name}: ${text}` : text })
    return true
  })
  return edits
}

/**
 * Whether an identifier stands for a value and does not merely name a property. The short property `{ name }` has its identifier twice,
 * as the key and as the value. Only the value counts.
 */
function isReference(node: ESTree.Node, parent: ESTree.Node | undefined): boolean {
  if (parent === undefined) return true
  if (parent.type === 'MemberExpression') return parent.computed || parent.object === node
  if (parent.type === 'Property') return parent.value === node || parent.computed
  if (parent.type === 'MethodDefinition' || parent.type === 'PropertyDefinition')
    return parent.computed || parent.value === node
  return parent.type !== 'ImportSpecifier' && parent.type !== 'LabeledStatement'
}

/** Visits a node, and then all nodes inside it if `visit` returns true. */
function walk(
  node: ESTree.Node,
  visit: (node: ESTree.Node, parent: ESTree.Node | undefined) => boolean,
  parent?: ESTree.Node,
): void {
  if (!visit(node, parent)) return
  for (const part of Object.values(node).flat()) if (isNode(part)) walk(part, visit, node)
}

const isNode = (part: unknown): part is ESTree.Node =>
  typeof part === 'object' && part !== null && 'type' in part && typeof part.type === 'string'

function applyEdits(code: string, edits: readonly Edit[]): string {
  let [text, from] = ['', 0]
  for (const edit of edits.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    if (edit.start < from) throw new Error(`Two changes at one place: ${code.slice(edit.start, edit.end)}`)
    text += code.slice(from, edit.start) + edit.text
    from = edit.end
  }
  return text + code.slice(from)
}
