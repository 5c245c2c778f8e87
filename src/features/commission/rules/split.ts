import { WHOLE_RATE } from '../../deals/rules/commission.ts'
import type { SplitParty } from '../../deals/rules/kinds.ts'
import { type Line, sumOf } from './lines.ts'
import { partOf, shareOut } from './parts.ts'
import { centsText, type PlanTerms, rateText } from './plan.ts'
import { segmentsOf } from './segments.ts'
import { type TaxPart, type TaxRate, taxPartsOf } from './tax.ts'

/** A part of the commission as it was agreed on the deal. */
export interface AgreedShare {
  id: number | null
  party: SplitParty
  agent_id: number | null
  name: string
  rate: number
}

/** What `split` has to know of a deal. Money is in cents. */
export interface DealMoney {
  gross: bigint
  shares: readonly AgreedShare[]
  /** What is put on the lines of sides that charge it. */
  taxes: readonly TaxRate[]
  /** The deal's own transaction fee, in place of the plan's, and whose deal it is. */
  fee: { agent_id: number; amount: bigint } | null
}

/** What counted for an agent's year before a deal, in cents: their sides, and what the brokerage got of them. */
export interface Counted {
  side: bigint
  house: bigint
}

/** An agent's year before a deal: what deals that closed brought, and what had counted before their deals were kept here. */
export interface YearSoFar extends Counted {
  opening: Counted
}

/** An agent's plan and year. */
export interface Standing extends YearSoFar {
  plan: PlanTerms
}

/** All that counts for a year before a deal. */
export const yearToDate = ({ side, house, opening }: YearSoFar): Counted => ({
  side: side + opening.side,
  house: house + opening.house,
})

/** How the brokerage is called on lines. */
export const HOUSE = 'Brokerage'

/** Lines before they are numbered and taxed. */
type Draft = Omit<Line, 'row' | 'tax' | 'tax_rate' | 'taxes'> & { is_taxed: boolean }

const house = { party: 'brokerage' as const, agent_id: null, name: HOUSE, is_taxed: true, is_above_cap: false }

/**
 * Divides the commission of a deal: what was agreed for the other side leaves first; what is left are the sides of our agents,
 * the brokerage's part of the agreement being spread over them. The side of an agent with a plan is divided by the plan, that of
 * another as it was agreed. The lines add up to the commission, and their tax to the tax on it, to the cent: the brokerage takes
 * what rounding leaves.
 */
export function split(deal: DealMoney, standings: ReadonlyMap<number, Standing>): Line[] {
  const rows: Draft[][] = []
  for (const side of sidesOf(deal)) {
    const { share, amount } = side
    if (share.party === 'coop') rows.push([coopLine(deal, share, amount)])
    else if (share.agent_id === null) rows.push([restLine(deal, share, amount)])
    else {
      const standing = standings.get(share.agent_id)
      if (standing) rows.push(...planRows(side, standing, feeOf(deal, share.agent_id, standing.plan)))
      else rows.push(agreedRow(deal, side))
    }
  }
  return taxed(deal, rows)
}

interface Side {
  share: AgreedShare
  amount: bigint
  /** What the agreement itself gives the share, before the brokerage's part is spread. */
  agreed: bigint
}

/** The sides of a deal, which add up to its commission. */
function sidesOf({ gross, shares }: DealMoney): Side[] {
  const rates = (party: SplitParty) =>
    shares.reduce((sum, one) => sum + (one.party === party ? BigInt(one.rate) : 0n), 0n)
  const [ofAgents, ofHouse] = [rates('agent'), rates('brokerage')]
  const agreed = shareOut(
    gross,
    shares.map(({ rate }) => BigInt(rate)),
  )
  if (ofAgents + ofHouse + rates('coop') === 0n) {
    const share = { id: null, party: 'brokerage' as const, agent_id: null, name: HOUSE, rate: WHOLE_RATE }
    return [{ share, amount: gross, agreed: gross }]
  }
  const isSpread = ofAgents > 0n
  const weights = shares.map(({ party, rate }) => {
    if (!isSpread) return BigInt(rate)
    if (party === 'coop') return BigInt(rate) * ofAgents
    return party === 'agent' ? BigInt(rate) * (ofAgents + ofHouse) : 0n
  })
  const amounts = shareOut(gross, weights)
  return shares
    .map((share, at) => ({ share, amount: amounts[at] ?? 0n, agreed: agreed[at] ?? 0n }))
    .filter(({ share }) => !isSpread || share.party !== 'brokerage')
}

const coopLine = (deal: DealMoney, share: AgreedShare, amount: bigint): Draft => ({
  kind: 'coop',
  party: 'coop',
  agent_id: null,
  name: share.name || 'Co-op side',
  of_agent_id: null,
  split_id: share.id,
  plan_id: null,
  label: 'Co-op side',
  rule: `Agreed on the deal, ${rateText(share.rate)}`,
  base: deal.gross,
  rate: share.rate,
  amount,
  rounding: 'remainder',
  is_taxed: true,
  is_above_cap: false,
})

const restLine = (deal: DealMoney, share: AgreedShare, amount: bigint): Draft => ({
  ...house,
  kind: 'share',
  of_agent_id: null,
  split_id: share.id,
  plan_id: null,
  label: 'Commission',
  rule: 'No agent is on the deal',
  base: deal.gross,
  rate: share.rate,
  amount,
  rounding: 'remainder',
})

/** The side of an agent without a plan: they get what was agreed, and the brokerage the rest. */
function agreedRow({ gross }: DealMoney, { share, amount, agreed }: Side): Draft[] {
  const rule = `Agreed on the deal, ${rateText(share.rate)}`
  const common = { kind: 'share' as const, of_agent_id: share.agent_id, plan_id: null, rule, base: gross }
  const own: Draft = {
    ...common,
    party: 'agent',
    agent_id: share.agent_id,
    name: share.name,
    split_id: share.id,
    label: 'Agreed part',
    rate: share.rate,
    amount: agreed,
    rounding: 'remainder',
    is_taxed: true,
    is_above_cap: false,
  }
  const rest = amount - agreed
  if (rest === 0n) return [own]
  return [
    own,
    { ...house, ...common, split_id: null, label: 'Agreed part', rate: null, amount: rest, rounding: 'rest' },
  ]
}

const feeOf = ({ fee }: DealMoney, agentId: number, plan: PlanTerms): { amount: bigint; rule: string } =>
  fee && fee.agent_id === agentId
    ? { amount: fee.amount, rule: 'Agreed on the deal' }
    : { amount: plan.deal_fee, rule: `${planText(plan)}, per closed deal` }

const planText = ({ name, version }: PlanTerms) => `Plan “${name}”, version ${version}`

/** The side of an agent with a plan: referral fee off the top, tiers and cap, fees. */
function planRows({ share, amount }: Side, standing: Standing, fee: { amount: bigint; rule: string }): Draft[][] {
  const { plan } = standing
  const common = { of_agent_id: share.agent_id, plan_id: plan.plan_id, is_above_cap: false }
  const own = { party: 'agent' as const, agent_id: share.agent_id, name: share.name, split_id: share.id }
  const isTaxed = plan.is_registered
  const rows: Draft[][] = []
  const referral = partOf(amount, plan.referral_rate)
  if (referral !== 0n)
    rows.push([
      {
        ...common,
        kind: 'referral',
        party: plan.referral_agent_id === null ? 'coop' : 'agent',
        agent_id: plan.referral_agent_id,
        name: plan.referral_name,
        split_id: null,
        label: 'Referral',
        rule: `${planText(plan)}, off the top`,
        base: amount,
        rate: plan.referral_rate,
        amount: referral,
        rounding: 'nearest',
        is_taxed: true,
      },
    ])
  let kept = 0n
  const year = { plan, ...yearToDate(standing) }
  for (const { base, rate, part, label, rule, is_above_cap } of segmentsOf(amount - referral, year)) {
    const line = { ...common, kind: 'share' as const, label, rule: `${planText(plan)}, ${rule}`, base, is_above_cap }
    kept += part
    rows.push([
      { ...line, ...own, rate, amount: part, rounding: 'nearest', is_taxed: isTaxed },
      { ...house, ...line, split_id: null, rate: WHOLE_RATE - rate, amount: base - part, rounding: 'rest' },
    ])
  }
  const charge = (label: string, rule: string, base: bigint, rate: number | null, charged: bigint) => {
    if (charged === 0n) return
    const line = {
      ...common,
      kind: 'fee' as const,
      label,
      rule,
      base,
      rate,
      rounding: rate === null ? ('exact' as const) : ('nearest' as const),
    }
    rows.push([
      // The brokerage charges its own tax on what it charges, whether or not the agent is registered.
      { ...line, ...own, amount: -charged, is_taxed: true },
      { ...house, ...line, split_id: null, amount: charged },
    ])
  }
  if (amount > 0n) {
    charge('Transaction fee', fee.rule, fee.amount, null, fee.amount)
    charge(plan.side_fee_name, planText(plan), kept, plan.side_fee_rate, partOf(kept, plan.side_fee_rate))
  }
  return rows
}

/** Numbers the rows, and puts the taxes on each line whose side charges them; the brokerage remits what is left of each. */
function taxed({ gross, taxes }: DealMoney, rows: readonly Draft[][]): Line[] {
  const lines = rows.flatMap((drafts, row) =>
    drafts.map(({ is_taxed, ...line }): Line => ({ ...line, row, ...taxOfAmount(line.amount, is_taxed ? taxes : []) })),
  )
  const left = taxPartsOf(gross, taxes).flatMap((whole, at): Line[] => {
    const charged = lines.reduce((sum, line) => sum + (line.taxes[at]?.amount ?? 0n), 0n)
    const rest = whole.amount - charged
    return rest === 0n ? [] : [leftLine(gross, rows.length + at, { ...whole, amount: rest })]
  })
  return [...lines, ...left]
}

function taxOfAmount(amount: bigint, rates: readonly TaxRate[]): Pick<Line, 'tax' | 'tax_rate' | 'taxes'> {
  const taxes = taxPartsOf(amount, rates)
  return { taxes, tax: sumOf(taxes), tax_rate: rates.reduce((sum, { rate }) => sum + rate, 0) }
}

function leftLine(gross: bigint, row: number, tax: TaxPart): Line {
  const { is_taxed: _, ...own } = house
  return {
    ...own,
    row,
    kind: 'tax',
    of_agent_id: null,
    split_id: null,
    plan_id: null,
    label: `${tax.name} left over`,
    rule: `Cents of rounding, and of sides that charge no ${tax.name}; the brokerage remits it`,
    base: gross,
    rate: null,
    amount: 0n,
    rounding: 'rest',
    tax_rate: tax.rate,
    tax: tax.amount,
    taxes: [tax],
  }
}

/** How far an agent's side of a deal goes towards their cap, in words and in cents. */
export interface CapUse {
  agent_id: number
  cap: bigint
  before: bigint
  /** What of it is the opening balance of the year. */
  opening: bigint
  /** What this deal brings below the cap, and what above it. */
  below: bigint
  above: bigint
  /** What goes to the agent of the dollars above it. */
  rate: number
  rate_before: number
  /** The part of the side that was divided below the cap, and above. */
  side_below: bigint
  side_above: bigint
  sentence: string
}

/** What the lines of a deal do to the cap of an agent; `null` for plans without one. */
export function capUse(agentId: number, standing: Standing, lines: readonly Line[]): CapUse | null {
  const { plan, opening } = standing
  if (plan.cap === null) return null
  const own = lines.filter(line => line.of_agent_id === agentId && line.kind === 'share')
  const part = (isAbove: boolean) => own.filter(line => line.is_above_cap === isAbove)
  const ofHouse = (some: readonly Line[]) => sumOf(some.filter(({ party }) => party === 'brokerage'))
  const [under, over] = [part(false), part(true)]
  const rate = plan.rate_above_cap
  const rate_before = under.find(({ party }) => party === 'agent')?.rate ?? plan.split_rate
  const use = {
    agent_id: agentId,
    cap: plan.cap,
    before: yearToDate(standing).house,
    opening: opening.house,
    below: ofHouse(under),
    above: ofHouse(over),
    rate,
    rate_before,
    side_below: sumOf(under),
    side_above: sumOf(over),
  }
  return { ...use, sentence: capSentence(use) }
}

function capSentence(use: Omit<CapUse, 'sentence'>): string {
  const said = placeOfDeal(use)
  return use.opening === 0n ? said : `${said} The year counts an opening balance of ${centsText(use.opening)}.`
}

function placeOfDeal(use: Omit<CapUse, 'sentence'>): string {
  const { cap, before, below, side_below, side_above, rate, rate_before } = use
  if (side_above > 0n && side_below > 0n)
    return `This deal crosses the cap: ${centsText(side_below)} at ${rateText(rate_before)}, the rest at ${rateText(rate)}.`
  if (side_above > 0n) return `The cap of ${centsText(cap)} is reached: all of it at ${rateText(rate)}.`
  const left = cap - before - below
  return left > 0n ? `${centsText(left)} to the cap after this deal.` : 'This deal reaches the cap.'
}
