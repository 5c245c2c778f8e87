import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../platform/web/calls/queryClient.ts'
import type { ConsentState } from '../contract.ts'
import { consentQuery } from './client.ts'
import { ConsentNote } from './pieces.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const none: ConsentState = { state: 'none', covers: null, until: null }
const withdrawn: ConsentState = { state: 'withdrawn', covers: 'all', until: null }

function show(text: ConsentState) {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('Nothing is asked.')))
  queryClient.setQueryData(consentQuery(1).queryKey, { email: none, text, call: none, history: [] })
  render(
    <QueryClientProvider client={queryClient}>
      <ConsentNote leadId={1} channel="text" otherwise="Only what you write goes out." whenClosed="Nothing goes out." />
    </QueryClientProvider>,
  )
}

it('says what still goes out without a consent', () => {
  show(none)
  expect(screen.getByText('No valid text consent. Only what you write goes out.')).toBeDefined()
})

it('promises nothing to whoever writes to somebody who withdrew', () => {
  show(withdrawn)
  expect(screen.getByText('This lead has withdrawn consent for texts. Nothing goes out.')).toBeDefined()
})
