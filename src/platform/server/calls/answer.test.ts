import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { read } from '../../wire/call.ts'
import { answererOf } from './answer.ts'

const Person = z.object({ id: z.int(), name: z.string() })
const call = read('people', {
  right: 'signed_in',
  output: z.object({
    agent: Person.nullable(),
    others: z.array(Person.extend({ boss: Person.nullable() })),
    parts: z.record(z.string(), z.unknown()),
    entry: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('note'), text: z.string() }),
      z.object({ kind: z.literal('task'), text: z.string(), done: z.boolean() }),
    ]),
  }),
})

describe('an answer', () => {
  const ann = { id: 1, name: 'Ann', password: 'secret' }
  const data = {
    agent: ann,
    others: [{ ...ann, boss: { ...ann, id: 2 } }],
    parts: { score: 5 },
    entry: { kind: 'task', text: 'Call', done: true, secret: 'x' },
    hidden: 1,
  }
  const expected = {
    agent: { id: 1, name: 'Ann' },
    others: [{ id: 1, name: 'Ann', boss: { id: 2, name: 'Ann' } }],
    parts: { score: 5 },
    entry: { kind: 'task', text: 'Call', done: true },
  }

  it.each([
    ['parsed', true],
    ['written by the serializer', false],
  ])('that is %s holds the declared fields and no other, also where an object may be null', (_how, checks) => {
    expect(JSON.parse(answererOf(call, checks)(data)).data).toEqual(expected)
    const nobody = { ...data, agent: null, others: [] }
    expect(JSON.parse(answererOf(call, checks)(nobody)).data).toEqual({ ...expected, agent: null, others: [] })
  })
})
