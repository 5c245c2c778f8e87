import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answers, said } from '../../../testing/browser/said.ts'
import { useRevoke } from './useAccount.ts'

vi.mock('../../../platform/web/page/confirm.ts', () => ({ confirm: async () => true }))
afterEach(() => vi.unstubAllGlobals())

it('the access to an account that was revoked is said to be', async () => {
  answers({})
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => useRevoke(), { wrapper })
  const notified = await said(async () => {
    await act(async () => result.current.ask())
    // It begins only when the question is answered: that nothing is pending yet says nothing.
    await expect.poll(() => client.getMutationCache().getAll()[0]?.state.status, { timeout: 10_000 }).toBe('success')
  })
  expect(notified).toEqual(['Your Dotloop account access has been revoked.'])
})
