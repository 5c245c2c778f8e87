import { IconCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PanelSection } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { useNow } from '../../../../platform/web/time/now.ts'
import { shortDay } from '../../../../platform/web/time/time.ts'
import { LeadSearch } from '../../../templates/web/pieces.tsx'
import type { Automation, Why } from '../../contract/records.ts'
import { whyQuery } from '../client.ts'
import classes from './Why.module.css'

const HOUR = 3_600_000

interface WhyPanelProps {
  automation: Automation
  /** The lead to begin with, such as that of the open run. */
  lead?: { id: number; name: string } | null
}

/** Why a lead did or did not get it, for any lead that one picks. */
export function WhyPanel({ automation, lead = null }: WhyPanelProps) {
  const [picked, setPicked] = useState(lead)
  return (
    <PanelSection title="Why, or why not?">
      <LeadSearch label="Lead to look into" autoFocus={false} onPick={setPicked} />
      {picked && <Answer key={picked.id} automationId={automation.id} leadId={picked.id} />}
    </PanelSection>
  )
}

function Answer({ automationId, leadId }: { automationId: number; leadId: number }) {
  const { data, error, refetch } = useQuery(whyQuery(automationId, leadId))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <p className={classes.note}>Looking …</p>
  return (
    <div aria-live="polite">
      <p className={classes.lead}>{data.lead.name}</p>
      <p className={classes.sentence}>{data.sentence}</p>
      <Checks checks={data.checks} />
      {data.when !== '' && (
        <>
          <h3 className={classes.title}>When it would run</h3>
          <p className={classes.note}>{data.when}</p>
        </>
      )}
      <Before before={data.before} />
    </div>
  )
}

const marks = {
  passed: { Icon: IconCircleCheck, says: 'Holds' },
  failed: { Icon: IconCircleX, says: 'Does not hold' },
  not_asked: { Icon: IconCircle, says: 'Not asked' },
} as const

function Checks({ checks }: { checks: Why['checks'] }) {
  return (
    <ol className={classes.checks}>
      {checks.map(({ label, outcome, detail }) => {
        const { Icon, says } = marks[outcome]
        return (
          <li key={label} data-outcome={outcome}>
            <Icon size={18} stroke={1.6} role="img" aria-label={says} />
            <span>
              <b>{label}</b>
              <span>{detail}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function Before({ before }: { before: Why['before'] }) {
  const now = useNow(HOUR)
  if (before.length === 0) return null
  return (
    <>
      <h3 className={classes.title}>Before</h3>
      <ul className={classes.before}>
        {before.map(({ at, text }) => (
          <li key={at}>
            <time dateTime={at}>{shortDay(at, now)}</time> {text}
          </li>
        ))}
      </ul>
    </>
  )
}
