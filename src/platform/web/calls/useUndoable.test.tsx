import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import { useNotices } from '../page/notices.ts'
import { useUndoable } from './useUndoable.ts'

const client = new QueryClient()
const within = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
)

it('shows what is under way until it is done and said', async () => {
  const work = Promise.withResolvers<void>()
  const turn = (lamp: string) => ({
    run: () => work.promise,
    said: `${lamp} is on.`,
  })
  const { result } = renderHook(() => ({ button: useUndoable(turn), notices: useNotices() }), { wrapper: within })
  act(() => result.current.button.run('lamp 7'))
  await expect.poll(() => result.current.button.pending).toBe('lamp 7')
  expect(result.current.button.isPending).toBe(true)
  await act(async () => work.resolve())
  await expect.poll(() => result.current.button.isPending).toBe(false)
  expect(result.current.button.pending).toBeNull()
  // Other tests may have said things before.
  expect(result.current.notices.at(-1)).toMatchObject({ message: 'lamp 7 is on.' })
})
