import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { allCalls } from '../platform/server/feature.ts'
import type { Call } from '../platform/wire/call.ts'
import { hostileForms } from '../testing/inputs/hostile.ts'
import { naughtyStrings } from '../testing/inputs/naughty.ts'
import { startTestServer, type TestAnswer, type TestClient, type TestServer } from '../testing/server.ts'
import { countStatements, type StatementCount } from '../testing/statements.ts'
import { product } from './features.server.ts'

/** Signing in is limited and locks accounts: it has tests of its own. Leaving the session would end the walk. */
const LEFT_OUT = /^people\.(login|loginManual|manual|logout|possess|removeSession)/

/** Node reads 16 KiB of an address with its headers. */
const MAX_QUERY_LENGTH = 14_000
/** The most that one request asks of the database, however it is written. */
const MAX_STATEMENTS = 40
/** The longest answer to a request of a brokerage without leads, as JSON. */
const MAX_ANSWER_LENGTH = 64 * 1024

const text = fc.oneof(fc.constantFrom(...naughtyStrings), fc.string({ unit: 'binary', maxLength: 40 }))
const anything = fc.oneof(
  text,
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', 'start', '0'), text, { maxKeys: 2 }),
)

/** Mostly what the schema asks for, with naughty texts in it; sometimes something else altogether. */
function inputFor(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const definition = (schema as z.core.$ZodTypes)._zod.def
  const fitting = (): fc.Arbitrary<unknown> => {
    switch (definition.type) {
      case 'optional':
      case 'nullable':
      case 'default':
      case 'readonly':
        return inputFor(definition.innerType)
      case 'pipe':
        return inputFor(definition.in)
      case 'number':
        return fc.oneof(fc.integer({ min: -2, max: 50 }), fc.double(), fc.constantFrom(2 ** 31, 2 ** 53))
      case 'boolean':
        return fc.boolean()
      case 'array':
        return fc.array(inputFor(definition.element), { maxLength: 4 })
      case 'object':
        return fc.record(
          Object.fromEntries(Object.entries(definition.shape).map(([key, field]) => [key, inputFor(field)])),
          { requiredKeys: [] },
        )
      case 'enum':
        return fc.constantFrom(...Object.values(definition.entries))
      case 'union':
        return fc.oneof(...definition.options.map(inputFor))
      default:
        return text
    }
  }
  return fc.oneof({ weight: 9, arbitrary: fitting() }, { weight: 1, arbitrary: anything })
}

const pathFor = (call: Call) =>
  fc
    .tuple(
      ...call.path
        .split('/')
        .map(segment =>
          segment.startsWith(':') ? fc.oneof(fc.integer({ min: 1, max: 5 }).map(String), text) : fc.constant(segment),
        ),
    )
    .map(segments => segments.map(segment => encodeURIComponent(segment.toWellFormed())).join('/'))

describe('whatever is sent', () => {
  let server: TestServer
  let someone: TestClient
  let statements: StatementCount
  beforeAll(async () => {
    // Jobs would ask the database beside the requests whose statements are counted.
    server = await startTestServer({ KEYTURN_ROLE: 'web' })
    someone = await server.signIn('super')
    statements = countStatements()
  })
  // What is sent at random may begin a maintenance, which would answer for the calls after it.
  afterEach(() => someone.post('admin/maintenance', { end: 1 }))
  afterAll(async () => {
    statements.stop()
    await server.close()
  })

  /** That the answer is one, and that it took no more than any answer may take. */
  function check(answer: TestAnswer, sent: unknown): void {
    const asked = statements.take()
    expect(answer, JSON.stringify(answer)).toMatchObject({ status: expect.toBeOneOf([0, 1]) })
    expect(answer.http, JSON.stringify({ sent, answer })).toBeLessThan(500)
    expect(asked, `statements for ${JSON.stringify(sent)}`).toBeLessThanOrEqual(MAX_STATEMENTS)
    expect(JSON.stringify(answer).length, `answer to ${JSON.stringify(sent)}`).toBeLessThan(MAX_ANSWER_LENGTH)
  }

  it('is counted by what it asks of the database', async () => {
    statements.take()
    await someone.get('leads/all')
    expect(statements.take()).toBeGreaterThan(0)
  })

  const calls = allCalls(product.features).filter(({ name }) => !LEFT_OUT.test(name))
  it.each(calls.map(({ name, call }) => ({ name, call })))(
    '$name answers in the envelope and never breaks',
    async ({ call }) => {
      const input = call.input ? inputFor(call.input) : fc.constant({})
      await fc.assert(
        fc.asyncProperty(pathFor(call), input, fc.boolean(), async (path, body, asForm) => {
          const sent = typeof body === 'object' && body !== null ? body : { body }
          statements.take()
          check(await send(someone, { call, path, asForm }, sent), { path, sent })
        }),
        { numRuns: 25 },
      )
    },
  )

  const hostile = Object.entries(hostileForms)
  it.each(calls.map(({ name, call }, at) => ({ name, call, what: hostile[at % hostile.length] ?? hostile[0] })))(
    '$name answers $what.0 without looking further',
    async ({ call, what }) => {
      const path = call.path.replace(/:\w+/g, '1')
      const [, pairOf = () => ''] = what ?? []
      statements.take()
      const pairs = Array.from({ length: call.method === 'GET' ? 500 : 5000 }, (_, at) => pairOf(at))
      check(await sendForm(someone, call, { path, form: pairs.join('&') }), { path, form: pairs.slice(0, 3) })
    },
  )
})

async function sendForm(
  client: TestClient,
  { method }: Call,
  { path, form }: { path: string; form: string },
): Promise<TestAnswer> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const response =
    method === 'POST'
      ? await client.raw(path, { method, body: form, headers })
      : await client.raw(`${path}?${form.slice(0, MAX_QUERY_LENGTH)}`, { method })
  return { ...(await response.json()), http: response.status, headers: response.headers }
}

function send(client: TestClient, { call, path, asForm }: { call: Call; path: string; asForm: boolean }, body: object) {
  if (call.method === 'GET') return client.get(path, body)
  if (call.method === 'DELETE') return client.delete(path, body)
  return asForm ? client.post(path, body) : client.postJson(path, body)
}
