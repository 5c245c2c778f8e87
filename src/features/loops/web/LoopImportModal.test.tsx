import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { DotloopAccount, Loop } from '../contract.ts'
import { LoopImportModal } from './LoopImportModal.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const account: DotloopAccount = {
  is_available: true,
  is_connected: true,
  name: 'Maya Lindqvist',
  connected_at: '2026-03-14T15:00:00.000000Z',
  problem: null,
  changes_problem: null,
  may_turn_on: false,
  left_behind: null,
}

const loop: Loop = {
  id: 34,
  name: 'Francis, 1208 – 38 Stadium Rd',
  transactionType: 'PURCHASE_OFFER',
  status: 'UNDER_CONTRACT',
  created: '2026-11-20T15:00:00.000000Z',
  updated: '2026-11-28T15:00:00.000000Z',
  deal_id: null,
  changed_at: null,
}

/** Opens the import of a person whose account answers, and whose loops only answer as far as they are given. */
function open(answers: Record<string, unknown>) {
  vi.stubGlobal('fetch', async (address: string) => {
    const [, data] = Object.entries(answers).find(([path]) => address.includes(path)) ?? []
    return data === undefined
      ? Response.json({ status: 0, data: null, message: '', error: 'internal' }, { status: 500 })
      : Response.json({ status: 1, data, message: null, error: null })
  })
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <LoopImportModal onClose={() => undefined} onImport={() => undefined} compare={() => null} />
      </QueryClientProvider>
    </MantineProvider>,
  )
}

it('says that it could not look at the account, and tries again', async () => {
  const answers: Record<string, unknown> = {}
  open(answers)
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your loops from DotLoop')
  Object.assign(answers, { 'dotloop-account': account, 'dotloop/loop?': [loop] })
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: /Stadium Rd/ })).toBeTruthy()
})

it('says that the loops could not be loaded', async () => {
  open({ 'dotloop-account': account })
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to load your loops from DotLoop')
})

it('says that a loop could not be imported whose details do not come', async () => {
  open({ 'dotloop-account': account, 'dotloop/loop?': [loop] })
  fireEvent.click(await screen.findByRole('button', { name: /Stadium Rd/ }))
  expect((await screen.findByRole('alert')).textContent).toBe('Failed to import loop into deal')
})
