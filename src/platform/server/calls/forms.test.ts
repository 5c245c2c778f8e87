import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { hostileForms } from '../../../testing/inputs/hostile.ts'
import { expectLinearWork } from '../../../testing/work.ts'
import { write } from '../../wire/call.ts'
import { Id, Nothing } from '../../wire/fields.ts'
import { excessOfJson, MAX_JSON_DEPTH, MAX_VALUES } from '../../wire/json.ts'
import { decoderOf } from './decode.ts'
import { MAX_QUERY_VALUES, parseForm, parseQuery, refuseLongQuery } from './forms.ts'

const decode = decoderOf(
  write('thing', {
    right: 'public',
    input: z.object({ selected: z.array(Id).max(10_000).optional(), all: z.boolean().optional() }),
    output: Nothing,
  }),
)
const ids = Array.from({ length: 10_000 }, (_, at) => at + 1)

/** Everything that was made of a request: values, lists with their gaps, and objects. */
function slotsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  const own = Array.isArray(value) ? value.length : 0
  return Object.values(value).reduce((sum: number, item) => sum + slotsOf(item), 1 + own)
}

describe('a form', () => {
  it.each([
    ['without numbers', ids.map(id => `selected[]=${id}`)],
    ['with encoded brackets', ids.map(id => `selected%5B%5D=${id}`)],
    ['with numbers', ids.map((id, at) => `selected[${at}]=${id}`)],
  ])('names 10,000 chosen records %s', (_, pairs) => {
    expect(decode({}, parseForm(pairs.join('&')))).toEqual({ selected: ids })
  })

  it('with more values than the server reads is refused, never cut', () => {
    const full = Array.from({ length: MAX_VALUES }, () => 'a=1')
    expect(Object.values(parseForm(full.join('&'))).flatMap(value => Object.values(value as object))).toHaveLength(
      MAX_VALUES,
    )
    expect(() => parseForm([...full, 'a=1'].join('&'))).toThrow('more than 20,000 values')
  })

  it('with more brackets than the server reads is refused', () => {
    expect(() => parseForm(Array.from({ length: 10_000 }, (_, at) => `k${at}[a][a][a][a][a]=`).join('&'))).toThrow()
    expect(() =>
      parseForm(Array.from({ length: 10_000 }, (_, at) => `k${at}%5ba%5D%5Ba%5D%5ba%5D%5ba%5D%5Ba%5D=`).join('&')),
    ).toThrow()
  })

  it.each(Object.entries(hostileForms))('%s takes work that grows with its size', async (_, pairOf) => {
    const formOf = (values: number) => Array.from({ length: values }, (_, at) => pairOf(at)).join('&')
    await expectLinearWork(2500, values => {
      const form = formOf(values)
      return () => parseForm(form)
    })
    expect(slotsOf(parseForm(formOf(2000)))).toBeLessThan(2000 * 250)
  })
})

describe('a query string', () => {
  const queryOf = (values: number) => Array.from({ length: values }, (_, at) => `a[]=${at}`).join('&')

  it('is read up to 1,000 values, and refused beyond', () => {
    expect(() => refuseLongQuery(`/healthz?${queryOf(MAX_QUERY_VALUES)}`)).not.toThrow()
    expect(Object.values(parseQuery(queryOf(MAX_QUERY_VALUES)).a as object)).toHaveLength(MAX_QUERY_VALUES)
    expect(() => refuseLongQuery(`/healthz?${queryOf(MAX_QUERY_VALUES + 1)}`)).toThrow('more than 1,000 values')
  })

  it.each(Object.entries(hostileForms))('of an address as long as Node takes, %s, becomes little', (_, pairOf) => {
    const query = Array.from({ length: 5000 }, (_, at) => pairOf(at))
      .join('&')
      .slice(0, 16 * 1024)
    expect(slotsOf(parseQuery(query))).toBeLessThan(250 * 1000)
  })
})

describe('JSON', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

  it('nests as deep as any call needs, and no deeper', () => {
    expect(excessOfJson(nested(MAX_JSON_DEPTH))).toBeNull()
    expect(excessOfJson(nested(MAX_JSON_DEPTH + 1))).toBe('depth')
    expect(excessOfJson('{"a":'.repeat(900_000))).toBe('depth')
  })

  it('holds 10,000 chosen records, and no more than 20,000 values', () => {
    expect(excessOfJson(JSON.stringify({ selected: ids, all: false }))).toBeNull()
    expect(excessOfJson(`[${'1,'.repeat(MAX_VALUES + 1)}1]`)).toBe('values')
    expect(excessOfJson(`[${'[],'.repeat(MAX_VALUES / 2)}[]]`)).toBe('values')
  })

  it('may say anything in its texts', () => {
    const text = { ['[{,"\\'.repeat(10_000)]: ['{[', '\\', '"', '\\"[[', ','.repeat(30_000)] }
    expect(excessOfJson(JSON.stringify(text))).toBeNull()
    expect(excessOfJson(`"${'['.repeat(100)}`)).toBeNull()
  })

  it.each([
    ['brackets', '['],
    ['values', '1,'],
    ['quotes', '"'],
    ['backslashes', '"\\'],
    ['objects', '{"a":{},'],
  ])('of %s alone is looked through once at most', async (_, sign) => {
    await expectLinearWork(200_000, size => {
      const text = sign.repeat(size / sign.length)
      return () => excessOfJson(text)
    })
  })
})
