import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronLeft, IconChevronUp } from '@tabler/icons-react'
import { useLeadNavigation } from '../../features/leads/web/client/useLeadActions.ts'
import { countText } from '../../features/leads/web/pieces/wording.ts'
import { useIsWide } from '../../platform/web/viewport.ts'
import { BarPlace } from './BarPlace.tsx'
import classes from './LeadPage.module.css'
import { useNeighboursAhead } from './useNeighboursAhead.ts'
import { usePlace } from './usePlace.ts'
import { useWayBack } from './useWayBack.ts'

/**
 * In the top bar: "3 of 1,284" and the ways to the neighbours, when the lead was opened from a list; and where the bar has no
 * room for a breadcrumb, the way back.
 */
export function RecordStepper({ id }: { id: number }) {
  const wide = useIsWide()
  const { open } = useLeadNavigation()
  const goBack = useWayBack()
  const place = usePlace(id)
  useNeighboursAhead(place?.next?.id, place?.previous?.id)
  const step = (lead: NonNullable<typeof place>['next'], label: string, keys: string, Icon: typeof IconChevronUp) => (
    <ActionIcon
      aria-label={label}
      aria-keyshortcuts={keys}
      disabled={!lead}
      onClick={() => lead && open(lead, { instead: true })}
    >
      <Icon size={wide ? 16 : 20} stroke={1.6} />
    </ActionIcon>
  )
  return (
    <>
      {!wide && (
        <BarPlace id="record-back">
          <ActionIcon className={classes.back} aria-label="Back to the list" onClick={goBack}>
            <IconChevronLeft size={22} stroke={1.6} />
          </ActionIcon>
        </BarPlace>
      )}
      {place && (
        <BarPlace id="record-stepper">
          <nav className={classes.stepper} aria-label="Leads of the list">
            <span className={classes.place}>
              {place.position.toLocaleString('en-CA')} of{' '}
              {countText({ total: place.total, total_is_estimate: place.isEstimate })}
            </span>
            {step(place.previous, 'Previous lead', 'k', IconChevronUp)}
            {step(place.next, 'Next lead', 'j', IconChevronDown)}
          </nav>
        </BarPlace>
      )}
    </>
  )
}
