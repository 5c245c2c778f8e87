import { expect, it } from 'vitest'
import { KEPT_HEADER, lastReach, noteReach, reached } from './network.ts'

it('takes no answer that was asked for before the network went for a sign that it is there', () => {
  const askedAt = performance.now() - 1
  dispatchEvent(new Event('offline'))
  reached.emit('silent')
  noteReach(new Headers(), askedAt)
  expect(lastReach()).toBe('silent')
  noteReach(new Headers({ [KEPT_HEADER]: '1700000000000' }), performance.now() + 1)
  expect(lastReach()).toEqual({ keptAt: 1_700_000_000_000 })
  noteReach(new Headers(), performance.now() + 1)
  expect(lastReach()).toBe('answered')
})
