import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Loading } from './pieces.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** A screen whose first question is never answered. */
function Answer({ ask }: { ask: () => Promise<string> }) {
  const { data } = useQuery({ queryKey: ['answer'], queryFn: ask })
  return data === undefined ? <Loading /> : <p>{data}</p>
}

it('what takes long is said to, and can be asked for again', async () => {
  const ask = vi.fn<() => Promise<string>>()
  ask.mockReturnValueOnce(new Promise(() => undefined)).mockResolvedValue('Twelve leads')
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <Answer ask={ask} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await after(5_000)
  expect(screen.getByRole('status').textContent).toBe('Loading...')
  expect(screen.queryByRole('button')).toBeNull()
  await after(2_000)
  expect(screen.getByRole('status').textContent).toContain('This takes longer than usual.')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await after(10)
  screen.getByText('Twelve leads')
  expect(ask).toHaveBeenCalledTimes(2)
})
