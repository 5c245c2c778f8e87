import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { PanelSection } from '../../../../platform/ui/pieces.tsx'
import { calendarDay, fullTime } from '../../../../platform/web/time/time.ts'
import type { AgentAccount, OpeningLine } from '../../contract.ts'
import { exact } from '../../rules/cents.ts'
import { OpeningForm } from './OpeningForm.tsx'
import classes from './Plans.module.css'

/** What counted for the years of an agent before their deals were kept here, with every correction. */
export function Openings({ account }: { account: AgentAccount }) {
  const { openings, may_edit } = account
  const [isEditing, setEditing] = useState(false)
  if (openings.length === 0 && !may_edit) return null
  const years = Map.groupBy(openings, ({ year_start }) => year_start)
  return (
    <PanelSection
      title="Opening balance"
      action={
        may_edit && (
          <Button
            variant="subtle"
            size="xs"
            leftSection={<IconPlus size={14} stroke={1.6} />}
            onClick={() => setEditing(true)}
          >
            {openings.length === 0 ? 'Say what was earned before' : 'Correct, or add a year'}
          </Button>
        )
      }
    >
      {openings.length === 0 && (
        <p className={classes.none}>Deals that closed before you kept them here count for the cap once you say them.</p>
      )}
      {[...years].map(([year, lines]) => (
        <ol key={year} className={classes.rows} aria-label={`Year from ${calendarDay(year)}`}>
          {lines.map(line => (
            <Line key={line.id} line={line} />
          ))}
          {lines.length > 1 && <Sum lines={lines} />}
        </ol>
      ))}
      {isEditing && <OpeningForm account={account} onClose={() => setEditing(false)} />}
    </PanelSection>
  )
}

const signed = (dollars: number, isDifference: boolean) => `${isDifference && dollars > 0 ? '+' : ''}${exact(dollars)}`

function Line({ line: { year_start, corrects, side, house, note, at, by } }: { line: OpeningLine }) {
  const isDifference = corrects !== null
  return (
    <li>
      <span>
        {isDifference ? 'Correction' : `Year from ${calendarDay(year_start)}`}
        <small className={classes.under}>
          {note}
          {' · '}
          {[by, fullTime(at)].filter(Boolean).join(', ')}
        </small>
      </span>
      <span className={classes.amounts}>
        {signed(side, isDifference)}
        <small className={classes.under}>{signed(house, isDifference)} to the brokerage</small>
      </span>
    </li>
  )
}

function Sum({ lines }: { lines: readonly OpeningLine[] }) {
  const total = (key: 'side' | 'house') => lines.reduce((sum, line) => sum + line[key], 0)
  return (
    <li>
      <b>Counts</b>
      <span className={classes.amounts}>
        <b>{exact(total('side'))}</b>
        <small className={classes.under}>{exact(total('house'))} to the brokerage</small>
      </span>
    </li>
  )
}
