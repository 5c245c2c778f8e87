import { MantineProvider } from '@mantine/core'
import { useForm } from '@mantine/form'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { closeNotice, useNotices } from '../../../../platform/web/page/notices.ts'
import type { Campaign, CampaignStep, StepComparison } from '../../contract/records.ts'
import { halfOf } from '../../rules/wordings.ts'
import { draftOf, type StepDraft } from '../rules/stepDraft.ts'
import { Comparisons } from './Comparisons.tsx'
import { OtherWording } from './OtherWording.tsx'
import { StepPreview } from './StepPreview.tsx'

const step: CampaignStep = {
  id: 4,
  step_type: 'auto_email',
  name: 'Prices',
  subject: '{{lead_first_name}}, four homes',
  content: '<p>Homes</p>',
  other_subject: 'What $1.2M buys',
  other_content: '<p>Prices</p>',
  compared_since: '2026-10-12T13:00:00.000Z',
  template_id: null,
  position: 4,
  delay_value: 2,
  delay_period: 'day',
  recurring: false,
  recurring_value: null,
  recurring_period: 'month',
  execute_at: '09:00',
  expires_after_hours: null,
  tasks_count: 0,
  reached: 1000,
  waiting: 0,
  version: 1,
}
const campaign = { id: 7, steps: [step], may_change: true, stop_after_connection: true } as Campaign
const figures = { sent: 500, replies: 10, rate: 2, low: 1.1, high: 3.6 }
const settled: StepComparison = {
  step_id: 4,
  since: step.compared_since ?? '',
  a: figures,
  b: { sent: 500, replies: 40, rate: 8, low: 5.9, high: 10.7 },
  verdict: 'settled',
  leader: 'b',
  needed: null,
}
const now = new Date('2026-11-20T19:20:00Z')

/** What the server was sent, by each call. */
let sent: Record<string, string>[] = []
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (_: unknown, init?: RequestInit) => {
    if (init?.method === 'POST') sent.push(Object.fromEntries(new URLSearchParams(String(init.body))))
    return Response.json({ status: 1, data: step, message: '', error: '' })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** What the person may take back. */
function Undo() {
  return useNotices().map(({ id, message, action }) => (
    <button key={id} type="button" onClick={() => [action?.run(), closeNotice(id)]}>
      {message}
    </button>
  ))
}

function Editor({ of = step }: { of?: CampaignStep }) {
  const form = useForm<StepDraft>({ initialValues: draftOf(of) })
  return (
    <MantineProvider env="test">
      <OtherWording form={form} campaign={campaign}>
        <output>{form.values.other_content}</output>
      </OtherWording>
    </MantineProvider>
  )
}

describe('a comparison', () => {
  const show = (comparison: StepComparison, more: Partial<Campaign> = {}) =>
    render(
      <MantineProvider env="test">
        <Comparisons campaign={{ ...campaign, ...more }} comparisons={[comparison]} now={now} />
      </MantineProvider>,
    )

  it('that is settled is ended by keeping one wording for everybody, which can be undone', async () => {
    render(
      <MantineProvider env="test">
        <Comparisons campaign={campaign} comparisons={[settled]} now={now} />
        <Undo />
      </MantineProvider>,
    )
    const region = screen.getByRole('region', { name: 'Step 4, two wordings' })
    expect(within(region).getByText('B gets more replies.')).toBeDefined()
    expect(within(region).getByText('[lead’s first name], four homes')).toBeDefined()
    fireEvent.click(within(region).getByRole('button', { name: 'Keep B' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Everybody gets wording B from now on.' }))
    await waitFor(() => expect(sent).toHaveLength(2))
    const { subject, content, other_subject, other_content } = step
    expect(sent).toEqual([
      {
        subject: other_subject,
        content: other_content,
        other_subject: '',
        other_content: '',
        apply_to_running: '1',
      },
      { subject, content, other_subject, other_content, apply_to_running: '1' },
    ])
  })

  it('that is not settled, or not theirs to change, offers nothing to keep', () => {
    show({ ...settled, verdict: 'open', needed: 300 })
    expect(screen.queryByRole('button')).toBeNull()
    cleanup()
    show(settled, { may_change: false })
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('says why there are no replies where the campaign goes on after one', () => {
    show(settled, { stop_after_connection: false })
    expect(screen.getByText(/so replies are not counted/)).toBeDefined()
  })
})

describe('the second wording of a step', () => {
  it('begins as a copy of the first, is taken away again, and keeps the focus of the keyboard', async () => {
    render(<Editor of={{ ...step, other_subject: null, other_content: null, compared_since: null }} />)
    fireEvent.click(screen.getByRole('button', { name: 'Try a second wording' }))
    expect(screen.getByRole('status').textContent).toBe('<p>Homes</p>')
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'B Second wording' }))
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Try a second wording' }))
  })

  it('takes no focus when the step is opened', () => {
    render(<Editor />)
    expect(document.activeElement).toBe(document.body)
  })

  it('is what the preview shows to a lead who gets it, until the first is chosen', () => {
    const id = [1, 2, 3, 4, 5, 6, 7, 8].find(lead => halfOf(step.id, lead) === 'b') ?? 0
    const example = {
      lead: { id, name: 'Sara Lee' },
      values: { lead_first_name: 'Sara' } as never,
      pick: () => undefined,
    }
    render(
      <MantineProvider env="test">
        <StepPreview stepId={step.id} draft={draftOf(step)} example={example} />
      </MantineProvider>,
    )
    expect(screen.getByText('Sara Lee gets B')).toBeDefined()
    expect(screen.getByText('What $1.2M buys')).toBeDefined()
    fireEvent.click(screen.getByRole('radio', { name: 'A' }))
    expect(screen.getByText('Homes')).toBeDefined()
    expect(screen.getByRole('heading', { name: 'As Sara Lee would see it' })).toBeDefined()
  })
})
