import type { Change } from '../../../../platform/server/context.ts'
import { recordConsents } from '../../../consent/server/commands.ts'
import type { Keyword } from '../../rules/keywords.ts'
import { giveToLead } from '../queries/texts.ts'

/** What a word says goes into the ledgers of those whose number it came from, with the text itself as its evidence. */
export async function recordWord(
  ctx: Change,
  leadIds: readonly number[],
  { body, from }: { body: string; from: string },
  keyword: Keyword,
): Promise<void> {
  if (keyword === 'help') return
  await recordConsents(
    ctx,
    leadIds.map(lead_id => ({
      lead_id,
      channel: 'text',
      kind: keyword === 'stop' ? 'withdrawn' : 'express',
      source: 'Text message',
      evidence: `“${body.trim()}” from ${from}`,
    })),
  )
}

/** Gives the texts of a number that nobody knew to the lead whose it is: what they said last about texts holds for that lead. */
export async function adoptTexts(ctx: Change, number: string, leadId: number): Promise<void> {
  const adopted = await giveToLead(ctx, number, leadId)
  const last = adopted.findLast(
    ({ direction, keyword }) => direction === 'in' && keyword !== null && keyword !== 'help',
  )
  if (last?.keyword) await recordWord(ctx, [leadId], { body: last.body || last.keyword, from: number }, last.keyword)
}
