import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider, type QueryMeta, useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { BlockedNumbersTab } from '../../../features/blocked-numbers/web/BlockedNumbersTab.tsx'
import { checklistsQuery } from '../../../features/checklists/web/client.ts'
import { leadQuery } from '../../../features/leads/web/client/leads.ts'
import { opportunityTypesQuery } from '../../../features/opportunities/web/client/opportunities.ts'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { ApiError } from '../../../platform/web/calls/apiErrors.ts'
import { fails } from '../../../testing/browser/said.ts'
import { FailedPartsBanner } from './FailedPartsBanner.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const broken = () => new ApiError('Something went wrong on our side.', { status: 500 })

interface PartProps {
  name: string
  ask: () => Promise<string>
  /** Whether the part itself shows its failure. */
  showsError: boolean
  meta?: QueryMeta | undefined
}

function Part({ name, ask, showsError, meta }: PartProps) {
  const { data, error } = useQuery({ queryKey: [name], queryFn: ask, meta })
  return error && showsError ? <ErrorState error={error} /> : <p>{data}</p>
}

/** Shows a screen of parts, each of which answers or fails by its turn. */
function show(parts: Record<string, () => Promise<string>>, shows: readonly string[] = [], meta?: QueryMeta) {
  return showWith(
    Object.entries(parts).map(([name, ask]) => (
      <Part key={name} name={name} ask={ask} showsError={shows.includes(name)} meta={meta} />
    )),
  )
}

function showWith(content: ReactNode) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <FailedPartsBanner />
        {content}
      </QueryClientProvider>
    </MantineProvider>,
  )
  return client
}

/** Until everything has failed that fails, and what is said of it has settled. */
const settled = () => act(() => vi.advanceTimersByTimeAsync(600))
const said = () => screen.queryByRole('status')?.textContent ?? null

it('a part that fails without a word is said to be missing, and comes when it is asked for again', async () => {
  const answers = [() => Promise.reject(broken()), () => Promise.resolve('Mailbox 76')]
  show({ leads: async () => '12 leads', mailbox: async () => answers.shift()?.() ?? 'Mailbox 76' })
  await screen.findByText('12 leads')
  await waitFor(() => expect(said()).toContain('A part of this screen could not be loaded.'))
  fireEvent.click(screen.getByRole('button', { name: 'Load it again' }))
  await screen.findByText('Mailbox 76')
  await waitFor(() => expect(said()).toBeNull())
})

it('what a place on the screen shows is not said twice', async () => {
  vi.useFakeTimers()
  show({ leads: () => Promise.reject(broken()) }, ['leads'])
  await settled()
  screen.getByText('An Error Occurred:')
  expect(said()).toBeNull()
})

it('blocked numbers that could not be loaded are said to be where they would stand, and nowhere else', async () => {
  fails()
  vi.useFakeTimers()
  showWith(<BlockedNumbersTab />)
  await settled()
  screen.getByText('Failed to load blocked numbers.')
  expect(said()).toBeNull()
})

it.each([403, 404, 503, 0])('an answer of %s is no failure of a part', async status => {
  vi.useFakeTimers()
  show({ leads: () => Promise.reject(new ApiError('No.', { status })) })
  await settled()
  expect(said()).toBeNull()
})

it('an answer that the server could not give is one', async () => {
  vi.useFakeTimers()
  show({ leads: () => Promise.reject(broken()) })
  await settled()
  expect(said()).toContain('A part of this screen could not be loaded.')
})

it('a part that stays as it was is said not to be up to date', async () => {
  const answers = [() => Promise.resolve('12 leads'), () => Promise.reject(broken())]
  const client = show({ leads: async () => answers.shift()?.() ?? '' })
  await screen.findByText('12 leads')
  await client.refetchQueries()
  await waitFor(() => expect(said()).toContain('could not be brought up to date'))
  screen.getByText('12 leads')
})

it.each([
  ['a checklist', checklistsQuery(3)],
  ['the types of opportunities', opportunityTypesQuery],
])('nothing is said of %s that cannot be loaded', async (_what, { meta }) => {
  vi.useFakeTimers()
  show({ part: () => Promise.reject(broken()) }, [], meta)
  await settled()
  expect(said()).toBeNull()
})

it('nothing is said of a lead that cannot be read again, but of one that cannot be read', async () => {
  const answers = [() => Promise.resolve('Ada Obi'), () => Promise.reject(broken())]
  vi.useFakeTimers()
  const client = show({ lead: async () => answers.shift()?.() ?? '' }, [], leadQuery(3).meta)
  await settled()
  await client.refetchQueries()
  await settled()
  screen.getByText('Ada Obi')
  expect(said()).toBeNull()
  cleanup()
  show({ lead: () => Promise.reject(broken()) }, [], leadQuery(3).meta)
  await settled()
  expect(said()).toContain('A part of this screen could not be loaded.')
})
