import type { Change } from '../../../../platform/server/context.ts'
import { dealStatus } from '../../../deals/rules/kinds.ts'
import { keepParts } from '../../../deals/server/commands/parts.ts'
import { dealAudience } from '../../../deals/server/queries/reach.ts'
import { type Line, sumOf } from '../../rules/lines.ts'
import { HOUSE } from '../../rules/split.ts'
import type { StatementKind } from '../../rules/statements.ts'
import { type TaxPart, taxPartsOf } from '../../rules/tax.ts'
import { renewProjections } from '../jobs.ts'
import { type DealFacts, lockFacts } from '../queries/facts.ts'
import { lockAgents } from '../queries/plans.ts'
import { insertStatement, linesOf, type StoredLine, statementsOf } from '../queries/statements.ts'
import { agentsOn, keptOf, project } from './project.ts'

/** Lines that nothing took back: what stands of a deal. */
export function standingLines(lines: readonly StoredLine[]): StoredLine[] {
  const closings = lines.filter(({ corrects }) => corrects === null)
  const last = Math.max(0, ...closings.map(({ statement }) => statement))
  return lines.filter(({ statement }) => statement >= last)
}

/** Whether what was last said of a deal is that it closed. */
export async function isStated(ctx: Change, dealId: number): Promise<boolean> {
  const statements = await statementsOf(ctx, dealId)
  return statements.findLast(({ kind }) => kind !== 'correction')?.kind === 'closing'
}

/**
 * Freezes the commission of a deal that closed: what the rules of its day and the closings before it come to. The agents on it
 * are locked, so that of two deals that close at once the second counts the first. Does nothing for one that is stated.
 */
export async function stateDeal(ctx: Change, dealId: number): Promise<void> {
  const facts = await lockFacts(ctx, dealId)
  if (!facts || facts.status !== dealStatus.closed || (await isStated(ctx, dealId))) return
  await lockAgents(ctx, agentsOn(facts))
  const { lines, day, years } = await project(ctx, facts)
  const id = await insertStatement(
    ctx,
    { deal_id: dealId, kind: 'closing', closed_on: day, gross: BigInt(facts.gross), reason: '' },
    lines.map(line => ({ ...line, corrects: null, counts_in: yearFor(line, years) })),
  )
  ctx.audit({
    subject: 'commission_statement',
    subject_id: id,
    after: { deal_id: dealId, closed_on: day, lines: plain(lines) },
  })
  await keepParts(ctx, dealId, keptOf(facts, lines))
  await publishChange(ctx, facts, 'closing')
}

const yearFor = ({ of_agent_id, kind }: Line, years: ReadonlyMap<number, string>): string | null =>
  of_agent_id === null || kind !== 'share' ? null : (years.get(of_agent_id) ?? null)

/** Lines as the audit log keeps them: bigints are no JSON. */
const plain = (lines: readonly Line[]) =>
  lines.map(({ name, label, rule, amount, tax }) => ({ name, label, rule, amount: Number(amount), tax: Number(tax) }))

/** Takes back what was stated when a deal is opened again: each line by one that points to it. */
export async function reopenStatement(ctx: Change, dealId: number): Promise<void> {
  const facts = await lockFacts(ctx, dealId)
  if (!facts || !(await isStated(ctx, dealId))) return
  await lockAgents(ctx, agentsOn(facts))
  const standing = standingLines(await linesOf(ctx, dealId))
  const closed = (await statementsOf(ctx, dealId)).findLast(({ kind }) => kind === 'closing')
  const id = await insertStatement(
    ctx,
    {
      deal_id: dealId,
      kind: 'reopening',
      closed_on: closed?.closed_on ?? '',
      gross: BigInt(facts.gross),
      reason: 'The deal was opened again.',
    },
    standing.map(line => ({
      ...withoutIds(line),
      amount: -line.amount,
      tax: -line.tax,
      taxes: negated(line.taxes),
      base: -line.base,
      corrects: line.id,
    })),
  )
  ctx.audit({
    subject: 'commission_statement',
    subject_id: id,
    after: { deal_id: dealId, takes_back: closed?.number ?? null },
  })
  await publishChange(ctx, facts, 'reopening')
}

const negated = (taxes: readonly TaxPart[]): TaxPart[] => taxes.map(tax => ({ ...tax, amount: -tax.amount }))

const withoutIds = ({ id: _, statement: __, ...line }: StoredLine) => line

/** A correction of a line: what it should have been, and why. Money is in cents. */
export interface Correction {
  line: StoredLine
  amount: bigint
  reason: string
  /** What corrections before it have made of the line. */
  now: bigint
}

/** Adds the difference as a line that points to the old one, and takes it from the brokerage, so that the sum stays. */
export async function correctLine(
  ctx: Change,
  dealId: number,
  { line, amount, reason, now }: Correction,
): Promise<void> {
  const facts = await lockFacts(ctx, dealId)
  if (!facts) return
  await lockAgents(ctx, agentsOn(facts))
  const closed = (await statementsOf(ctx, dealId)).findLast(({ kind }) => kind === 'closing')
  const difference = amount - now
  const change = {
    ...withoutIds(line),
    corrects: line.id,
    rule: reason,
    base: difference,
    rate: null,
    rounding: 'exact' as const,
  }
  // The brokerage's line charges no more tax than the other one gives up.
  const taxes = taxPartsOf(difference, line.taxes)
  const tax = sumOf(taxes)
  const id = await insertStatement(
    ctx,
    { deal_id: dealId, kind: 'correction', closed_on: closed?.closed_on ?? '', gross: BigInt(facts.gross), reason },
    [
      { ...change, amount: difference, tax, taxes },
      {
        ...change,
        party: 'brokerage',
        agent_id: null,
        name: HOUSE,
        split_id: null,
        amount: -difference,
        tax: -tax,
        taxes: negated(taxes),
        rounding: 'rest',
      },
    ],
  )
  ctx.audit({
    subject: 'commission_statement',
    subject_id: id,
    before: { line: line.id, name: line.name, label: line.label, amount: Number(now) },
    after: { line: line.id, name: line.name, label: line.label, amount: Number(amount), reason },
  })
  await keepParts(ctx, dealId, keptOf(facts, standingLines(await linesOf(ctx, dealId))))
  await publishChange(ctx, facts, 'correction')
}

/** Whoever looks at this deal fetches again, and the open deals of its agents are computed anew. */
async function publishChange(ctx: Change, facts: DealFacts, kind: StatementKind): Promise<void> {
  ctx.changed('commission', [facts.id], await dealAudience(ctx, [facts.id]))
  ctx.changed('deals', [facts.id], await dealAudience(ctx, [facts.id]))
  await ctx.enqueue(renewProjections, { agent_ids: agentsOn(facts), cause: { kind, deal_id: facts.id } })
}
