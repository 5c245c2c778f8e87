import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { liveState } from '../live/live.ts'
import { CACHED_HEADER, lastReach, reached, recordReach, watchReturn } from './network.ts'

it('takes no answer that was asked for before the network went for a sign that it is there', () => {
  const askedAt = performance.now() - 1
  dispatchEvent(new Event('offline'))
  reached.emit('silent')
  recordReach(new Headers(), askedAt)
  expect(lastReach()).toBe('silent')
  recordReach(new Headers({ [CACHED_HEADER]: '1700000000000' }), performance.now() + 1)
  expect(lastReach()).toEqual({ cachedAt: 1_700_000_000_000 })
  recordReach(new Headers(), performance.now() + 1)
  expect(lastReach()).toBe('answered')
})

describe('when the server is back', () => {
  const stored = { cachedAt: 1_700_000_000_000 }
  const onBack = vi.fn()
  let stop = () => {}

  beforeEach(() => {
    vi.useFakeTimers()
    reached.emit('answered')
    stop = watchReturn(onBack)
  })
  afterEach(() => {
    stop()
    onBack.mockReset()
    vi.useRealTimers()
  })

  it('is said by the browser, by the first answer after none, and by the stream of changes', () => {
    dispatchEvent(new Event('online'))
    expect(onBack).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(10_000)
    reached.emit('silent')
    reached.emit('answered')
    expect(onBack).toHaveBeenCalledTimes(2)
    reached.emit('silent')
    liveState.emit('open')
    expect(onBack).toHaveBeenCalledTimes(3)
  })

  it('is said once more for what this device answered when the network seemed to be there', () => {
    dispatchEvent(new Event('online'))
    for (const reach of [stored, 'answered', stored, 'answered'] as const) reached.emit(reach)
    expect(onBack).toHaveBeenCalledTimes(1)
    vi.advanceTimersByTime(5_000)
    expect(onBack).toHaveBeenCalledTimes(2)
    vi.advanceTimersByTime(60_000)
    expect(onBack).toHaveBeenCalledTimes(2)
  })

  it('is said ever more seldom while the line comes and goes', () => {
    dispatchEvent(new Event('online'))
    for (let second = 0; second < 120; second++) {
      reached.emit(stored)
      reached.emit('answered')
      vi.advanceTimersByTime(1_000)
    }
    // At once, and 5, 15, 35 and 75 seconds later.
    expect(onBack).toHaveBeenCalledTimes(5)
  })

  it('is nothing to who has stopped listening', () => {
    dispatchEvent(new Event('online'))
    reached.emit(stored)
    reached.emit('answered')
    stop()
    vi.advanceTimersByTime(60_000)
    expect(onBack).toHaveBeenCalledTimes(1)
  })
})
