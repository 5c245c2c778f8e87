import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayAfter } from '../../../../platform/wire/days.ts'
import { reportQuery } from '../../../reports/web/client.ts'
import { daysText, sentenceOf } from '../../../reports/web/pieces.tsx'
import classes from '../Business.module.css'
import { Block } from '../blocks/Block.tsx'
import { SourcesTable } from './SourcesTable.tsx'

/** The same day a year before; in a leap year that of February 29th is the 28th. */
const yearBefore = (day: string): string => {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return before.endsWith('-02-29') ? `${before.slice(0, 8)}28` : before
}

/** What each source of leads brought in over twelve months, and what it cost. */
export function SourcesBlock({ team, today }: { team: number | undefined; today: string }) {
  const [isEditing, setEditing] = useState(false)
  const period = { from: dayAfter(yearBefore(today), 1), to: today }
  const sources = useQuery({
    ...reportQuery({ name: 'sources', ...period, ...(team === undefined ? {} : { team }) }),
    placeholderData: keepPreviousData,
  })
  const { data } = sources
  return (
    <Block query={sources} sentence={data && sentenceOf(data)}>
      {data && (
        <section className={classes.part} data-flush aria-label="Sources">
          <header>
            <h2>Sources</h2>
            <span>{daysText(period, today)}</span>
            {team === undefined && data.rows.length > 0 && (
              <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setEditing(!isEditing)}>
                {isEditing ? 'Done' : 'Edit costs'}
              </Button>
            )}
          </header>
          {data.rows.length === 0 ? (
            <p className={classes.nothing}>No leads in these twelve months.</p>
          ) : (
            <SourcesTable report={data} isEditing={isEditing} today={today} />
          )}
        </section>
      )}
    </Block>
  )
}
