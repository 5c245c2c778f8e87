import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import { isoDay } from '../../../../platform/web/time/time.ts'
import { taskCountsQuery } from './tasks.ts'
import { useTaskDay } from './useTaskDay.ts'

const ZONE = 'America/Toronto'
const MINUTE = 60_000

let stop = () => {}
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  stop()
  queryClient.clear()
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const open = (at: string) => {
  vi.setSystemTime(new Date(at))
  const { queryKey } = taskCountsQuery
  queryClient.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
  const fetched = () => queryClient.setQueryData(queryKey, { today: 0, overdue: 0, future: 0, done_today: 0 })
  fetched()
  const asked = vi.fn()
  stop = queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated' || event.action.type !== 'invalidate') return
    asked()
    fetched()
  })
  const { result } = renderHook(() => useTaskDay(ZONE))
  const wait = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * MINUTE))
  return { asked, result, wait }
}

it('asks for the lists again when the day begins in an open window, once', async () => {
  const { asked, result, wait } = open('2026-11-21T04:30:00Z')
  await wait(29)
  expect([isoDay(result.current, ZONE), asked.mock.calls.length]).toEqual(['2026-11-20', 0])
  await wait(2)
  expect([isoDay(result.current, ZONE), asked.mock.calls.length]).toEqual(['2026-11-21', 1])
  await wait(60)
  expect(asked).toHaveBeenCalledTimes(1)
})

it.each([
  { day: 'of 23 hours', evening: '2026-03-08T04:30:00Z', hours: 23 },
  { day: 'of 25 hours', evening: '2026-11-01T03:30:00Z', hours: 25 },
])('meets the midnight at the end of a day $day', async ({ evening, hours }) => {
  const { asked, wait } = open(evening)
  await wait(31)
  expect(asked).toHaveBeenCalledTimes(1)
  await wait(hours * 60 - 2)
  expect(asked).toHaveBeenCalledTimes(1)
  await wait(2)
  expect(asked).toHaveBeenCalledTimes(2)
})
