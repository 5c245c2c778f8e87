import { useQuery } from '@tanstack/react-query'
import { Loading } from '../../../../platform/ui/pieces.tsx'
import { money } from '../../../../platform/web/money.ts'
import type { DealDetail } from '../../../deals/contract.ts'
import type { DealCommission } from '../../contract.ts'
import { exact, inCents, percent } from '../../rules/cents.ts'
import { dealCommissionQuery } from '../client.ts'
import classes from './DealParts.module.css'
import { currentLines, partiesOf, sumsOf, totalOf } from './rows.ts'

interface Part {
  key: string
  name: string
  /** Percents of the whole, and what was agreed where that differs. */
  share: number
  agreed: number | null
  cents: number
}

const colors = [
  'var(--kt-accent)',
  'var(--kt-accent-7)',
  'var(--kt-accent-5, var(--kt-accent-3))',
  'var(--kt-neutral-7)',
]

/** The parts of the commission by plan, before fees and tax; as they were agreed where nothing else is known. */
export function DealParts({ deal }: { deal: DealDetail }) {
  const { data, error } = useQuery(dealCommissionQuery(deal.id))
  if (deal.splits.length === 0) return null
  if (!data && !error) return <Loading />
  const isKnown = data !== undefined && data.state !== 'fell_through'
  const parts = isKnown ? partsByPlan(deal, data) : agreedParts(deal)
  return (
    <>
      <div className={classes.bar} aria-hidden>
        {parts.map(({ key, cents }, at) => (
          <span key={key} style={{ flexGrow: Math.max(0, cents), background: colorOf(at) }} />
        ))}
      </div>
      <ul className={classes.parts} aria-label="Parts of the commission">
        {parts.map(({ key, name, share, agreed, cents }, at) => (
          <li key={key}>
            <i style={{ background: colorOf(at) }} aria-hidden />
            <span>
              {name}
              {agreed !== null && <small>agreed {percent(agreed)}</small>}
            </span>
            <span>{percent(share)}</span>
            <b title={exact(cents / 100)}>{money(Math.round(cents / 100))}</b>
          </li>
        ))}
      </ul>
      <p className={classes.note}>{isKnown ? originOf(data) : 'As agreed on the deal.'}</p>
    </>
  )
}

const colorOf = (at: number) => colors[Math.min(at, colors.length - 1)]

function originOf({ state, plans }: DealCommission): string {
  if (state === 'frozen') return 'As stated at closing, before fees and tax.'
  return plans.length === 0
    ? 'As agreed on the deal.'
    : `By ${plans.map(plan => plan.replace(/^Plan/, 'plan')).join(', ')}, before fees and tax.`
}

const agreedParts = ({ splits }: DealDetail): Part[] =>
  splits.map(({ id, name, percentage, amount }) => ({
    key: String(id),
    name,
    share: percentage,
    agreed: null,
    cents: inCents(amount),
  }))

/** The parts of those whom the viewer sees, and what is left for others. */
function partsByPlan({ splits, gross }: DealDetail, commission: DealCommission): Part[] {
  const lines = currentLines(commission).filter(
    ({ kind }) => kind === 'coop' || kind === 'referral' || kind === 'share',
  )
  const sums = sumsOf(lines, 'amount')
  const whole = inCents(gross)
  const shareOf = (cents: number) => (whole === 0 ? 0 : Math.round((cents / whole) * 10_000) / 100)
  const agreedOf = (agentId: number | null, share: number) => {
    if (agentId === null) return null
    const agreed = splits.reduce((sum, one) => sum + (one.agent_id === agentId ? one.percentage : 0), 0)
    return Math.abs(agreed - share) < 0.01 ? null : agreed
  }
  const parts = partiesOf(lines).map(({ key, name, agent_id }): Part => {
    const cents = sums[key] ?? 0
    return { key, name, cents, share: shareOf(cents), agreed: agreedOf(agent_id, shareOf(cents)) }
  })
  const rest = whole - totalOf(sums)
  if (rest === 0) return parts
  return [...parts, { key: 'others', name: 'Others', cents: rest, share: shareOf(rest), agreed: null }]
}
