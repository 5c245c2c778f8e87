import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { CalendarDate, Id, Instant, jsonText, line, Nothing } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { splitParties } from '../deals/rules/kinds.ts'
import { lineKinds, roundings } from './rules/lines.ts'
import { renewalCauses } from './rules/renewals.ts'
import { statementKinds } from './rules/statements.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    commission: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    commission_opening: true
    commission_plan: true
    commission_statement: true
  }
}

/** Dollars, with cents behind the point. */
const Money = z.number()
const MAX_DOLLARS = 100_000_000
const Dollars = z.number().min(0).max(MAX_DOLLARS).multipleOf(0.01, { error: 'must be an amount of dollars and cents' })
/** Percents, with at most four digits behind the point. */
const Percent = z.number().min(0).max(100).multipleOf(0.0001, { error: 'must be a percent such as 2.25' })

const Tier = z.object({ from: Dollars, rate: Percent })
const Tiers = z.array(Tier).max(6)

/** What a version of a plan says; money is dollars, rates are percents. */
const terms = {
  name: line(60).min(1, { error: 'must not be empty' }),
  valid_from: CalendarDate,
  split_rate: Percent,
  cap: Dollars.nullable(),
  rate_above_cap: Percent,
  deal_fee: Dollars,
  side_fee_rate: Percent,
  side_fee_name: line(60),
  referral_rate: Percent,
  referral_agent_id: Id.nullable(),
  referral_name: line(100),
  year_month: z.int().min(1).max(12),
  is_registered: z.boolean(),
  /** One for each tax that they charge, as they are written. */
  hst_number: line(60),
}

/** A version of an agent's plan. */
export const CommissionPlan = z.object({
  id: Id,
  version: z.int(),
  ...terms,
  tiers: z.array(Tier),
  created_at: Instant,
  by: z.string().nullable(),
})
export type CommissionPlan = z.output<typeof CommissionPlan>

/** A new version of a plan. */
export const NewPlan = z.object({
  ...terms,
  tiers: z.union([Tiers, jsonText(Tiers)], { error: 'must be a list of tiers' }),
})
export type NewPlan = z.output<typeof NewPlan>

/** What counted for an agent's year before their deals were kept here: their commission, and the brokerage's part of it. */
const Opening = z.object({ side: Money, house: Money })

/** A line of it; one that corrects holds the difference. */
const OpeningLine = Opening.extend({
  id: Id,
  year_start: CalendarDate,
  corrects: Id.nullable(),
  note: z.string(),
  at: Instant,
  by: z.string().nullable(),
})
export type OpeningLine = z.output<typeof OpeningLine>

/** An agent's plan and year. */
export const AgentCommission = z.object({
  agent_id: Id,
  name: z.string(),
  /** In force today; `null` where what is agreed on each deal holds. */
  plan: CommissionPlan.nullable(),
  /** The first day of the agent's year, their commission of deals that closed since then, and what the brokerage got of it. */
  year_start: CalendarDate,
  side: Money,
  house: Money,
  /** What counts for the year besides. */
  opening: Opening,
  /** Deals that may still close. */
  open_deals: z.int(),
})
export type AgentCommission = z.output<typeof AgentCommission>

/** A tax of the province of the office: its name and percents. */
const TaxRate = z.object({ name: z.string(), rate: z.number() })

/** What was paid for the closings of a month. */
const PaidMonth = z.object({ month: z.string(), deals: z.int(), amount: Money, tax: Money })

/** The open deal of an agent that closes next, and how much of it is their side. */
const NextDeal = z.object({ deal_id: Id, title: z.string(), close_date: CalendarDate, side: Money })

/** The same with all versions of the plan, the latest first, and the months with statements. */
export const AgentAccount = AgentCommission.extend({
  versions: z.array(CommissionPlan),
  months: z.array(PaidMonth),
  /** In this year; `null` where none has a day, and for agents without a plan. */
  next: NextDeal.nullable(),
  /** What is put on commission today. */
  taxes: z.array(TaxRate),
  /** Lines of all years, the latest year first. */
  openings: z.array(OpeningLine),
  may_edit: z.boolean(),
})
export type AgentAccount = z.output<typeof AgentAccount>

/** One party's part by one rule. */
export const CommissionLine = z.object({
  /** `null` while it is a projection. */
  id: Id.nullable(),
  statement: z.int(),
  row: z.int(),
  corrects: Id.nullable(),
  kind: z.enum(lineKinds),
  party: z.enum(splitParties),
  agent_id: Id.nullable(),
  name: z.string(),
  of_agent_id: Id.nullable(),
  label: z.string(),
  rule: z.string(),
  base: Money,
  /** Percent; `null` where the amount is no rate of its base. */
  rate: z.number().nullable(),
  amount: Money,
  rounding: z.enum(roundings),
  /** Of all taxes together. */
  tax_rate: z.number(),
  tax: Money,
  taxes: z.array(TaxRate.extend({ amount: Money })),
  is_above_cap: z.boolean(),
})
export type CommissionLine = z.output<typeof CommissionLine>

/** How far a deal goes towards the cap of an agent. */
const DealCap = z.object({
  agent_id: Id,
  name: z.string(),
  plan: z.string(),
  cap: Money,
  /** The brokerage's part of the year before this deal, and what of it is the opening balance. */
  before: Money,
  opening: Money,
  below: Money,
  above: Money,
  /** The part of the side above the cap, and the percents of the agent before and above it. */
  side_above: Money,
  rate: z.number(),
  rate_before: z.number(),
  sentence: z.string(),
})
export type DealCap = z.output<typeof DealCap>

/** One entry of what was said of a deal's commission. */
const Statement = z.object({
  number: z.int(),
  kind: z.enum(statementKinds),
  at: Instant,
  by: z.string().nullable(),
  reason: z.string(),
})

/** A projection of an agent's part as it came to be; one that is the first, or from before they were kept, has nothing before. */
const Renewal = z.object({
  id: Id,
  at: Instant,
  cause: z.enum(renewalCauses),
  /** The deal that made it so; `null` where it was none, or none of the agent's. */
  title: z.string().nullable(),
  agent_id: Id,
  name: z.string(),
  part: Money,
  part_before: Money.nullable(),
  /** What the brokerage had of the agent's year before this deal. */
  counted: Money,
  counted_before: Money.nullable(),
})
export type Renewal = z.output<typeof Renewal>

/** The commission of a deal; agents see the lines of their own side. */
export const DealCommission = z.object({
  /** `unstated`: it closed before statements were kept, and the lines are what they would be. */
  state: z.enum(['projected', 'frozen', 'unstated', 'fell_through']),
  gross: Money,
  tax: Money,
  /** Each tax on the commission. */
  taxes: z.array(TaxRate.extend({ amount: Money })),
  /** All lines, those that were taken back and those that did it included. */
  lines: z.array(CommissionLine),
  /** Whether those are the lines of everybody. */
  is_whole: z.boolean(),
  caps: z.array(DealCap),
  /** Plans that the lines were computed by, as they are called. */
  plans: z.array(z.string()),
  statements: z.array(Statement),
  /** How the projection came to be, the latest first. */
  renewals: z.array(Renewal),
  may_correct: z.boolean(),
})
export type DealCommission = z.output<typeof DealCommission>

const right = 'deals_access'

export const commissionCalls = {
  agents: read('commission/agents', {
    right,
    input: PageInput,
    output: page(AgentCommission),
    summary: 'Plans and years of all agents, by name; agents see their own.',
  }),
  account: read('commission/agents/:agentId', { right, output: AgentAccount }),
  savePlan: write('commission/agents/:agentId/plans', {
    right,
    input: NewPlan,
    output: AgentAccount,
    summary: 'Adds a version of the plan that holds for deals closing on its first day or later.',
  }),
  saveOpening: write('commission/agents/:agentId/openings', {
    right,
    input: z.object({
      /** A day on which a year of the agent begins. */
      year_start: CalendarDate,
      /** The agent's commission of that year, before it was divided, and the brokerage's part of it. */
      side: Dollars,
      house: Dollars,
      note: line(300).min(1, { error: 'must not be empty' }),
    }),
    output: AgentAccount,
    summary:
      'Says what counts for a year of an agent besides the deals that are here; said again, it adds the difference.',
  }),
  month: read('commission/agents/:agentId/month', {
    right,
    input: z.object({
      month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: 'must be a month such as 2026-11' }),
    }),
    output: Nothing,
    summary: 'What an agent was paid for the closings of a month, as PDF.',
  }),
  t4a: read('commission/t4a', {
    right,
    input: z.object({ year: z.int().min(2000).max(2100) }),
    output: Nothing,
    summary: 'What every agent was paid in a year, as CSV for T4A slips.',
  }),
  deal: read('deals/:id/commission', {
    right,
    output: DealCommission,
    summary:
      'The parts of the commission of a deal, with their rules: projected until it closes, then as it was stated.',
  }),
  state: write('deals/:id/commission/statement', {
    right,
    output: DealCommission,
    summary: 'Makes the statement of a deal that closed before statements were kept.',
  }),
  correct: write('deals/:id/commission/corrections', {
    right,
    input: z.object({
      line_id: Id,
      /** What the line should have been. */
      amount: z
        .number()
        .min(-MAX_DOLLARS)
        .max(MAX_DOLLARS)
        .multipleOf(0.01, { error: 'must be an amount of dollars and cents' }),
      reason: line(500).min(1, { error: 'must not be empty' }),
    }),
    output: DealCommission,
    summary: 'Corrects a line by two new ones that point to it: its own difference, and what the brokerage gets less.',
  }),
  statement: read('deals/:id/commission/statement', {
    right,
    input: z.object({ agent_id: Id }),
    output: Nothing,
    summary: 'The commission statement of a deal for one agent, as PDF.',
  }),
}
