import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Badge } from '../../../../platform/ui/pieces.tsx'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { calendarDay } from '../../../../platform/web/time/time.ts'
import { exact } from '../../../commission/rules/cents.ts'
import type { TrustEntry } from '../../contract.ts'
import { methodLabels, purposeLabels } from '../../rules/kinds.ts'
import { saveReceipt } from '../client.ts'
import classes from './Trust.module.css'

interface EntriesProps {
  dealId: number
  entries: readonly TrustEntry[]
  onTakeBack: ((entry: TrustEntry) => void) | null
}

/** What an entry is for, in words. */
function purposeOf({ kind, purpose, reason, corrects }: TrustEntry): string {
  if (kind === 'reversal') return `Takes back entry ${corrects}: ${reason}`
  return purpose === null ? 'Deposit' : purposeLabels[purpose]
}

/** The entries of a deal with what was held after each. */
export function EntriesTable({ dealId, entries, onTakeBack }: EntriesProps) {
  const receipt = useMutation({ mutationFn: (id: number) => saveReceipt(dealId, id) })
  let held = 0
  return (
    <div className={classes.scroll}>
      {receipt.error && (
        <p className={classes.missing} role="alert">
          {sentenceOf(receipt.error)}
        </p>
      )}
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">From or to</th>
            <th scope="col">Way</th>
            <th scope="col">In</th>
            <th scope="col">Out</th>
            <th scope="col">Held</th>
            <th scope="col">
              <span className="visually-hidden">What can be done</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map(entry => {
            held += Math.round(entry.amount * 100)
            return (
              <tr key={entry.id} data-reversed={entry.is_reversed || undefined}>
                <td>{calendarDay(entry.happened_on)}</td>
                <th scope="row">
                  <span className={classes.party}>
                    {entry.party} {entry.is_reversed && <Badge>Taken back</Badge>}
                  </span>
                  <small>
                    {purposeOf(entry)} · entry {entry.id}
                    {entry.by && `, ${entry.by}`}
                  </small>
                </th>
                <td>
                  {methodLabels[entry.method]}
                  <small>{entry.reference}</small>
                </td>
                <td data-label="In">{entry.amount > 0 && exact(entry.amount)}</td>
                <td data-label="Out">{entry.amount < 0 && exact(-entry.amount)}</td>
                <td data-label="Held">{exact(held / 100)}</td>
                <td>
                  <span className={classes.actions}>
                    {entry.receipt !== null && (
                      <Button
                        variant="default"
                        size="xs"
                        leftSection={<IconFileTypePdf size={15} stroke={1.6} />}
                        loading={receipt.isPending && receipt.variables === entry.id}
                        onClick={() => receipt.mutate(entry.id)}
                      >
                        Receipt {entry.receipt}
                      </Button>
                    )}
                    {onTakeBack && entry.kind !== 'reversal' && !entry.is_reversed && (
                      <Button variant="subtle" size="xs" onClick={() => onTakeBack(entry)}>
                        Take back<span className="visually-hidden"> entry {entry.id}</span>
                      </Button>
                    )}
                  </span>
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
