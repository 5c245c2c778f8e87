import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { liveChanges } from './live.ts'
import { type SettledChanges, useSettledChanges } from './useSettledChanges.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function heard(pace?: { afterMs?: number; everyMs?: number }) {
  const all: SettledChanges[] = []
  const { unmount } = renderHook(() => useSettledChanges('leads', changes => all.push(changes), pace))
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  return { all, unmount, wait }
}
const change = (ids: number[], topic = 'leads') => liveChanges.emit({ topic, ids })

it('hears changes that come close together once, and nothing of other topics', async () => {
  const { all, wait } = heard()
  change([1, 2])
  change([2, 3])
  change([9], 'tasks')
  expect(all).toEqual([])
  await wait(150)
  expect(all).toEqual([{ ids: new Set([1, 2, 3]), anything: false }])
  change([])
  await wait(150)
  expect(all[1]).toEqual({ ids: new Set(), anything: true })
})

it('hears what changes all day no more often than it wants to', async () => {
  const { all, wait } = heard({ afterMs: 1_000, everyMs: 20_000 })
  change([1])
  await wait(1_000)
  expect(all).toHaveLength(1)
  change([2])
  await wait(19_000)
  expect(all).toHaveLength(1)
  await wait(1_000)
  expect(all).toHaveLength(2)
})

it('hears nothing more once the screen is left', async () => {
  const { all, unmount, wait } = heard()
  change([1])
  unmount()
  await wait(1_000)
  expect(all).toEqual([])
})
