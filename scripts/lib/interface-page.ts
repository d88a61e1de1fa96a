import {
  type Effect,
  type Operation,
  type Parameter,
  type RuleName,
  rules,
  sections,
} from '../../src/platform/catalogue/operation.ts'

const effects: Readonly<Record<Effect, string>> = {
  read: 'reads',
  create: 'creates',
  bind: 'binds',
  renew: 'renews',
  change: 'changes the product',
  toggle: 'enables or disables',
}

const places: Readonly<Record<Parameter['carriedIn'], string>> = {
  query: 'query',
  body: 'JSON body',
  retrieval: 'query or body',
}

const introduce = (count: number): string => `# The interface

The ${count} calls of the subscriber-management interface, as Setdesk knows them. This page is made from the catalogue
(\`src/platform/catalogue\`) by \`npm run docs\`; \`npm run -s openapi\` prints the same as OpenAPI 3.1.

Names are spelled exactly as the interface spells them. *Required* and *optional* are the interface document's marks; *not shown*
means that it gives none. The effect says whether a call changes something, not the method: some GETs change things too. *Read back* says how
Setdesk finds out whether a change was made if the answer was lost.

Parameters travel in the query unless another place is named. For the calls under \`/api/GetCustomer\` the interface document names a
request body although they are GETs; the connection decides whether query or body is used. One string filter of \`getCustomers\` has no
name in the interface document; if you know it, enter it in the connection's settings.
`

export function writeInterfacePage(operations: readonly Operation[]): string {
  const used = operations.flatMap(({ parameters }) => parameters.map(({ rule }) => rule))
  return [
    introduce(operations.length),
    ...sections.map(({ section, title, about }) =>
      writeSection(
        `## ${title}\n\n${about}`,
        operations.filter((operation) => operation.section === section),
      ),
    ),
    writeRules([...new Set(used)]),
  ].join('\n')
}

function writeSection(heading: string, operations: readonly Operation[]): string {
  const shared = (operations[0]?.parameters ?? []).filter((parameter) =>
    operations.every(({ parameters }) => parameters.some((other) => isSame(parameter, other))),
  )
  const calls = operations.map(
    ({ id, method, path, effect }) => `| \`${id}\` | ${method} | \`${path}\` | ${effects[effect]} |`,
  )
  return [
    heading,
    '',
    '| Operation | Method | Path | Effect |',
    '|---|---|---|---|',
    ...calls,
    '',
    'Parameters of every call of this section:',
    '',
    ...writeParameters(shared),
    '',
    ...operations.flatMap((operation) => writeOperation(operation, shared)),
  ].join('\n')
}

function writeOperation({ id, summary, parameters, readBack }: Operation, shared: readonly Parameter[]): string[] {
  const further = parameters.filter((parameter) => !shared.some((other) => isSame(parameter, other)))
  return [
    `### ${id}`,
    '',
    summary,
    '',
    ...(further.length > 0 ? ['Further parameters:', '', ...writeParameters(further), ''] : []),
    ...(readBack.length > 0
      ? ['Read back:', '', ...readBack.map(({ operation, decides }) => `- \`${operation}\`: ${decides}`), '']
      : []),
  ]
}

function writeParameters(parameters: readonly Parameter[]): string[] {
  return [
    '| Parameter | Mark | Type | Place | Rule | Meaning |',
    '|---|---|---|---|---|---|',
    ...parameters.map(
      ({ name, requirement, type, carriedIn, rule, meaning }) =>
        `| \`${name}\` | ${requirement === 'unmarked' ? 'not shown' : requirement} | ${type} | ${places[carriedIn]} | [${rule}](#rules) | ${meaning} |`,
    ),
  ]
}

function writeRules(used: readonly RuleName[]): string {
  return [
    '## Rules',
    '',
    'What Setdesk holds a value to before it is sent. The interface document shows formats for the mobile number, the password, dates,',
    'statuses and the renewal interval; the other rules are careful guesses that keep nonsense from leaving the computer.',
    '',
    '| Rule | A value is |',
    '|---|---|',
    ...used.map((rule) => `| ${rule} | ${rules[rule].meaning} |`),
    '',
  ].join('\n')
}

const isSame = (one: Parameter, other: Parameter): boolean =>
  (['name', 'requirement', 'meaning', 'carriedIn'] as const).every((key) => one[key] === other[key])
