import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../../../platform/ui/pieces.tsx'
import { calendarDay } from '../../../../platform/web/time/time.ts'
import { exact } from '../../../commission/rules/cents.ts'
import { dealPath } from '../../../deals/rules/address.ts'
import type { MonthEntry } from '../../contract.ts'
import { methodLabels } from '../../rules/kinds.ts'
import classes from './TrustPage.module.css'

interface EntriesProps {
  entries: readonly MonthEntry[]
  /** Those that the bank does not have yet. */
  outstanding: ReadonlySet<number>
  onToggle: ((id: number) => void) | null
  /** Whether it says at all what the bank has. */
  isKnown: boolean
}

/** The entries of a month, each with whether the bank statement has it. */
export function MonthEntries({ entries, outstanding, onToggle, isKnown }: EntriesProps) {
  if (entries.length === 0) return <p className={classes.none}>Nothing came in or went out.</p>
  return (
    <ul className={classes.entries} aria-label="Entries">
      {entries.map(({ id, deal_id, deal, party, amount, happened_on, method, reference, is_carried }) => (
        <li key={id}>
          {isKnown && (
            <Checkbox
              checked={!outstanding.has(id)}
              disabled={onToggle === null}
              onChange={() => onToggle?.(id)}
              aria-label={`The bank statement has ${exact(amount)} of ${party}`}
            />
          )}
          <span>
            <b>{party}</b> {is_carried && <Badge>From before</Badge>}
            <small>
              {calendarDay(happened_on)} · {methodLabels[method]} {reference} ·{' '}
              <Link to={dealPath(deal_id) as never} search={{ tab: 'trust' } as never}>
                {deal}
              </Link>
            </small>
          </span>
          <b className={classes.amount} data-out={amount < 0 || undefined}>
            {exact(amount)}
          </b>
        </li>
      ))}
    </ul>
  )
}
