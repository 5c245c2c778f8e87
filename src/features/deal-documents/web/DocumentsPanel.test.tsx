import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answers, fails } from '../../../testing/browser/said.ts'
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

it('says at the file that it could not be uploaded', async () => {
  answers({ documents: [], is_scanned: false })
  // A line that breaks while the file is on its way.
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      onerror: (() => void) | null = null
      open() {}
      setRequestHeader() {}
      abort() {}
      send() {
        this.onerror?.()
      }
    },
  )
  open()
  fireEvent.change(await screen.findByLabelText('PDF files'), {
    target: { files: [new File(['%PDF-'], 'Waiver.pdf', { type: 'application/pdf' })] },
  })
  expect(await screen.findByText(/Failed to upload files\./)).toBeDefined()
})
