import { z } from 'zod'
import { type Call, parameterNames } from '../wire/call.ts'
import { APP_VERSION, envelopeOf, errorStatus } from '../wire/envelope.ts'
import type { NamedCall } from './feature.ts'
import { pathsOf } from './serve.ts'

const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' })
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
  for (const named of calls) {
    const [url = ''] = pathsOf(named.call)
    const path = url.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [named.call.method.toLowerCase()]: operationOf(named) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${siteName} CRM`,
      version: APP_VERSION,
      description: 'Every answer is {status, data, message, error}.',
    },
    components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    paths,
  }
}

function operationOf({ name, feature, call }: NamedCall): object {
  const input = call.input ? jsonSchema(z.strictObject(call.input.shape), 'input') : null
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
        content: { 'application/json': { schema: jsonSchema(envelopeOf(call.output), 'output') } },
      },
      default: { description: 'Refused', content: { 'application/json': { schema: jsonSchema(Failure, 'output') } } },
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
