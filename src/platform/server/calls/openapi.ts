import { z } from 'zod'
import { type Call, parameterNames } from '../../wire/call.ts'
import { APP_VERSION, envelopeOf, errorStatus } from '../../wire/envelope.ts'
import type { NamedCall } from '../feature.ts'
import { pathsOf } from './serve.ts'
import { strictInput } from './strict.ts'

type Schemas = Record<string, unknown>

/** A schema for the document; what it refers to (records that hold themselves) moves to the shared schemas. */
function jsonSchema(
  schema: z.ZodType,
  { io, name, shared }: { io: 'input' | 'output'; name: string; shared: Schemas },
): Schemas {
  const whole = JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }))
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = JSON.parse(whole.replaceAll('"#/$defs/', `"#/components/schemas/${name}.`)) as Schemas & { $defs?: Schemas }
  for (const [key, definition] of Object.entries($defs)) shared[`${name}.${key}`] = definition
  return rest
}

const Failure = z.object({
  status: z.literal(0),
  data: z.unknown(),
  message: z.union([z.string(), z.record(z.string(), z.array(z.string())), z.null()]),
  error: z.enum(Object.keys(errorStatus) as [keyof typeof errorStatus]),
})

/** The OpenAPI 3.1 document of all calls, made from the table that serves them. */
export function openApiDocument(calls: readonly NamedCall[], siteName: string): object {
  const paths: Record<string, Record<string, object>> = {}
  const shared: Schemas = { Failure: z.toJSONSchema(Failure, { unrepresentable: 'any' }) }
  for (const named of calls) {
    const [url = ''] = pathsOf(named.call)
    const path = url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [named.call.method.toLowerCase()]: operationOf(named, shared) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${siteName} CRM`,
      version: APP_VERSION,
      description: 'Every answer is {status, data, message, error}.',
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } }, schemas: shared },
    paths,
  }
}

function operationOf({ name, feature, call }: NamedCall, shared: Schemas): object {
  const input = call.input ? jsonSchema(strictInput(call), { io: 'input', name: `${name}.input`, shared }) : null
  return {
    operationId: name,
    tags: [feature],
    summary: call.summary ?? name,
    description: `Right: ${call.right}. Kind: ${call.kind}.`,
    security: call.right === 'public' ? [] : [{ token: [] }],
    parameters: [...pathParameters(call), ...(call.method === 'GET' ? queryParameters(input) : [])],
    ...(call.method !== 'GET' && input ? { requestBody: { content: bodyOf(call, input) } } : {}),
    responses: {
      [call.creates ? '201' : '200']: {
        description: 'Done',
        content: {
          'application/json': { schema: jsonSchema(envelopeOf(call.output), { io: 'output', name, shared }) },
        },
      },
      default: {
        description: 'Refused',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}

const pathParameters = (call: Call) =>
  parameterNames(call.path).map(name => ({
    name,
    in: 'path',
    required: true,
    schema: /^id$|Id$/.test(name) ? { type: 'integer', minimum: 1 } : { type: 'string' },
  }))

function queryParameters(input: Record<string, unknown> | null): object[] {
  const properties = (input?.properties ?? {}) as Record<string, object>
  const required = new Set((input?.required ?? []) as string[])
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    style: 'deepObject',
    explode: true,
    schema,
  }))
}

function bodyOf(call: Call, schema: object): object {
  if (call.files) return { 'multipart/form-data': { schema } }
  return { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } }
}
