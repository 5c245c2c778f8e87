import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useDraftForm } from '../../../../platform/web/forms/useDraftForm.ts'
import { notify } from '../../../../platform/web/page/notices.ts'
import { completeTask } from '../../../tasks/web/client/actions.ts'
import { type Showing, type ShowingOfLead, type ShowingProposals, showingCalls } from '../../contract.ts'
import { planQuery, proposalsQuery, refetchShowings, showingCalendarQuery, withEmailSentence } from '../client.ts'
import { clockTime, emptyShowing, formOf, parseShowingForm, type ShowingForm, showingFields } from '../rules/form.ts'
import { useNotify } from '../useNotify.ts'

/** What is known of a showing that nobody booked yet. */
export interface KnownShowing {
  name: string
  fields: Partial<ShowingForm>
}

interface Asked {
  lead: { id: number }
  showing: Showing | null
  known?: KnownShowing
  onClose(): void
  onBooked?(): void
}

const STALE = 'Someone else changed this showing. Save again to replace their changes.'

/** What stands in the showing form, kept over a reload, what is in its way, and how it is sent. */
export function useShowingForm({ lead, showing, known, onClose, onBooked }: Asked) {
  const [initial] = useState(() => (showing ? formOf(showing) : { ...emptyShowing, ...known?.fields }))
  const name = showing ? `showing-of-${showing.id}-${showing.version}` : `showing-${known?.name ?? lead.id}`
  const [base, setBase] = useState(showing)
  const [isChosen, choose] = useNotify()
  const entry = useDraftForm(base ? showingCalls.update : showingCalls.create, {
    initial,
    draft: { name, parse: parseShowingForm },
    inputOf: values => ({
      ...(base ? { id: base.id } : { leadId: lead.id }),
      ...showingFields(values, base),
      notify_client: isClientNotified,
    }),
    ...(base ? { version: base.version } : {}),
    onSaved(saved) {
      notify(withEmailSentence(base ? 'Showing updated.' : 'Showing booked.', saved, isClientNotified))
      onClose()
      if (!base) answerRequest(saved)
      void refetchShowings(lead.id)
    },
  })
  const { form, conflict, failure } = entry
  const { data: proposals } = useQuery({ ...proposalsQuery(lead.id), enabled: !showing })
  const calendar = useCalendar(form.values.date, proposals?.times ?? [])
  /** Booking what was asked for completes what was to be done about it. */
  const answerRequest = (saved: Showing) => {
    if (onBooked) return onBooked()
    const asked = proposals?.homes.find(({ listing }) => listing.mls_number === saved.mls_number)?.asked
    if (asked) void completeTask({ id: asked.task_id, lead_id: lead.id })
  }
  useEffect(() => {
    if (conflict) setBase(conflict as Showing)
  }, [conflict])
  const { data: plan } = usePlan(lead.id, showing, form.values)
  const isClientNotified = isChosen && plan?.reasons.length === 0
  return {
    ...entry,
    failure: conflict ? STALE : failure,
    plan,
    proposals,
    calendar,
    notification: { isChosen, choose, isSent: isClientNotified },
  }
}

/** The form of a showing, for its parts. */
export type ShowingFormState = ReturnType<typeof useShowingForm>['form']

const TYPING_MS = 250

/** The agent's showings of the day in the form and of all days between those that the lead asked for. */
function useCalendar(date: string, times: ShowingProposals['times']): readonly ShowingOfLead[] {
  const days = [date, ...times.map(time => time.date)].filter(Boolean).toSorted()
  const [from = '', to = from] = [days[0], days.at(-1)]
  const { data } = useQuery({ ...showingCalendarQuery({ from, to }), enabled: from !== '' })
  return data ?? []
}

function usePlan(leadId: number, showing: Showing | null, values: ShowingForm) {
  const { date, time_start, time_end, mls_number } = values
  const [asked] = useDebouncedValue(`${date} ${time_start} ${time_end}`, TYPING_MS)
  const [mls] = useDebouncedValue(mls_number.trim(), TYPING_MS)
  const [day = '', from = '', to = ''] = asked.split(' ')
  return useQuery(
    planQuery({
      leadId,
      ...(day && from ? { date: day, time_start: clockTime(from) } : {}),
      ...(to > from ? { time_end: clockTime(to) } : {}),
      ...(mls ? { mls_number: mls } : {}),
      ...(showing ? { showing: showing.id } : {}),
    }),
  )
}
