import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Pages } from '../../../platform/ui/Pages.tsx'
import { Badge, Loading } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { statusLabel } from '../../leads/rules.ts'
import { usePhoneText } from '../../leads/web/client/phones.ts'
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
      <ul className={classes.list} aria-label={dismissed ? 'Not duplicates' : 'Possible duplicates'}>
        {data.data.map(pair => (
          <Pair key={pair.id} pair={pair} onCompare={() => onCompare(pair)} />
        ))}
      </ul>
      <Pages page={page} of={data.last_page} onPage={setPage} />
    </>
  )
}

function Pair({ pair, onCompare }: { pair: DuplicatePair; onCompare(): void }) {
  const { dismiss, offer } = useDismiss()
  const [one, two] = pair.leads
  if (!one || !two) return null
  return (
    <li className={classes.pair}>
      <Side side={one} />
      <Side side={two} />
      <p className={classes.reasons}>
        <Badge hue={pair.score >= 80 ? 'amber' : 'blue'}>{pair.score >= 80 ? 'Very likely' : 'Likely'}</Badge>
        {pair.reasons.map(reason => reasonLabels[reason]).join(' · ')}
      </p>
      <div className={classes.actions}>
        {pair.dismissed_at ? (
          <Button variant="default" loading={offer.isPending} onClick={() => offer.mutate(pair.id)}>
            Suggest again
          </Button>
        ) : (
          <>
            <Button
              variant="subtle"
              color="gray"
              loading={dismiss.isPending}
              aria-label={`${sideName(one)} and ${sideName(two)} are not the same person`}
              onClick={() => dismiss.mutate(pair)}
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

function Side({ side }: { side: DuplicateSide }) {
  const phone = usePhoneText(side.phone)
  const reach = [side.email ?? '', phone].filter(part => part !== '')
  const facts = [statusLabel(side.status_value), side.areas.slice(0, 2).join(', '), side.agent?.name ?? 'No agent']
  return (
    <div className={classes.side}>
      <span className={classes.name} dir="auto">
        {sideName(side)}
      </span>
      <span className={classes.reach}>
        {reach.length === 0
          ? 'No e-mail, no phone'
          : reach.map(part => (
              <span key={part} className={classes.way}>
                {part}
              </span>
            ))}
      </span>
      <span className={classes.facts}>{facts.filter(Boolean).join(' · ')}</span>
    </div>
  )
}
