import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import type { HappyHourState } from '../../contract.ts'
import { useHappyHour } from './useHappyHour.ts'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const MINUTE = 60_000

/** Happy hour in a session whose next lead can be claimed in a minute. */
function stateAt(now: number): HappyHourState {
  const at = (minutes: number) => new Date(now + minutes * MINUTE).toISOString()
  return {
    now: at(0),
    isEnabled: true,
    accessible: true,
    session: {
      id: 7,
      isActive: true,
      sessionStart: at(-2),
      sessionEnd: at(20),
      nextClaimAt: at(1),
      happyHour: { start: at(-30), end: at(30) },
      claimedLeads: [],
      maxClaims: 3,
    },
    outstandingLeads: 0,
    awaitsFollowUp: false,
    nextClaimable: null,
    pool: 11,
    participants: 3,
    board: [],
    follow_up_minutes: [],
  }
}

it('asks once when the next lead can be claimed, though the page and the drawer both wait for it', async () => {
  vi.useFakeTimers()
  const state = stateAt(Date.now())
  const ask = vi.fn(async () => {
    await new Promise(answered => setTimeout(answered, 200))
    return Response.json({ status: 1, data: state, message: null, error: null })
  })
  vi.stubGlobal('fetch', ask)
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  )
  for (const _place of ['page', 'drawer']) renderHook(useHappyHour, { wrapper })
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(ask).toHaveBeenCalledTimes(1)
  await act(() => vi.advanceTimersByTimeAsync(MINUTE))
  expect(ask).toHaveBeenCalledTimes(2)
})
