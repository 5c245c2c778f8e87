import { describe, expect, it } from 'vitest'
import { Together } from './together.ts'

/** A source whose events are dealt with when the test says so. */
function source(most: number) {
  const begun: { ids: readonly number[]; end: PromiseWithResolvers<void> }[] = []
  const together = new Together<readonly number[], string>({
    deal: async requests => {
      const end = Promise.withResolvers<void>()
      begun.push({ ids: requests.flat(), end })
      await end.promise
      return requests.map(ids => ids.join())
    },
    weigh: ids => ids.length,
    most,
  })
  return {
    together,
    begun,
    finish: (place: number) => begun[place]?.end.resolve(),
    /** The events of each time, once there were so many times. */
    ids: async (times: number) => {
      await expect.poll(() => begun.length).toBe(times)
      return begun.map(({ ids }) => ids)
    },
  }
}

describe('events of a source', () => {
  it('that arrive while one is dealt with are dealt with together after it', async () => {
    const { together, finish, ids } = source(20)
    const first = together.add([1])
    expect(await ids(1)).toEqual([[1]])
    const others = [together.add([2]), together.add([3, 4])]
    finish(0)
    expect(await first).toBe('1')
    expect(await ids(2)).toEqual([[1], [2, 3, 4]])
    finish(1)
    expect(await Promise.all(others)).toEqual(['2', '3,4'])
    const last = together.add([5])
    expect(await ids(3)).toEqual([[1], [2, 3, 4], [5]])
    finish(2)
    expect(await last).toBe('5')
  })

  it('that arrive in the same moment are dealt with together', async () => {
    const { together, finish, ids } = source(20)
    const all = [together.add([1]), together.add([2])]
    expect(await ids(1)).toEqual([[1, 2]])
    finish(0)
    expect(await Promise.all(all)).toEqual(['1', '2'])
  })

  it('are no more at once than one transaction should hold, and many of one request wait for nobody', async () => {
    const { together, finish, ids } = source(3)
    const all = [[1], [2, 3], [4, 5], [6, 7, 8, 9]].map(each => together.add(each))
    expect(await ids(2)).toEqual([
      [6, 7, 8, 9],
      [1, 2, 3],
    ])
    finish(1)
    await all[1]
    expect((await ids(3))[2]).toEqual([4, 5])
    finish(0)
    finish(2)
    await Promise.all(all)
  })

  it('that fail are reported to those who sent them, and the next are dealt with', async () => {
    const { together, begun, finish, ids } = source(20)
    const first = together.add([1])
    await ids(1)
    const next = together.add([2])
    begun[0]?.end.reject(new Error('The database is away.'))
    await expect(first).rejects.toThrow('The database is away.')
    expect(await ids(2)).toEqual([[1], [2]])
    finish(1)
    await next
  })
})
