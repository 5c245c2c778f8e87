import { describe, expect, it } from 'vitest'
import { Together } from './together.ts'

/** A source whose events are dealt with when the test says so. */
function source(most: number) {
  const begun: { ids: readonly number[]; end: PromiseWithResolvers<void> }[] = []
  const together = new Together(ids => {
    const end = Promise.withResolvers<void>()
    begun.push({ ids, end })
    return end.promise
  }, most)
  const finish = async (place: number) => {
    begun[place]?.end.resolve()
    await Promise.resolve()
  }
  return { together, begun, finish, ids: () => begun.map(({ ids }) => ids) }
}

describe('events of a source', () => {
  it('that arrive while one is dealt with are dealt with together after it', async () => {
    const { together, finish, ids } = source(20)
    const first = together.add([1])
    const others = [together.add([2]), together.add([3, 4])]
    expect(ids()).toEqual([[1]])
    await finish(0)
    await first
    expect(ids()).toEqual([[1], [2, 3, 4]])
    await finish(1)
    await Promise.all(others)
    const last = together.add([5])
    await finish(2)
    await last
    expect(ids()).toEqual([[1], [2, 3, 4], [5]])
  })

  it('are no more at once than one transaction should hold, and many of one request wait for nobody', async () => {
    const { together, finish, ids } = source(3)
    const all = [[1], [2, 3], [4, 5], [6, 7, 8, 9]].map(each => together.add(each))
    expect(ids()).toEqual([[1], [6, 7, 8, 9]])
    await finish(0)
    await all[0]
    await finish(2)
    await all[1]
    expect(ids()).toEqual([[1], [6, 7, 8, 9], [2, 3], [4, 5]])
    await finish(1)
    await finish(3)
    await Promise.all(all)
  })

  it('that fail are reported to those who sent them, and the next are dealt with', async () => {
    const { together, begun, finish, ids } = source(20)
    const first = together.add([1])
    const next = together.add([2])
    begun[0]?.end.reject(new Error('The database is away.'))
    await expect(first).rejects.toThrow('The database is away.')
    expect(ids()).toEqual([[1], [2]])
    await finish(1)
    await next
  })
})
