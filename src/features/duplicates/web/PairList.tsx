import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { Pages } from '../../../platform/ui/Pages.tsx'
import { Badge, Breakable, Loading } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { statusLabel } from '../../leads/rules.ts'
import { usePhoneText } from '../../leads/web/client/phones.ts'
import { type Peekable, usePeekable } from '../../leads/web/pieces/PeekKeys.tsx'
import type { DuplicatePair, DuplicateSide } from '../contract.ts'
import { reasonLabels } from '../rules/likeness.ts'
import { pairsQuery } from './client.ts'
import classes from './Duplicates.module.css'
import { sideName } from './rules/text.ts'
import { useDismiss } from './useMergeActions.ts'

interface PairListProps {
  dismissed: boolean
  onCompare(pair: DuplicatePair): void
}

/** Leads who may be one person, the likeliest first; or those of whom somebody said that they are not. */
export function PairList({ dismissed, onCompare }: PairListProps) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useQuery(pairsQuery(page, dismissed))
  const leads = useMemo(() => data?.data.flatMap(pair => pair.leads) ?? [], [data])
  const peekable = usePeekable(leads, 'Duplicates')
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.total === 0)
    return dismissed ? (
      <EmptyState title="None dismissed yet">
        Pairs you mark “Not the same person” appear here. You can suggest them again.
      </EmptyState>
    ) : (
      <EmptyState title="No possible duplicates">
        We compare new and changed leads as they arrive, and all leads every night.
      </EmptyState>
    )
  return (
    <>
      {peekable.keys}
      <ul className={classes.list} aria-label={dismissed ? 'Not duplicates' : 'Possible duplicates'}>
        {data.data.map(pair => (
          <Pair key={pair.id} pair={pair} peekable={peekable} onCompare={() => onCompare(pair)} />
        ))}
      </ul>
      <Pages page={page} of={data.last_page} onPage={setPage} label="Pages of pairs" />
    </>
  )
}

interface PairProps {
  pair: DuplicatePair
  peekable: Peekable
  onCompare(): void
}

function Pair({ pair, peekable, onCompare }: PairProps) {
  const { dismiss, offer } = useDismiss()
  const [one, two] = pair.leads
  if (!one || !two) return null
  return (
    <li className={classes.pair}>
      <Side side={one} peekable={peekable} />
      <Side side={two} peekable={peekable} />
      <p className={classes.reasons}>
        <Badge hue={pair.score >= 80 ? 'amber' : 'blue'}>{pair.score >= 80 ? 'Very likely' : 'Likely'}</Badge>
        {pair.reasons.map(reason => reasonLabels[reason]).join(' · ')}
      </p>
      <div className={classes.actions}>
        {pair.dismissed_at ? (
          <Button variant="default" loading={offer.isPending} onClick={() => offer.run(pair.id)}>
            Suggest again
          </Button>
        ) : (
          <>
            <Button
              variant="subtle"
              color="gray"
              loading={dismiss.isPending}
              aria-label={`${sideName(one)} and ${sideName(two)} are not the same person`}
              onClick={() => dismiss.run(pair)}
            >
              Not the same person
            </Button>
            <Button variant="default" onClick={onCompare} aria-label={`Compare ${sideName(one)} with ${sideName(two)}`}>
              Compare
            </Button>
          </>
        )}
      </div>
    </li>
  )
}

function Side({ side, peekable }: { side: DuplicateSide; peekable: Peekable }) {
  const phone = usePhoneText(side.phone)
  const reach = [side.email ?? '', phone].filter(part => part !== '')
  const facts = [statusLabel(side.status_value), side.areas.slice(0, 2).join(', '), side.agent?.name ?? 'No agent']
  return (
    <div className={classes.side}>
      <button
        type="button"
        className={classes.name}
        dir="auto"
        aria-label={`Peek at ${sideName(side)}`}
        data-peeked={peekable.isPeeked(side) || undefined}
        onClick={() => peekable.peek(side)}
      >
        {sideName(side)}
      </button>
      <span className={classes.reach}>
        {reach.length === 0
          ? 'No e-mail, no phone'
          : reach.map(part => (
              <span key={part} className={classes.way}>
                <Breakable text={part} />
              </span>
            ))}
      </span>
      <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
    </div>
  )
}
