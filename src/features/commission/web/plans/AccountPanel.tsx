import { Button } from '@mantine/core'
import { IconFileTypePdf, IconPencil } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Loading, PanelSection } from '../../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../../platform/ui/states.tsx'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { calendarDay } from '../../../../platform/web/time/time.ts'
import type { AgentAccount, AgentCommission, CommissionPlan } from '../../contract.ts'
import { exact, percent } from '../../rules/cents.ts'
import { monthName, monthNames } from '../../rules/months.ts'
import { taxWord } from '../../rules/tax.ts'
import { CapRing } from '../CapRing.tsx'
import { accountQuery, saveMonth } from '../client.ts'
import { Openings } from './Openings.tsx'
import { PlanForm } from './PlanForm.tsx'
import classes from './Plans.module.css'
import { ShareChart } from './ShareChart.tsx'

interface AccountPanelProps {
  agentId: number
  agents: readonly AgentCommission[]
}

/** An agent's plan, their year, what they were paid, and the versions of the plan. */
export function AccountPanel({ agentId, agents }: AccountPanelProps) {
  const { data, error, refetch } = useQuery(accountQuery(agentId))
  const [isEditing, setEditing] = useState(false)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  const { plan, versions, may_edit } = data
  return (
    <section className={classes.account} aria-label={`Commission of ${data.name}`}>
      <header className={classes.head}>
        <div>
          <h2>{data.name}</h2>
          <p>
            {plan
              ? `Plan “${plan.name}”, version ${plan.version}, since ${calendarDay(plan.valid_from)}`
              : 'No plan: what is agreed on each deal holds'}
          </p>
        </div>
        {may_edit && !isEditing && (
          <Button leftSection={<IconPencil size={15} stroke={1.6} />} onClick={() => setEditing(true)}>
            {versions.length === 0 ? 'Set up a plan' : 'New version'}
          </Button>
        )}
      </header>
      {isEditing ? (
        <PlanForm account={data} agents={agents} onClose={() => setEditing(false)} />
      ) : (
        <div className={classes.parts}>
          <div>
            <Year account={data} />
            {plan && <ShareChart account={data} plan={plan} />}
            {plan && (
              <PanelSection title="Terms">
                <Terms plan={plan} tax={taxWord(data.taxes)} />
              </PanelSection>
            )}
          </div>
          <div>
            <Openings account={data} />
            <Months account={data} />
            <Versions versions={versions} current={plan} tax={taxWord(data.taxes)} />
          </div>
        </div>
      )}
    </section>
  )
}

function Year({ account: { plan, side, house, opening, year_start, open_deals } }: { account: AgentAccount }) {
  const used = house + opening.house
  return (
    <PanelSection title={`Since ${calendarDay(year_start)}`}>
      <div className={classes.year}>
        {plan && plan.cap !== null && <CapRing cap={plan.cap} used={used} size={72} />}
        <dl className={classes.facts}>
          <Fact label="Commission of closed deals">{exact(side)}</Fact>
          {(opening.side !== 0 || opening.house !== 0) && <Fact label="Opening balance">{exact(opening.side)}</Fact>}
          <Fact label="The brokerage’s part of it">{exact(used)}</Fact>
          {plan && plan.cap !== null && (
            <Fact label="To the cap">{used >= plan.cap ? 'Reached' : exact(plan.cap - used)}</Fact>
          )}
          <Fact label="Open deals">{open_deals}</Fact>
        </dl>
      </div>
    </PanelSection>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Terms({ plan, tax }: { plan: CommissionPlan; tax: string }) {
  const { split_rate, tiers, cap, rate_above_cap, deal_fee, side_fee_rate, side_fee_name, referral_rate } = plan
  return (
    <dl className={classes.facts}>
      <Fact label="Split">
        {percent(split_rate)} agent, {percent(100 - split_rate)} brokerage
      </Fact>
      {tiers.map(({ from, rate }) => (
        <Fact key={from} label={`From ${exact(from)} of the year on`}>
          {percent(rate)}
        </Fact>
      ))}
      <Fact label="Cap">{cap === null ? 'None' : `${exact(cap)} a year, then ${percent(rate_above_cap)}`}</Fact>
      <Fact label="Transaction fee">{deal_fee === 0 ? 'None' : `${exact(deal_fee)} a deal`}</Fact>
      {side_fee_rate > 0 && <Fact label={side_fee_name}>{percent(side_fee_rate)} of the agent’s part</Fact>}
      {referral_rate > 0 && (
        <Fact label="Referral, off the top">
          {percent(referral_rate)} to {plan.referral_name}
        </Fact>
      )}
      <Fact label="Year begins in">{monthNames[plan.year_month - 1]}</Fact>
      <Fact label={tax}>
        {plan.is_registered ? plan.hst_number || 'Registered, no number given' : 'Not registered'}
      </Fact>
    </dl>
  )
}

function Months({ account: { agent_id, months: paid, taxes } }: { account: AgentAccount }) {
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (month: string) => saveMonth(agent_id, month),
  })
  return (
    <PanelSection title="Monthly statements" count={paid.length}>
      {paid.length === 0 && <p className={classes.none}>A month stands here once one of its deals has closed.</p>}
      <ul className={classes.rows}>
        {paid.map(({ month, deals, amount, tax }) => (
          <li key={month}>
            <span>
              {monthName(month)} <small>{deals === 1 ? '1 deal' : `${deals} deals`}</small>
            </span>
            <span>
              {exact(amount)}{' '}
              <small>
                {taxWord(taxes)} {exact(tax)}
              </small>
            </span>
            <Button
              variant="subtle"
              size="xs"
              leftSection={<IconFileTypePdf size={15} stroke={1.6} />}
              loading={isPending && variables === month}
              onClick={() => mutate(month)}
            >
              PDF<span className="visually-hidden"> of {monthName(month)}</span>
            </Button>
          </li>
        ))}
      </ul>
      {error && <p role="alert">{sentenceOf(error)}</p>}
    </PanelSection>
  )
}

interface VersionsProps {
  versions: readonly CommissionPlan[]
  current: CommissionPlan | null
  tax: string
}

function Versions({ versions, current, tax }: VersionsProps) {
  if (versions.length === 0) return null
  return (
    <PanelSection title="Versions" count={versions.length}>
      <ul className={classes.rows}>
        {versions.map(plan => (
          <li key={plan.id}>
            <details>
              <summary>
                Version {plan.version}, “{plan.name}”, from {calendarDay(plan.valid_from)}{' '}
                <small>
                  {plan.id === current?.id ? 'In force' : ''} {plan.by && `by ${plan.by}`}
                </small>
              </summary>
              <Terms plan={plan} tax={tax} />
            </details>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
