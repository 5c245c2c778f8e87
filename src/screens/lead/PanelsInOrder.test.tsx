import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { PanelsInOrder } from './PanelsInOrder.tsx'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const answers = new Map<string, PromiseWithResolvers<string>>()

/** Asks for a text, unless it needs none, and says it. */
function Panel({ name, asks = true }: { name: string; asks?: boolean }) {
  const { data, error } = useQuery({
    queryKey: [name],
    queryFn: () => answers.get(name)?.promise ?? '',
    enabled: asks,
    retry: false,
  })
  return <p data-testid={name}>{data ?? error?.message ?? (asks ? '' : 'as ever')}</p>
}

/** A column of panels, beside something else that asks. */
function renderColumn(panels: readonly { name: string; asks?: boolean }[]) {
  for (const { name } of [{ name: 'Timeline' }, ...panels]) answers.set(name, Promise.withResolvers())
  const column = () => (
    <QueryClientProvider client={client}>
      <Panel name="Timeline" />
      <PanelsInOrder leadId={7} panels={panels.map(panel => <Panel key={panel.name} {...panel} />)} />
    </QueryClientProvider>
  )
  const client = new QueryClient()
  const { rerender } = render(column())
  return { again: () => rerender(column()) }
}

const answer = (name: string, text: string) => act(async () => answers.get(name)?.resolve(text))
const settle = () => act(() => vi.advanceTimersByTimeAsync(10))

/** What the panels that show say, from the top down. */
const shown = () =>
  screen
    .getAllByTestId(/./)
    .filter(panel => panel.closest('[data-waiting]') === null && panel.dataset.testid !== 'Timeline')
    .map(panel => panel.textContent)

it('a panel shows once it and all above it have their answers, however late one comes', async () => {
  const { again } = renderColumn([{ name: 'Showings' }, { name: 'Consent', asks: false }, { name: 'Notes' }])
  await answer('Notes', 'Likes lofts.')
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(shown()).toEqual([])
  await answer('Showings', 'No showings yet.')
  again()
  expect([[], ['No showings yet.', 'as ever', 'Likes lofts.']]).toContainEqual(shown())
  await settle()
  expect(shown()).toEqual(['No showings yet.', 'as ever', 'Likes lofts.'])
})

it('those above do not wait for what is below, nor for anything else on the page', async () => {
  renderColumn([{ name: 'Showings' }, { name: 'Notes' }, { name: 'Consent', asks: false }])
  await answer('Showings', 'No showings yet.')
  await settle()
  expect(shown()).toEqual(['No showings yet.'])
})

it('a panel whose answer failed says so and holds nobody up', async () => {
  renderColumn([{ name: 'Showings' }, { name: 'Notes' }])
  await answer('Notes', 'Likes lofts.')
  await act(async () => answers.get('Showings')?.reject(new Error('Not now.')))
  await settle()
  expect(shown()).toEqual(['Not now.', 'Likes lofts.'])
})
