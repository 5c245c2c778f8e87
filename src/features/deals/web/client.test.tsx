import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answers, fails, said } from '../../../testing/browser/said.ts'
import { changeStatus, matchClients } from './client.ts'
import { MatchDialog } from './matching/MatchDialog.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('clients who were matched are said to be', async () => {
  answers([])
  expect(await said(() => matchClients([{ id: 1, user_id: null }]))).toEqual(['Clients have been matched.'])
})

it.each([
  ['clients are matched', () => matchClients([{ id: 1, user_id: null }]), 'Failed to match clients.'],
  ['a status is saved', () => changeStatus({ id: 3, status: 3 }, 4), 'Failed to update deal.'],
])('a failure is told when %s', async (_what, work, sentence) => {
  fails()
  expect(await said(work)).toEqual([sentence])
})

it('clients who could not be fetched are said not to be there', async () => {
  fails()
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MantineProvider env="test">
        <MatchDialog dealId={3} onClose={() => undefined} />
      </MantineProvider>
    </QueryClientProvider>,
  )
  expect(await screen.findByText('Failed to load deal clients.')).toBeDefined()
})
