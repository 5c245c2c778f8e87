import { Button } from '@mantine/core'
import { IconArrowDownLeft, IconArrowUpRight, IconCircleCheckFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import { calendarDay } from '../../../../platform/web/time/time.ts'
import { exact } from '../../../commission/rules/cents.ts'
import type { DealTrust, TrustEntry } from '../../contract.ts'
import { dealTrustQuery } from '../client.ts'
import { missingDeposit } from '../missingDeposit.ts'
import { EntriesTable } from './EntriesTable.tsx'
import { EntryForm } from './EntryForm.tsx'
import { ReverseEntry } from './ReverseEntry.tsx'
import classes from './Trust.module.css'

/** What is held in trust for a deal, with what came in and went out. */
export function TrustPanel({ dealId }: { dealId: number }) {
  const { data, error, refetch } = useQuery(dealTrustQuery(dealId))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return <Trust dealId={dealId} trust={data} />
}

type Writing = 'deposit' | 'payment' | { takeBack: TrustEntry } | null

function Trust({ dealId, trust }: { dealId: number; trust: DealTrust }) {
  const [writing, write] = useState<Writing>(null)
  const { entries, held, may_write, open_from } = trust
  const buttons = may_write && (
    <>
      <Button
        size="xs"
        leftSection={<IconArrowDownLeft size={15} stroke={1.6} />}
        variant={entries.length === 0 ? 'filled' : 'default'}
        onClick={() => write('deposit')}
      >
        Money came in
      </Button>
      {held > 0 && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowUpRight size={15} stroke={1.6} />}
          onClick={() => write('payment')}
        >
          Money went out
        </Button>
      )}
    </>
  )
  return (
    <div className={classes.panel}>
      {entries.length === 0 ? (
        <EmptyState title="Nothing in trust" actions={buttons || undefined}>
          {trust.agreed === null
            ? 'No deposit was agreed on, and none came in.'
            : `A deposit of ${exact(trust.agreed)} was agreed on. None of it came in yet.`}
        </EmptyState>
      ) : (
        <>
          <header className={classes.head}>
            <p>
              <b>{exact(held)}</b> held in trust
            </p>
            <Agreed trust={trust} />
            <div className={classes.buttons}>{buttons}</div>
          </header>
          <EntriesTable
            dealId={dealId}
            entries={entries}
            onTakeBack={may_write ? entry => write({ takeBack: entry }) : null}
          />
          {open_from && (
            <p className={classes.note}>Closed before {calendarDay(open_from)}: nothing is written there any more.</p>
          )}
        </>
      )}
      {(writing === 'deposit' || writing === 'payment') && (
        <EntryForm dealId={dealId} kind={writing} trust={trust} onClose={() => write(null)} />
      )}
      {writing !== null && typeof writing === 'object' && (
        <ReverseEntry dealId={dealId} entry={writing.takeBack} onClose={() => write(null)} />
      )}
    </div>
  )
}

/** How what came in stands to the deposit that was agreed on. */
function Agreed({ trust }: { trust: DealTrust }) {
  const { agreed } = trust
  if (agreed === null) return null
  const missing = missingDeposit(trust)
  return missing > 0 ? (
    <p className={classes.missing}>
      {exact(missing)} of the deposit of {exact(agreed)} did not come in yet
    </p>
  ) : (
    <p className={classes.whole}>
      <IconCircleCheckFilled size={15} aria-hidden /> the deposit of {exact(agreed)} came in
    </p>
  )
}
