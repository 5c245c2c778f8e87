import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useQuestion } from '../../../platform/web/page/confirm.ts'
import { answers, said } from '../../../testing/browser/said.ts'
import { useRevoke } from './useAccount.ts'

afterEach(() => vi.unstubAllGlobals())

it('the access to an account that was revoked is said to be', async () => {
  answers({})
  // As the product's own client: whether there is a network is not what this is about.
  const client = new QueryClient({ defaultOptions: { mutations: { networkMode: 'always' } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(() => ({ revoke: useRevoke(), question: useQuestion() }), { wrapper })
  const notified = await said(async () => {
    await act(async () => result.current.revoke.ask())
    await act(async () => result.current.question?.answer(true))
    // It begins only when the question is answered: that nothing is pending yet says nothing.
    await expect.poll(() => client.getMutationCache().getAll()[0]?.state.status, { timeout: 10_000 }).toBe('success')
  })
  expect(notified).toEqual(['Your Dotloop account access has been revoked.'])
})
