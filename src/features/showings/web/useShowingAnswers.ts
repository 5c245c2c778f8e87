import { useSettledChanges } from '../../../platform/web/live/useSettledChanges.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { dayLabel, timeOfDay } from '../../../platform/web/time/time.ts'
import type { ShowingOfLead } from '../contract.ts'
import { readAnswers } from './client.ts'

/** Says at once, on whatever screen, that a client confirmed a showing. What asks for work is said as a task. */
export function useShowingAnswers(onOpen: (lead: ShowingOfLead['lead']) => void): void {
  useSettledChanges('showing-answers', ({ ids }) => {
    void readAnswers().then(
      ({ data }) => {
        for (const showing of data.filter(({ id }) => ids.has(id))) notifyAnswer(showing, onOpen)
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
