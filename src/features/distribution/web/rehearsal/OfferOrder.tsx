import { Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { notify, notifyFailure } from '../../../../platform/web/page/notices.ts'
import type { DistributionSettings } from '../../rules/states.ts'
import { saveSettings, settingsQuery } from '../client.ts'
import classes from './OfferOrder.module.css'

type Switchable = 'listing_agent_first' | 'returning_first' | 'team_turns' | 'match_languages'

/** The steps of the order; those with a setting can be switched off. */
const steps: readonly { text: string; setting?: Switchable }[] = [
  { text: 'Listing’s own agent, when free', setting: 'listing_agent_first' },
  { text: 'The agent who knows the person from another lead', setting: 'returning_first' },
  { text: 'Only agents who speak the lead’s language', setting: 'match_languages' },
  { text: 'Teams take turns', setting: 'team_turns' },
  { text: 'Smallest share of this week’s quota used' },
  { text: 'Longest since the last offer' },
]

/** In which order agents who have quota left are offered a lead, and which of its steps hold. */
export function OfferOrder() {
  const { data } = useQuery(settingsQuery)
  const save = useMutation({
    mutationFn: (settings: Partial<DistributionSettings>) => saveSettings(settings),
    onSuccess: () => void notify('Saved. It holds for the next offer.'),
    onError: failure => void notifyFailure(sentenceOf(failure)),
  })
  return (
    <section className={classes.order} aria-labelledby="offer-order">
      <h3 id="offer-order">How an offer is chosen</h3>
      <ol>
        {steps.map(({ text, setting }) => (
          <li key={text} data-off={setting && data?.[setting] === false ? '' : undefined}>
            <span>{text}</span>
            {setting && data && (
              <Switch
                size="xs"
                aria-label={text}
                checked={data[setting]}
                onChange={event => save.mutate({ [setting]: event.currentTarget.checked })}
              />
            )}
          </li>
        ))}
      </ol>
      <p>Leads that have an agent already stay with them.</p>
    </section>
  )
}
