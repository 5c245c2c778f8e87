import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePanelsReady } from './usePanelsReady.ts'

const LEAD = 7
let answer: (text: string) => void

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Panel() {
  const { data } = useQuery({
    queryKey: ['showings', LEAD],
    queryFn: () =>
      new Promise<string>(resolve => {
        answer = resolve
      }),
  })
  return <p>{data}</p>
}

const panel = <Panel />

/** The column keeps its panels as they are when it is rendered again. */
function Column(_: { 'data-key'?: string }) {
  const isReady = usePanelsReady(LEAD)
  return (
    <aside data-testid="column" data-ready={isReady}>
      {panel}
    </aside>
  )
}

it('shows the panels of a lead once their answers stand in them, also when the column renders in between', async () => {
  const client = new QueryClient()
  const column = (key: string) => (
    <QueryClientProvider client={client}>
      <Column data-key={key} />
    </QueryClientProvider>
  )
  const { rerender } = render(column('before'))
  await act(() => vi.advanceTimersByTimeAsync(200))
  expect(screen.getByTestId('column').dataset.ready).toBe('false')
  await act(async () => answer('No showings yet.'))
  rerender(column('between'))
  const text = () => screen.getByTestId('column').textContent
  const isShown = () => screen.getByTestId('column').dataset.ready === 'true'
  expect(isShown() && text() === '').toBe(false)
  await act(() => vi.advanceTimersByTimeAsync(10))
  expect([isShown(), text()]).toEqual([true, 'No showings yet.'])
})

it('waits for no panel longer than it has patience', async () => {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Column />
    </QueryClientProvider>,
  )
  await act(() => vi.advanceTimersByTimeAsync(701))
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.getByTestId('column').dataset.ready).toBe('true')
})
