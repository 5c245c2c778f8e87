import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import { answers, fails, said } from '../../../testing/browser/said.ts'
import type { BlockedNumber } from '../contract.ts'
import { BlockedNumbersTab } from './BlockedNumbersTab.tsx'
import { blockNumber, unblocking } from './client.ts'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const blocked = { id: 4, number: '+14165550138' } as BlockedNumber
const unblock = () => undoable(unblocking(blocked))

it('a number that was blocked, or unblocked, is said to be', async () => {
  answers(blocked)
  expect(await said(() => blockNumber(blocked.number))).toEqual(['Phone number has been blocked.'])
  expect(await said(unblock)).toEqual(['Phone number has been unblocked.'])
})

it('a failure to block, or unblock, a number is told', async () => {
  fails()
  expect(await said(() => blockNumber(blocked.number))).toEqual(['Failed to block number.'])
  expect(await said(unblock)).toEqual(['Failed to unblock number.'])
})

it('numbers that could not be fetched are said not to be there', async () => {
  fails()
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MantineProvider env="test">
        <BlockedNumbersTab />
      </MantineProvider>
    </QueryClientProvider>,
  )
  expect(await screen.findByText('Failed to load blocked numbers.')).toBeDefined()
})
