import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { TransactionFee } from '../../features/checklists/web/pieces.tsx'
import type { DealClient, DealDetail } from '../../features/deals/contract.ts'
import { leadPagePath } from '../../features/leads/rules.ts'
import { Badge, Initials, Loading, PanelSection } from '../../platform/ui/pieces.tsx'
import { money } from '../../platform/web/money.ts'
import { initialsOf } from '../../platform/web/text.ts'
import { calendarDay } from '../../platform/web/time/time.ts'
import classes from './DealFacts.module.css'

const DealParts = lazy(async () => ({
  default: (await import('../../features/commission/web/pieces.tsx')).DealParts,
}))

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

const dollars = (amount: number) => money(Math.round(amount))

/** What the deal is worth, and who gets which part of it. */
export function MoneySection({ deal }: FactsProps) {
  const { price, is_lease, deposit, commission, gross } = deal
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
      <Suspense fallback={<Loading />}>
        <DealParts deal={deal} />
      </Suspense>
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
