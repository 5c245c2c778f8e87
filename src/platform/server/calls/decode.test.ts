import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { expectLinearWork } from '../../../testing/work.ts'
import { write } from '../../wire/call.ts'
import { CalendarDate, InstantInput, jsonText, Nothing, parseInstant } from '../../wire/fields.ts'
import { decoderOf, fieldErrorsOf } from './decode.ts'
import { parseForm } from './forms.ts'

const Thing = z.object({
  count: z.int().optional(),
  wanted: z.boolean().optional(),
  note: z.string().nullable().optional(),
  income: z.number().nullable().optional(),
  type: z.array(z.string()).optional(),
  tag: z.array(z.int()).optional(),
  splits: z.array(z.object({ percentage: z.int() })).optional(),
  range: z.object({ start: CalendarDate.optional(), end: CalendarDate.optional() }).optional(),
  areas: jsonText(z.array(z.int())).optional(),
  at: InstantInput.optional(),
})

const decode = decoderOf(
  write('thing/:id', { right: 'public', input: Thing, output: Nothing, ignores: ['created_at'] }),
)
const fromForm = (text: string) => decode({ id: '7' }, parseForm(text))
const refusedFields = (work: () => unknown): string[] => {
  try {
    work()
  } catch (error) {
    return Object.keys((error as { fields: object }).fields)
  }
  return []
}

describe('reading what a caller sends', () => {
  it('reads the same thing from a form and from JSON', () => {
    const expected = { id: 7, count: 3, wanted: true, type: ['x', 'y'], tag: [1, 2], splits: [{ percentage: 60 }] }
    expect(fromForm('count=3&wanted=1&type[]=x&type[]=y&tag[]=1&tag[]=2&splits[0][percentage]=60')).toEqual(expected)
    expect(
      decode({ id: '7' }, { count: 3, wanted: true, type: ['x', 'y'], tag: [1, 2], splits: [{ percentage: 60 }] }),
    ).toEqual(expected)
  })

  it('reads booleans as 0 and 1 and as words, in both', () => {
    expect(fromForm('wanted=0')).toMatchObject({ wanted: false })
    expect(fromForm('wanted=false')).toMatchObject({ wanted: false })
    expect(decode({ id: '7' }, { wanted: 1 })).toMatchObject({ wanted: true })
  })

  it('takes an empty text as cleared where a field may be empty, and as not said where it is a number', () => {
    expect(fromForm('note=&income=&count=')).toEqual({ id: 7, note: null, income: null, count: undefined })
  })

  it('takes an empty text as cleared in a change, too, where every field may be left out', () => {
    const change = write('thing/:id', { right: 'public', input: Thing.partial(), output: Nothing })
    const decodeChange = decoderOf(change)
    expect(decodeChange({ id: '7' }, parseForm('note=&income=&count='))).toEqual({ id: 7, note: null, income: null })
  })

  it('takes one value for a list of one, and indexed keys for a list', () => {
    expect(fromForm('tag=5')).toMatchObject({ tag: [5] })
    expect(fromForm('tag[0]=5&tag[1]=6')).toMatchObject({ tag: [5, 6] })
    expect(
      fromForm(Array.from({ length: 300 }, (_, index) => `tag[${index}]=${index + 1}`).join('&')).tag,
    ).toHaveLength(300)
  })

  it('takes an empty text for a list as a list without values', () => {
    expect(fromForm('type=&tag[]=')).toEqual({ id: 7, type: [], tag: [] })
  })

  it('says what is wrong in words that follow the name of the field', () => {
    const complain = decoderOf(
      write('thing', {
        right: 'public',
        input: z.object({
          kind: z.enum(['sale', 'rent']),
          price: z.int().min(0),
          list: z.array(z.int()).min(1),
          range: z.object({}),
          url: z.url(),
          name: z.string().min(2),
        }),
        output: Nothing,
      }),
    )
    const problems = (given: unknown): unknown => {
      try {
        return complain({}, given)
      } catch (error) {
        return Object.values((error as { fields: Record<string, string[]> }).fields).flat()
      }
    }
    expect(problems({ kind: 'x', price: -5, list: [], range: 'x', url: 'x', name: 'x' })).toEqual([
      'kind must be one of sale, rent.',
      'price must be at least 0.',
      'list must have at least one value.',
      'range must have fields of its own.',
      'url must be a web address.',
      'name must have at least 2 characters.',
    ])
    expect(problems({ kind: 'sale', price: 'much', list: [1.5], range: {}, url: 'https://x.test', name: 5 })).toEqual([
      'price must be a number.',
      'Value 1 of list must be a whole number.',
      'name must be text.',
    ])
  })

  it('names unknown fields', () => {
    expect(refusedFields(() => fromForm('foo=1'))).toEqual(['foo'])
  })

  it('reads as words where a schema has its own: after the field, or as a sentence', () => {
    const schema = z.object({
      status: z.int().refine(() => false, { error: 'is not a status' }),
      agent: z.int().refine(() => false, { error: 'You cannot send a lead to yourself.' }),
    })
    const error = schema.safeParse({ status: 1, agent: 2 }).error
    expect(error && fieldErrorsOf(error)).toEqual({
      status: ['status is not a status.'],
      agent: ['You cannot send a lead to yourself.'],
    })
  })

  it('names 20 of them at the most, and none in full that is long', () => {
    const many = Object.fromEntries(Array.from({ length: 15_000 }, (_, at) => [`field${at}`, 1]))
    expect(refusedFields(() => decode({ id: '7' }, many))).toEqual(Array.from({ length: 20 }, (_, at) => `field${at}`))
    const errors = fieldErrorsOf(
      new z.ZodError([
        { code: 'unrecognized_keys', keys: ['x'.repeat(1_000_000), 'y'], path: [], input: {}, message: '' },
      ]),
    )
    expect(JSON.stringify(errors).length).toBeLessThan(400)
  })

  it('names a field that is called as something that each object has', () => {
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
      expect(refusedFields(() => decode({ id: '7' }, JSON.parse(`{"${name}":1}`)))).toEqual([name])
  })

  it('says of a list with 20,000 wrong values what is wrong with the first of them', () => {
    expect(refusedFields(() => decode({ id: '7' }, { tag: Array.from({ length: 20_000 }, () => 'x') }))).toEqual(
      Array.from({ length: 20 }, (_, at) => `tag.${at}`),
    )
  })

  it.each([
    ['unknown fields', (size: number) => Object.fromEntries(Array.from({ length: size }, (_, at) => [`k${at}`, 1]))],
    ['wrong values', (size: number) => ({ tag: Array.from({ length: size }, () => 'x') })],
    ['wrong objects', (size: number) => ({ splits: Array.from({ length: size }, () => ({ other: 1 })) })],
    ['one long text', (size: number) => ({ note: 'x '.repeat(20 * size), at: '1'.repeat(20 * size) })],
    ['JSON in a text', (size: number) => ({ areas: `[${'1,'.repeat(size)}"x"]` })],
    ['deep JSON in a text', (size: number) => ({ areas: '['.repeat(20 * size) })],
  ])('refuses %s in work that grows with their number', async (_, given) => {
    await expectLinearWork(4000, size => {
      const body = given(size)
      return () => decode({ id: '7' }, body)
    })
  })

  it('ignores fields of the record that a person may not set', () => {
    expect(fromForm('created_at=2026-01-01&count=1')).toEqual({ id: 7, count: 1 })
  })

  it('refuses days that do not exist and JSON that is none', () => {
    expect(refusedFields(() => fromForm('range[start]=2026-02-30'))).toEqual(['range.start'])
    expect(refusedFields(() => fromForm('range[start]=30.01.2026'))).toEqual(['range.start'])
    expect(refusedFields(() => fromForm('areas=[1,'))).toEqual(['areas'])
    expect(fromForm('areas=[1,2]')).toMatchObject({ areas: [1, 2] })
  })

  it('refuses texts that PostgreSQL cannot hold, wherever they are', () => {
    expect(refusedFields(() => fromForm('note=a%00b'))).toEqual(['note'])
    expect(refusedFields(() => decode({ id: '7' }, { type: ['x', 'half \ud83d'] }))).toEqual(['type.1'])
    expect(decode({ id: '7' }, { note: 'whole \ud83d\ude00' })).toMatchObject({ note: 'whole 😀' })
  })

  it('says of an address with such a text that nothing is there', () => {
    const named = decoderOf(write('thing/:name', { right: 'public', output: Nothing }))
    expect(named({ name: 'x' }, {})).toEqual({ name: 'x' })
    for (const name of ['\0', 'a\0b', '\ud800']) expect(() => named({ name }, {})).toThrow('does not exist')
  })

  it('knows no day and no time that the database does not', () => {
    expect(refusedFields(() => fromForm('range[start]=0000-01-01'))).toEqual(['range.start'])
    for (const at of ['0000-06-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-10:00'])
      expect(refusedFields(() => fromForm(`at=${encodeURIComponent(at)}`))).toEqual(['at'])
    expect(fromForm('range[start]=0001-01-01&at=9999-12-31T23:59:59Z')).toMatchObject({
      range: { start: '0001-01-01' },
    })
  })

  it('says of an id that is none that nothing is there', () => {
    for (const id of ['0', '-1', 'x', '1e99', '2147483648']) expect(() => decode({ id }, {})).toThrow('does not exist')
  })
})

describe('reading an instant', () => {
  it('takes ISO with six digits, and a space-separated time as UTC', () => {
    expect(parseInstant('2026-01-02T03:04:05.000000Z')?.toISOString()).toBe('2026-01-02T03:04:05.000Z')
    expect(parseInstant('2026-01-02 03:04:05')?.toISOString()).toBe('2026-01-02T03:04:05.000Z')
    expect(parseInstant('2026-01-02 3:04:05')?.toISOString()).toBe('2026-01-02T03:04:05.000Z')
  })

  it('refuses what is no time', () => {
    for (const text of ['', 'tomorrow', '2026-02-30 10:00:00', '2026-01-02', '02/01/2026 10:00'])
      expect(parseInstant(text)).toBeNull()
  })
})
