import { PanelSection } from '../../../../platform/ui/pieces.tsx'
import { fullTime } from '../../../../platform/web/time/time.ts'
import type { DealCommission, Renewal } from '../../contract.ts'
import { exact } from '../../rules/cents.ts'
import { causeText } from '../../rules/renewals.ts'
import classes from './Commission.module.css'

/** How the projection of a deal came to be: when, why, and what it was before. */
export function Renewals({ commission: { renewals } }: { commission: DealCommission }) {
  const again = renewals.filter(({ cause }) => cause !== 'first').length
  if (again === 0) return null
  return (
    <PanelSection title="Recalculated" count={again}>
      <ol className={classes.renewals}>
        {renewals.map(renewal => (
          <Row key={renewal.id} renewal={renewal} />
        ))}
      </ol>
    </PanelSection>
  )
}

function Row({ renewal }: { renewal: Renewal }) {
  const { at, cause, title, name, part, part_before, counted, counted_before } = renewal
  const gain = part_before === null ? 0 : part - part_before
  return (
    <li>
      <time dateTime={at}>{fullTime(at)}</time>
      <b>{causeText(cause, title)}</b>
      <span>
        Brokerage’s part before: {counted_before !== null && `${exact(counted_before)} to `}
        {exact(counted)}
      </span>
      <span>
        {part_before === null || gain === 0 ? exact(part) : `${exact(part_before)} to ${exact(part)}`}
        <small>
          {gain === 0 ? (
            part_before === null ? (
              `for ${name}`
            ) : (
              `the same for ${name}`
            )
          ) : (
            <Gain gain={gain} name={name} />
          )}
        </small>
      </span>
    </li>
  )
}

function Gain({ gain, name }: { gain: number; name: string }) {
  return (
    <em data-less={gain < 0 || undefined}>
      {gain > 0 && '+'}
      {exact(gain)} for {name}
    </em>
  )
}
