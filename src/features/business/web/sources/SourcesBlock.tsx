import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ownRegion } from '../../../../platform/web/region.ts'
import { useNow } from '../../../../platform/web/time/now.ts'
import { dayAfter } from '../../../../platform/wire/days.ts'
import { figureDays } from '../../../deals/rules/days.ts'
import { sentenceOf } from '../../../reports/rules/sentences.ts'
import { reportQuery } from '../../../reports/web/client.ts'
import { daysText } from '../../../reports/web/pieces.tsx'
import classes from '../Business.module.css'
import { Block } from '../blocks/Block.tsx'
import { SourcesTable } from './SourcesTable.tsx'

const MINUTE = 60_000

/** What each source of leads brought in over twelve months, and what it cost. */
export function SourcesBlock({ team }: { team: number | undefined }) {
  const [isEditing, setEditing] = useState(false)
  const { today, yearAgo } = figureDays(useNow(MINUTE), ownRegion().zone)
  const period = { from: dayAfter(yearAgo, 1), to: today }
  const sources = useQuery({
    ...reportQuery({ name: 'sources', ...period, ...(team === undefined ? {} : { team }) }),
    placeholderData: keepPreviousData,
  })
  const { data } = sources
  return (
    <Block title="Sources" query={sources} sentence={data && sentenceOf(data)}>
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
