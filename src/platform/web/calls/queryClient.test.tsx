import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient, refetchStaleAnswers } from './queryClient.ts'

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const stop = refetchStaleAnswers(client)
afterEach(() => client.clear())

/** A screen that shows notes; each request is answered by hand. */
function shown() {
  const requests: ((notes: string[]) => void)[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['notes'],
    queryFn: () => new Promise<string[]>(resolve => requests.push(resolve)),
  })
  const leave = observer.subscribe(() => undefined)
  return { requests, leave, notes: () => observer.getCurrentResult().data }
}

it('asks again for what changed while its first answer was on the way', async () => {
  const { requests, notes, leave } = shown()
  void client.invalidateQueries({ queryKey: ['notes'] })
  expect(requests).toHaveLength(1)
  requests[0]?.([])
  await expect.poll(() => requests.length).toBe(2)
  requests[1]?.(['Written meanwhile'])
  await expect.poll(notes).toEqual(['Written meanwhile'])
  expect(requests).toHaveLength(2)
  leave()
})

it('asks again for what changed on the way, also where it changed before anybody asked', async () => {
  const requests: ((notes: string[]) => void)[] = []
  const options = {
    queryKey: ['notes'],
    queryFn: () => new Promise<string[]>(resolve => requests.push(resolve)),
  }
  const observer = new QueryObserver(client, { ...options, enabled: false })
  const leave = observer.subscribe(() => undefined)
  void client.invalidateQueries({ queryKey: ['notes'] })
  observer.setOptions({ ...options, enabled: true })
  void client.invalidateQueries({ queryKey: ['notes'] })
  requests[0]?.([])
  await expect.poll(() => requests.length).toBe(2)
  requests[1]?.(['Written meanwhile'])
  await expect.poll(() => observer.getCurrentResult().data).toEqual(['Written meanwhile'])
  leave()
})

it('asks once for what did not change', async () => {
  const { requests, notes, leave } = shown()
  requests[0]?.(['As it was'])
  await expect.poll(notes).toEqual(['As it was'])
  expect(requests).toHaveLength(1)
  leave()
})

describe('whoever leaves a screen and comes back to it', () => {
  let asked = 0
  const visited = { queryKey: ['visited'], queryFn: async () => `Answer ${++asked}` }
  const visit = (staleTime = 0) => {
    const observer = new QueryObserver(queryClient, { ...visited, staleTime })
    const leave = observer.subscribe(() => undefined)
    return { leave, data: () => observer.getCurrentResult().data }
  }
  beforeEach(() => {
    asked = 0
    queryClient.clear()
  })

  it.each([0, 15_000])('asks again, and sees what was there meanwhile, also what is fresh for %i ms', async fresh => {
    const first = visit(fresh)
    await expect.poll(first.data).toBe('Answer 1')
    first.leave()
    const second = visit(fresh)
    expect(second.data()).toBe('Answer 1')
    await expect.poll(second.data).toBe('Answer 2')
    second.leave()
  })

  it('asks nothing for what was fetched ahead meanwhile, what another part shows, and what never changes', async () => {
    const first = visit(15_000)
    await expect.poll(first.data).toBe('Answer 1')
    const beside = visit(15_000)
    first.leave()
    beside.leave()
    await queryClient.fetchQuery(visited)
    const returned = visit(15_000)
    expect(queryClient.isFetching()).toBe(0)
    expect(returned.data()).toBe('Answer 2')
    returned.leave()
    const forever = visit(Number.POSITIVE_INFINITY)
    expect(queryClient.isFetching()).toBe(0)
    forever.leave()
  })
})

it('leaves answers as they are once it has ended', async () => {
  stop()
  const { requests, notes, leave } = shown()
  void client.invalidateQueries({ queryKey: ['notes'] })
  requests[0]?.([])
  await expect.poll(notes).toEqual([])
  expect(requests).toHaveLength(1)
  leave()
})
