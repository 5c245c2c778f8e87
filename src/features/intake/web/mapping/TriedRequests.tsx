import { IconCircleCheck, IconCircleMinus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNow } from '../../../../platform/web/time/now.ts'
import { ago } from '../../../../platform/web/time/time.ts'
import type { FieldMapping } from '../../contract/mapping.ts'
import { mappingTrialQuery } from '../client.ts'
import classes from '../Intake.module.css'

const SHOWN = 5

interface TriedRequestsProps {
  source: number
  mapping: FieldMapping
  isUsable: boolean
}

/** What the mapping reads of every stored request, before anything is saved. */
export function TriedRequests({ source, mapping, isUsable }: TriedRequestsProps) {
  const now = useNow(60_000)
  const asked = useQuery({
    ...mappingTrialQuery(source, mapping),
    enabled: isUsable,
    placeholderData: keepPreviousData,
  })
  const trial = isUsable ? asked.data : undefined
  return (
    <section className={classes.tried} aria-label="Tried on stored requests">
      <p className={classes.hint} aria-live="polite">
        {trial
          ? `Reads ${trial.read} of ${trial.total} stored ${trial.total === 1 ? 'request' : 'requests'}${trial.waiting > 0 ? `; ${trial.waiting} wait for it` : ''}.`
          : 'Choose where the e-mail address or the phone number is.'}
      </p>
      {trial && (
        <ul>
          {trial.requests.slice(0, SHOWN).map(({ id, received_at, says, is_read }) => (
            <li key={id}>
              {is_read ? (
                <IconCircleCheck size={16} stroke={1.6} color="var(--kt-green-dot)" aria-label="Read" />
              ) : (
                <IconCircleMinus size={16} stroke={1.6} color="var(--kt-neutral-8)" aria-label="Not read" />
              )}
              <span className={classes.cut} dir="auto">
                {says}
              </span>
              <time className={classes.time} dateTime={received_at}>
                {ago(received_at, now)}
              </time>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
