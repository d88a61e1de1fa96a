import {
  type Operation,
  type Parameter,
  type RuleName,
  rules,
  sections,
} from '../../src/platform/catalogue/operation.ts'
import type { Effect } from '../../src/shared/domain/job-kinds.ts'

const effects: Readonly<Record<Effect, string>> = {
  read: 'reads',
  create: 'creates',
  bind: 'binds',
  renew: 'renews',
  change: 'changes the product',
  disable: 'disables',
  enable: 'enables',
}

const places: Readonly<Record<Parameter['carriedIn'], string>> = {
  query: 'query',
  body: 'JSON body',
  retrieval: 'query or body',
}

const introduce = (count: number): string => `# The interface

The ${count} calls of the subscriber-management interface, as Setdesk knows them. This page is made from the catalogue
(\`src/platform/catalogue\`) by \`npm run docs\`; \`npm run -s openapi\` prints the same as OpenAPI 3.1.

- Names are spelled exactly as in the interface.
- *Required* and *optional* are the marks of the interface document; *not shown* means that the document has no mark.
- *Effect* says whether a call changes something. The method does not, because some GETs change something, too.
- *Read back* names the calls that show whether a change was made, if its answer was lost.
- Parameters are sent in the query unless another place is named. For the calls under \`/api/GetCustomer\` the interface document names a
  request body, although they are GETs. A setting of the connection chooses query or body.
- One string filter of \`getCustomers\` has no name in the interface document. If you know the name, enter it in the connection's settings.
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
    'Setdesk checks each value by its rule before it sends the value. The interface document shows formats for the mobile number, the password, dates,',
    'statuses and the renewal interval; the other rules are cautious guesses, which stop values that cannot be right.',
    '',
    '| Rule | A value is |',
    '|---|---|',
    ...used.map((rule) => `| ${rule} | ${rules[rule].meaning} |`),
    '',
  ].join('\n')
}

const isSame = (one: Parameter, other: Parameter): boolean =>
  (['name', 'requirement', 'meaning', 'carriedIn'] as const).every((key) => one[key] === other[key])
