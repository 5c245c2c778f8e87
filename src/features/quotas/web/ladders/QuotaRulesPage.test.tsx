import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { QuotaRulesPage } from './QuotaRulesPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('shows that the quota rules are loading, then that they could not be fetched', async () => {
  let answer: (response: Response) => void = () => undefined
  vi.stubGlobal('fetch', () => new Promise<Response>(resolve => (answer = resolve)))
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MantineProvider env="test">
        <QuotaRulesPage />
      </MantineProvider>
    </QueryClientProvider>,
  )
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByRole('status')).toBeDefined()
  answer(Response.json({ status: 0, data: null, message: 'Not today.', error: 'internal' }, { status: 500 }))
  expect((await screen.findByRole('alert')).textContent).toContain('Not today.')
  expect(screen.queryByRole('status')).toBeNull()
})
