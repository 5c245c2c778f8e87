import { Button } from '@mantine/core'
import { IconAlertTriangle, IconFilter } from '@tabler/icons-react'
import { useState } from 'react'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import { count } from '../../../../platform/web/text.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { shortDay } from '../../../../platform/web/time/time.ts'
import type { Campaign, CampaignView } from '../../contract/records.ts'
import { unfollowView } from '../client.ts'
import classes from './ViewBand.module.css'

const FollowView = onDemand(async () => (await import('./FollowView.tsx')).FollowView)
const MINUTE = 60_000

/** Which view a campaign takes leads in from, how many that were, who was left out, and why it has stopped where it has. */
export function ViewBand({ campaign }: { campaign: Campaign }) {
  const now = useNow(MINUTE)
  const [isChoosing, setIsChoosing] = useState(false)
  const { view, may_change } = campaign
  if (!view) return null
  const Icon = view.problem ? IconAlertTriangle : IconFilter
  return (
    <section className={classes.band} data-stopped={view.problem !== null || undefined} aria-label="View">
      <Icon size={16} stroke={1.6} aria-hidden />
      <p>
        <b>{view.problem ? 'Takes in nobody any more' : `Takes in whoever comes to match ${nameOf(view)}`}</b>
        <span>{view.problem ?? `Switched on by ${view.by}, ${shortDay(view.since, now)}`}</span>
      </p>
      <p className={classes.sums}>
        <b>
          {count(view.taken_in)} taken in{view.is_walking && ', looking at all leads'}
        </b>
        <span>{leftOutText(view)}</span>
      </p>
      {may_change && (
        <span className={classes.buttons}>
          <Button size="compact-sm" variant="default" onClick={() => setIsChoosing(true)}>
            {view.problem ? 'Switch on again' : 'Change'}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => void unfollowView(campaign.id, view.view_id)}
          >
            End
          </Button>
        </span>
      )}
      {isChoosing && <FollowView campaign={campaign} onClose={() => setIsChoosing(false)} />}
    </section>
  )
}

const nameOf = ({ name, by }: CampaignView): string => (name === null ? `a view of ${by}` : `“${name}”`)

/** "3 left out: 2 unsubscribed from e-mail, 1 has no agent". */
function leftOutText({ left_out }: CampaignView): string {
  const all = left_out.reduce((sum, one) => sum + one.count, 0)
  if (all === 0) return 'Nobody left out'
  return `${count(all)} left out: ${left_out.map(one => `${count(one.count)} ${one.reason}`).join(', ')}`
}
