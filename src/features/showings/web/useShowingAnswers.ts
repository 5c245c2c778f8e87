import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '../../../platform/web/live/live.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { dayLabel, timeOfDay } from '../../../platform/web/time/time.ts'
import type { ShowingOfLead } from '../contract.ts'
import { readAnswers, showingKeys } from './client.ts'

/** Says at once, on whatever screen, that a client confirmed a showing. What asks for work is said as a task. */
export function useShowingAnswers(onOpen: (lead: ShowingOfLead['lead']) => void): void {
  const client = useQueryClient()
  useLive('showings', () => void client.invalidateQueries({ queryKey: showingKeys.calendar }))
  useLive('showing-answers', ids => {
    void readAnswers().then(
      ({ data }) => {
        for (const showing of data.filter(({ id }) => ids.includes(id))) notifyAnswer(showing, onOpen)
      },
      // The showing itself says it: a notice that cannot be read is not worth a message.
      () => undefined,
    )
  })
}

function notifyAnswer(
  { lead, address_formatted, starts_at, zone }: ShowingOfLead,
  onOpen: (lead: ShowingOfLead['lead']) => void,
) {
  const when = `${dayLabel(starts_at, new Date(), zone)} at ${timeOfDay(starts_at, zone)}`
  notify(`${lead.first_name || 'The client'} confirmed the showing at ${address_formatted}, ${when}.`, {
    tone: 'info',
    stay: null,
    action: { label: 'Open', run: () => onOpen(lead) },
  })
}
