import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fails } from '../../../testing/browser/said.ts'
import { DocumentsPanel } from './DocumentsPanel.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = () =>
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MantineProvider env="test">
        <DocumentsPanel dealId={3} mayChange />
      </MantineProvider>
    </QueryClientProvider>,
  )

it('says that the documents could not be fetched', async () => {
  fails()
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to retrieve documents for deal.')
})
