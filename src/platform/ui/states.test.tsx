import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { ApiError } from '../web/calls/apiErrors.ts'
import { Frame } from './frame/Frame.tsx'
import { Loading } from './pieces.tsx'
import { EmptyState, ErrorState } from './states.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const show = (content: ReactNode) => render(<MantineProvider env="test">{content}</MantineProvider>)
const headings = (level: number) => screen.queryAllByRole('heading', { level }).map(({ textContent }) => textContent)

it('a part that is empty stands below the one heading of its screen', () => {
  show(
    <Frame title="Sites" note="Where leads sign up." navigation={null}>
      <EmptyState title="No sites yet" />
    </Frame>,
  )
  expect(headings(1)).toEqual(['Sites'])
  expect(headings(2)).toEqual(['No sites yet'])
})

it('an empty state that is the whole screen is its heading', () => {
  show(<EmptyState isPage title="Not Found" />)
  expect(headings(1)).toEqual(['Not Found'])
})

it('a part that failed stands below the one heading of its screen', () => {
  show(
    <Frame title="Sites" note="Where leads sign up." navigation={null}>
      <ErrorState error={new Error('The server is away.')} />
    </Frame>,
  )
  expect(headings(1)).toEqual(['Sites'])
  expect(headings(2)).toEqual(['An Error Occurred:'])
})

it('an error that is the whole screen is its heading', () => {
  show(<ErrorState isPage error={new Error('The server is away.')} />)
  expect(headings(1)).toEqual(['An Error Occurred:'])
})

it.each([
  [403, 'Not allowed'],
  [404, 'Not found'],
])('a page that is refused with %s says so, and leads back instead of trying again', (status, title) => {
  history.pushState(null, '')
  show(<ErrorState isPage error={new ApiError('This deal does not exist.', { status })} onRetry={() => undefined} />)
  expect(headings(1)).toEqual([title])
  screen.getByText('This deal does not exist.')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Go back'])
})

const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** A screen whose first question is never answered. */
function Answer({ ask }: { ask: () => Promise<string> }) {
  const { data } = useQuery({ queryKey: ['answer'], queryFn: ask })
  return data === undefined ? <Loading /> : <p>{data}</p>
}

it('what takes long is said to, and can be asked for again', async () => {
  vi.useFakeTimers()
  const ask = vi.fn<() => Promise<string>>()
  ask.mockReturnValueOnce(new Promise(() => undefined)).mockResolvedValue('Twelve leads')
  show(
    <QueryClientProvider client={new QueryClient()}>
      <Answer ask={ask} />
    </QueryClientProvider>,
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
