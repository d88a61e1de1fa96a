import { z } from 'zod'
import type { Json } from '../../src/platform/answer.ts'
import type { JsonObject } from '../../src/platform/find-fields.ts'
import {
  type Operation,
  type Parameter,
  type RuleName,
  rules,
  sections,
} from '../../src/platform/catalogue/operation.ts'

const notShown = 'The interface document shows no payload.'

/** Describes the operations as an OpenAPI 3.1 document. `version`: the app's version. */
export function describeAsOpenApi(operations: readonly Operation[], version: string): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Subscriber Management Service Interface',
      version,
      description:
        'Made from the catalogue of Setdesk. Formats are documented for the mobile number, the password, dates, statuses and the renewal interval; ' +
        'the other patterns are what Setdesk holds itself to. x-setdesk-requirement tells a parameter that is optional from one whose mark is not shown (unmarked).',
    },
    servers: [
      {
        url: '{base_url}',
        description: "The operator's platform.",
        variables: {
          base_url: { default: 'https://platform.invalid', description: 'Address of the platform, without /api.' },
        },
      },
    ],
    security: [{ companyToken: [] }],
    tags: sections.map(({ section, title, about }) => ({ name: section, description: `${title}. ${about}` })),
    paths: pathsOf(operations),
    components: {
      securitySchemes: {
        companyToken: {
          type: 'apiKey',
          in: 'query',
          name: 'authToken',
          description: 'Company token, obtained in the CRM settings under company information.',
        },
      },
      schemas: schemasOf(operations),
    },
  }
}

function pathsOf(operations: readonly Operation[]): JsonObject {
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of operations) {
    const item = (paths[operation.path] ??= {})
    item[operation.method.toLowerCase()] = describeOperation(operation)
  }
  return paths
}

function describeOperation({ id, section, summary, parameters, effect, readBack }: Operation): JsonObject {
  const inBody = parameters.filter(({ carriedIn }) => carriedIn === 'body')
  const isRetrieval = parameters.some(({ carriedIn }) => carriedIn === 'retrieval')
  return {
    operationId: id,
    tags: [section],
    summary,
    ...(isRetrieval && {
      description:
        'The interface document names these parameters as a request body of the GET; platforms are seen to read them from the query. ' +
        'Both are supported; the query is described here, because a body of a GET has no defined meaning.',
    }),
    parameters: parameters.filter(({ carriedIn }) => carriedIn !== 'body').map(describeParameter),
    ...(inBody.length > 0 && { requestBody: describeBody(inBody) }),
    responses: {
      '200': { description: `Outcome of the call. ${notShown}` },
      '4XX': { description: `Refused, or nobody there. ${notShown}` },
      default: { description: `Anything else; what a change did is to be read back. ${notShown}` },
    },
    'x-setdesk-effect': effect,
    'x-setdesk-read-back': readBack.map(({ operation, decides }) => ({ operation, decides })),
  }
}

function describeParameter(parameter: Parameter): JsonObject {
  return {
    name: parameter.name,
    in: 'query',
    description: parameter.meaning,
    required: parameter.requirement === 'required',
    schema: schemaOf(parameter),
    'x-setdesk-requirement': parameter.requirement,
    'x-setdesk-carried-in': parameter.carriedIn,
  }
}

function describeBody(parameters: readonly Parameter[]): JsonObject {
  const schema = {
    type: 'object',
    required: parameters.filter(({ requirement }) => requirement === 'required').map(({ name }) => name),
    properties: Object.fromEntries(parameters.map((parameter) => [parameter.name, schemaOf(parameter)])),
  }
  return { required: true, content: { 'application/json': { schema }, 'text/json': { schema } } }
}

const schemaOf = ({ rule }: Parameter): JsonObject => ({ $ref: `#/components/schemas/${rule}` })

function schemasOf(operations: readonly Operation[]): JsonObject {
  const used = new Set(operations.flatMap(({ parameters }) => parameters.map(({ rule }) => rule)))
  return Object.fromEntries([...used].map((rule) => [rule, describeRule(rule)]))
}

function describeRule(rule: RuleName): JsonObject {
  return { description: rules[rule].meaning, ...shapeOfRule(rule) }
}

/** The OpenAPI shape of a rule, without the length limit of free text and without the pattern of a named format. */
function shapeOfRule(rule: RuleName): JsonObject {
  if (rule === 'text') return { type: 'string' }
  if (rule === 'flag') return { type: 'boolean' }
  if (rule === 'user-ids') return { type: 'array', minItems: 1, items: { type: 'string' } }
  const { type, enum: values, format, pattern } = z.toJSONSchema(rules[rule].schema) as JsonObject
  const shape = { type, enum: values, format, pattern: format === undefined ? pattern : undefined }
  return Object.fromEntries(
    Object.entries(shape).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  )
}
