import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { countText } from '../../features/leads/web/rules/wording.ts'
import { useLeadNavigation } from '../../features/leads/web/useLeadActs.ts'
import classes from './LeadPage.module.css'
import { useNeighboursAhead } from './useNeighboursAhead.ts'
import { usePlace } from './usePlace.ts'

/** In wide windows it stands in the top bar, beside the search. */
const TOP_BAR_PLACE = 'record-stepper'

/** "3 of 1,284" and the ways to the neighbours, when the lead was opened from a list. */
export function RecordStepper({ id, wide }: { id: number; wide: boolean }) {
  const [bar, setBar] = useState<HTMLElement | null>(null)
  useEffect(() => setBar(document.getElementById(TOP_BAR_PLACE)), [])
  const { open } = useLeadNavigation()
  const place = usePlace(id)
  useNeighboursAhead(place?.next?.id, place?.previous?.id)
  if (!place) return null
  const step = (lead: typeof place.next, label: string, keys: string, Icon: typeof IconChevronUp) => (
    <ActionIcon aria-label={label} aria-keyshortcuts={keys} disabled={!lead} onClick={() => lead && open(lead)}>
      <Icon size={16} stroke={1.6} />
    </ActionIcon>
  )
  const stepper = (
    <nav className={classes.stepper} aria-label="Leads of the list">
      <span className={classes.place}>
        {place.position.toLocaleString('en-CA')} of{' '}
        {countText({ total: place.total, total_is_estimate: place.isEstimate })}
      </span>
      {step(place.previous, 'Previous lead', 'k', IconChevronUp)}
      {step(place.next, 'Next lead', 'j', IconChevronDown)}
    </nav>
  )
  if (!wide) return stepper
  return bar && createPortal(stepper, bar)
}
