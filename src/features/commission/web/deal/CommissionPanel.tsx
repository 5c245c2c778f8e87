import { Button } from '@mantine/core'
import { IconFileTypePdf, IconSnowflake } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loading, PanelSection } from '../../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { useSession } from '../../../people/web/client/viewer.ts'
import type { CommissionLine, DealCommission } from '../../contract.ts'
import { exact } from '../../rules/cents.ts'
import { dealCommissionQuery, saveStatement, stateDeal } from '../client.ts'
import { CapCard } from './CapCard.tsx'
import classes from './Commission.module.css'
import { CorrectLine } from './CorrectLine.tsx'
import { History } from './History.tsx'
import { LinesTable } from './LinesTable.tsx'
import { Renewals } from './Renewals.tsx'
import { currentLines, type Party, partiesOf, sumsOf } from './rows.ts'

/** The commission of a deal: its lines with their rules, caps, statements and what was corrected. */
export function CommissionPanel({ dealId }: { dealId: number }) {
  const { data, error, refetch } = useQuery(dealCommissionQuery(dealId))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.state === 'fell_through')
    return <EmptyState title="Nothing is paid">This deal fell through, so it has no commission.</EmptyState>
  return <Commission dealId={dealId} commission={data} />
}

function Commission({ dealId, commission }: { dealId: number; commission: DealCommission }) {
  const [correcting, setCorrecting] = useState<CommissionLine | null>(null)
  const lines = currentLines(commission)
  const parties = partiesOf(lines)
  const mayCorrect = commission.state === 'frozen' && commission.may_correct
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <LinesTable
          commission={commission}
          lines={lines}
          parties={parties}
          onCorrect={mayCorrect ? setCorrecting : null}
        />
        <Renewals commission={commission} />
        <History commission={commission} />
      </div>
      <aside className={classes.aside} aria-label="Plan and statements">
        {commission.caps.map(cap => (
          <CapCard
            key={cap.agent_id}
            cap={cap}
            renewal={commission.renewals.find(one => one.agent_id === cap.agent_id && one.cause !== 'first')}
          />
        ))}
        <State dealId={dealId} commission={commission} />
        <Statements dealId={dealId} lines={lines} parties={parties} />
      </aside>
      {correcting && (
        <CorrectLine dealId={dealId} line={correcting} lines={lines} onClose={() => setCorrecting(null)} />
      )}
    </div>
  )
}

function State({ dealId, commission: { state, plans, may_correct } }: { dealId: number; commission: DealCommission }) {
  const { mutate, isPending, error } = useMutation({ mutationFn: () => stateDeal(dealId) })
  return (
    <PanelSection title="State">
      {plans.map(plan => (
        <p key={plan} className={classes.note}>
          {plan}
        </p>
      ))}
      {state === 'projected' && <p className={classes.note}>A projection until the deal closes.</p>}
      {state === 'frozen' && (
        <p className={classes.note}>
          <IconSnowflake size={15} stroke={1.6} aria-hidden /> Frozen at closing. A correction is a new line that points
          to the old one.
        </p>
      )}
      {state === 'unstated' && (
        <>
          <p className={classes.note}>
            This deal closed before statements were kept. The lines are what the rules come to today.
          </p>
          {may_correct && (
            <Button variant="default" size="xs" loading={isPending} onClick={() => mutate()}>
              Make the statement
            </Button>
          )}
          {error && (
            <p className={classes.unequal} role="alert">
              {sentenceOf(error)}
            </p>
          )}
        </>
      )}
    </PanelSection>
  )
}

interface StatementsProps {
  dealId: number
  lines: readonly CommissionLine[]
  parties: readonly Party[]
}

/** A statement for each agent whom the viewer may read one of: their own, or all. */
function Statements({ dealId, lines, parties }: StatementsProps) {
  const { user } = useSession()
  const isAgentOnly = user?.agent_id != null && !user.roles.some(({ name }) => name !== 'agent')
  const agents = parties.filter(({ agent_id }) => agent_id !== null && (!isAgentOnly || agent_id === user?.agent_id))
  const paid = sumsOf(lines, 'both')
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (agentId: number) => saveStatement(dealId, agentId),
  })
  if (agents.length === 0) return null
  return (
    <PanelSection title="Statements" count={agents.length}>
      <ul className={classes.statements}>
        {agents.map(({ key, name, agent_id }) => (
          <li key={key}>
            <span>
              <b>{name}</b>
              <small>{exact((paid[key] ?? 0) / 100)} with tax</small>
            </span>
            <Button
              variant="default"
              size="xs"
              leftSection={<IconFileTypePdf size={15} stroke={1.6} />}
              loading={isPending && variables === agent_id}
              onClick={() => agent_id !== null && mutate(agent_id)}
            >
              Statement PDF<span className="visually-hidden"> of {name}</span>
            </Button>
          </li>
        ))}
      </ul>
      {error && (
        <p className={classes.unequal} role="alert">
          {sentenceOf(error)}
        </p>
      )}
    </PanelSection>
  )
}
