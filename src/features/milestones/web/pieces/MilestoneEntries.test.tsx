import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { queryClient } from '../../../../platform/web/calls/queryClient.ts'
import type { Milestone } from '../../contract.ts'
import { milestoneType } from '../../rules.ts'
import { MilestoneGroup } from './MilestoneEntries.tsx'

afterEach(cleanup)

const AT = '2026-11-29T03:14:28.739000Z'
const sent: Milestone = {
  id: 1,
  lead_id: 22,
  milestone_type_id: milestoneType.email,
  milestone_option_id: 301,
  description: '',
  value: 'May we stay in touch?',
  link: null,
  call: null,
  message: { subject: 'May we stay in touch?', direction: 'outbound' },
  session: null,
  model_id: 19,
  model_type: 'email',
  happened_at: AT,
  date: AT,
  author_user_id: 1,
  on_behalf_of: null,
  author: { id: 1, name: 'Maya Lindqvist' },
  possessed: null,
  created_at: AT,
  updated_at: AT,
  version: 1,
  offerSubmission: null,
  opportunity: null,
  is_viewing: false,
  is_listing_alert: false,
  is_viewing_request: false,
  is_email: true,
}

const textOf = (entry: Milestone): string => {
  const { container } = render(
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>
        <MilestoneGroup entries={[entry]} zone="America/Toronto" />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return container.textContent
}

it('tells of an e-mail what it is about, whoever wrote it', () => {
  const text = textOf(sent)
  expect(text).toContain('May we stay in touch?')
  expect(text).not.toContain('No details')
  cleanup()
  const received = { ...sent, milestone_option_id: 302, description: 'Sounds good', model_type: 'mailbox_email' }
  expect(textOf({ ...received, author: null, author_user_id: null })).toMatch(/May we stay in touch\?.*Sounds good/)
})
