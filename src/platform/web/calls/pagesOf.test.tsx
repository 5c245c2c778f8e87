import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { read } from '../../wire/call.ts'
import { pagesOf } from './pagesOf.ts'
import { invalidateTopic, queryOf } from './queryOf.ts'

const list = read('cups', {
  right: 'signed_in',
  input: z.object({ colour: z.string(), cursor: z.string().optional() }),
  output: z.object({ data: z.array(z.string()), next_cursor: z.string().nullable() }),
})

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
afterEach(() => {
  client.clear()
  vi.unstubAllGlobals()
})

it('reads page after page, and all of them again when its topic changed', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const data = url.includes('cursor') ? { data: ['c'], next_cursor: null } : { data: ['a', 'b'], next_cursor: 'b' }
    return Response.json({ status: 1, data, message: '', error: '' })
  })
  const observer = new InfiniteQueryObserver(client, pagesOf(list, { colour: 'blue' }, { topics: ['cups'] }))
  const leave = observer.subscribe(() => undefined)
  await expect.poll(() => observer.getCurrentResult().hasNextPage).toBe(true)
  await observer.fetchNextPage()
  expect(observer.getCurrentResult()).toMatchObject({
    hasNextPage: false,
    data: { pages: [{ data: ['a', 'b'] }, { data: ['c'] }] },
  })
  await invalidateTopic(client, 'cups', [7])
  const both = ['/crm/cups?colour=blue', '/crm/cups?colour=blue&cursor=b']
  expect(asked).toEqual([...both, ...both])
  leave()
})

it('does not share its answers with a query of one page', () => {
  const input = { colour: 'blue' }
  expect(pagesOf(list, input, { topics: [] }).queryKey).not.toEqual(queryOf(list, input, { topics: [] }).queryKey)
})
