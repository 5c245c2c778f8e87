import { ActionIcon, Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { count } from '../../../platform/web/text.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { shortDay, timeOfDay } from '../../../platform/web/time/time.ts'
import { fullName, leadPath } from '../../leads/rules.ts'
import type { Report, ReportColumn, ReportedEntry } from '../contract.ts'
import { metricOf } from '../rules/metrics.ts'
import { valueText } from '../rules/words.ts'
import { entriesQuery, type OpenNumber, type ReportQuestion } from './client.ts'
import classes from './EntriesPanel.module.css'

const MINUTE = 60_000

interface EntriesPanelProps {
  report: Report
  column: ReportColumn
  question: ReportQuestion
  open: OpenNumber
  onClose(): void
}

/** What a number counts, with its rule in words: people and deals, the newest first. */
export function EntriesPanel({ report, column, question, open, onClose }: EntriesPanelProps) {
  const row = report.rows.find(({ key }) => key === open.row)
  const title = row ? `${column.label}, ${row.label}` : column.label
  useShortcuts([{ keys: 'Escape', label: 'Close the list', group: 'Reports', run: onClose }])
  return (
    <aside className={classes.panel} aria-label={title}>
      <header>
        <div>
          <h2>{title}</h2>
          <p>{column.rule}</p>
        </div>
        <ActionIcon variant="subtle" aria-label="Close the list" onClick={onClose}>
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      </header>
      {column.has_list ? (
        <Entries column={column} question={question} open={open} />
      ) : (
        <p className={classes.note}>This is one number by another; open those to see whom they count.</p>
      )}
    </aside>
  )
}

function Entries({ column, question, open }: Pick<EntriesPanelProps, 'column' | 'question' | 'open'>) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    entriesQuery(question, open),
  )
  const now = useNow(MINUTE)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const entries = data.pages.flatMap(page => page.data)
  const total = data.pages[0]?.total ?? 0
  return (
    <>
      <p className={classes.count}>{total === 0 ? 'Nothing is counted here.' : `${count(total)}, the newest first`}</p>
      <ul>
        {entries.map(entry => (
          <EntryLine key={entry.id} entry={entry} column={column} now={now} />
        ))}
      </ul>
      {hasNextPage && (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}

function EntryLine({ entry, column, now }: { entry: ReportedEntry; column: ReportColumn; now: Date }) {
  const { lead, deal, agent, at, value } = entry
  const isDay = metricOf(column.key).clock === 'calendar days'
  const facts = [
    agent?.name ?? 'No agent',
    isDay ? shortDay(at, now) : `${shortDay(at, now)}, ${timeOfDay(at)}`,
    deal && lead ? fullName(lead) : null,
  ].filter(Boolean)
  return (
    <li>
      <span>
        {deal ? (
          <Link to="/deals/$id" params={{ id: String(deal.id) }}>
            {deal.title}
          </Link>
        ) : lead ? (
          <Link to={leadPath(lead)}>{fullName(lead) || 'No name'}</Link>
        ) : (
          <span className={classes.hidden}>{isDay ? 'A deal of somebody else' : 'A lead that you cannot open'}</span>
        )}
        <small>{facts.join(' · ')}</small>
      </span>
      {value !== null && <b>{valueText(value, column.unit)}</b>}
    </li>
  )
}
