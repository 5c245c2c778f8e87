import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { TransactionFee } from '../../features/checklists/web/pieces.tsx'
import type { DealClient, DealDetail } from '../../features/deals/contract.ts'
import { leadPagePath } from '../../features/leads/rules.ts'
import { Badge, Initials, PanelSection } from '../../platform/ui/pieces.tsx'
import { money } from '../../platform/web/money.ts'
import { initialsOf } from '../../platform/web/text.ts'
import { calendarDay } from '../../platform/web/time/time.ts'
import classes from './DealFacts.module.css'

interface FactsProps {
  deal: DealDetail
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const steps = [
  'var(--kt-accent)',
  'var(--kt-accent-7)',
  'var(--kt-accent-5, var(--kt-accent-3))',
  'var(--kt-neutral-7)',
]
const dollars = (amount: number) => money(Math.round(amount))

/** What the deal is worth, and who gets which part of it. */
export function MoneySection({ deal }: FactsProps) {
  const { price, is_lease, deposit, commission, gross, splits } = deal
  return (
    <PanelSection title="Money">
      <dl className={classes.facts}>
        <Fact label="Price">
          {dollars(price)}
          {is_lease && '/mo'}
        </Fact>
        {deposit !== null && <Fact label="Deposit">{dollars(deposit)}</Fact>}
        <Fact label="Commission">
          {commission !== null && `${Number(commission.toFixed(4))} % · `}
          {dollars(gross)}
        </Fact>
        <Fact label="Transaction fee">
          <TransactionFee dealId={deal.id} mayChange={deal.may_change} />
        </Fact>
      </dl>
      {splits.length > 0 && (
        <>
          <div className={classes.bar} aria-hidden>
            {splits.map(({ id, percentage }, at) => (
              <span key={id} style={{ flexGrow: percentage, background: steps[Math.min(at, 3)] }} />
            ))}
          </div>
          <ul className={classes.splits}>
            {splits.map(({ id, name, percentage, amount }, at) => (
              <li key={id}>
                <i style={{ background: steps[Math.min(at, 3)] }} aria-hidden />
                <span>{name}</span>
                <span>{Number(percentage.toFixed(4))} %</span>
                <b title={amount.toLocaleString('en-CA', { style: 'currency', currency: 'CAD' })}>{dollars(amount)}</b>
              </li>
            ))}
          </ul>
        </>
      )}
    </PanelSection>
  )
}

/** The people on the deal, and the lead that each is. */
export function ClientsSection({ deal, onMatch }: FactsProps & { onMatch(): void }) {
  return (
    <PanelSection
      title="Clients"
      action={
        deal.clients.length > 0 && (
          <button type="button" className={classes.match} onClick={onMatch}>
            Match
          </button>
        )
      }
    >
      <ul className={classes.clients}>
        {deal.clients.map(client => (
          <li key={client.id}>
            <Initials text={initialsOf(client.client_first_name, client.client_last_name)} hue="indigo" size={24} />
            <span>
              {client.client_first_name} {client.client_last_name}
            </span>
            <ClientState client={client} />
          </li>
        ))}
        {deal.clients.length === 0 && <li className={classes.none}>Nobody is named yet.</li>}
      </ul>
    </PanelSection>
  )
}

function ClientState({ client }: { client: DealClient }) {
  const { user_id, is_matched, is_user_verified, first_name, last_name } = client
  if (user_id === null && is_matched) return <small>Another agent’s lead</small>
  if (user_id === null) return is_user_verified ? <small>Not a lead</small> : <Badge hue="amber">No match yet</Badge>
  return (
    <Link to={leadPagePath({ id: user_id, first_name, last_name }) as never} className={classes.lead}>
      Lead matched
    </Link>
  )
}

/** The days of the deal. */
export function DatesSection({ deal }: FactsProps) {
  const rows = [
    ['Offer', deal.offer_date],
    ['Firm', deal.firm_date],
    ['Closing', deal.close_date],
  ] as const
  return (
    <PanelSection title="Dates">
      <dl className={classes.facts}>
        {rows.map(([label, day]) => (
          <Fact key={label} label={label}>
            {day === null ? <span className={classes.none}>Not given</span> : calendarDay(day)}
          </Fact>
        ))}
      </dl>
    </PanelSection>
  )
}
