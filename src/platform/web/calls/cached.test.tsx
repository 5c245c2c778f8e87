import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { read } from '../../wire/call.ts'
import { cachedAnswers, cachedChange, showAtOnce } from './cached.ts'
import { pagedQueryOf, queryOf } from './queryOf.ts'

const Cups = z.object({ cups: z.array(z.string()), total: z.int() })
const list = read('cups', { right: 'signed_in', input: z.object({ colour: z.string().optional() }), output: Cups })
const shelf = read('shelf/:id', { right: 'signed_in', output: Cups })

const client = new QueryClient()
afterEach(() => client.clear())

const blue = queryOf(list, { colour: 'blue' }, { topics: [], fetch: async () => ({ cups: ['b'], total: 1 }) })
const pages = pagedQueryOf(
  list,
  { colour: 'any' },
  {
    topics: [],
    first: 0,
    next: ({ cups }) => (cups[0] === 'a' ? 1 : null),
    fetch: at => ({ cups: [at === 0 ? 'a' : 'b'], total: 2 }),
  },
)

async function fill() {
  await client.fetchQuery(blue)
  await client.fetchInfiniteQuery({ ...pages, pages: 2 })
}

const withoutB = cachedChange(list, answer =>
  answer.cups.includes('b') ? { cups: answer.cups.filter(cup => cup !== 'b'), total: answer.total - 1 } : answer,
)

it('keeps a list that is read page by page apart from one answer to the same question', () => {
  const [one, paged] = [queryOf(list, { colour: 'any' }, { topics: [] }).queryKey, pages.queryKey]
  expect(paged).not.toEqual(one)
  expect(paged.slice(0, 2)).toEqual(one)
})

it('knows all answers of a call, of lists their pages', async () => {
  await fill()
  expect(cachedAnswers(client, list).flatMap(({ cups }) => cups)).toEqual(['b', 'a', 'b'])
  expect(cachedAnswers(client, shelf)).toEqual([])
})

it('changes every answer of a call at once, leaves pages that nothing changed as they are, and puts all back', async () => {
  await fill()
  const [first] = client.getQueryData(pages.queryKey)?.pages ?? []
  const putBack = await showAtOnce(client, [withoutB])
  expect(client.getQueryData(blue.queryKey)).toEqual({ cups: [], total: 0 })
  expect(client.getQueryData(pages.queryKey)?.pages.map(({ cups }) => cups)).toEqual([['a'], []])
  expect(client.getQueryData(pages.queryKey)?.pages[0]).toBe(first)
  putBack()
  expect(cachedAnswers(client, list).flatMap(({ cups }) => cups)).toEqual(['b', 'a', 'b'])
})

it('changes only the answers to the input that it names', async () => {
  await fill()
  await showAtOnce(client, [cachedChange(list, answer => ({ ...answer, total: 0 }), { colour: 'blue' })])
  expect(cachedAnswers(client, list).map(({ total }) => total)).toEqual([0, 2, 2])
})
