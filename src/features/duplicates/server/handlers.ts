import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import { pageOfWhole } from '../../../platform/server/calls/page.ts'
import type { ReadContext, WriteContext } from '../../../platform/server/context.ts'
import { invalid, notFound } from '../../../platform/server/errors.ts'
import { requireFullLead, requireLead } from '../../leads/server/queries/leads.ts'
import { readRecords } from '../../leads/server/queries/records.ts'
import type { Comparison, duplicateCalls } from '../contract.ts'
import { differs, fieldList, suggestedChoice } from '../rules/merging.ts'
import { movedLabel } from '../rules/wording.ts'
import { publishPairs } from './commands/look.ts'
import { mergeLeads, whyNotMerge } from './commands/merge.ts'
import { undoMerge } from './commands/undo.ts'
import { aliasesOf, pageOfMerges, requireMerge } from './queries/merges.ts'
import { rowsOf } from './queries/moving.ts'
import { openPairs, pageOfPairs, pairsOfLead, requirePair, sidesById, writeDismissal } from './queries/pairs.ts'
import { recordNamesOf } from './queries/recordNames.ts'

/** The badge counts no further. */
const MAX_COUNTED = 100
/** Reads inside a write go through its transaction. */
const inside = (ctx: WriteContext): ReadContext => ctx

export const duplicateHandlers: Handlers<typeof duplicateCalls> = {
  list: (ctx, input) => pageOfPairs(ctx, input),

  async count(ctx) {
    const count = await openPairs(ctx, MAX_COUNTED)
    return { count: Math.min(count, MAX_COUNTED), is_estimate: count > MAX_COUNTED }
  },

  async ofLead(ctx, { id, ...asked }) {
    const lead = await requireLead(ctx, id)
    const pairs = pageOfWhole(await pairsOfLead(ctx, lead.id), { asked })
    return { ...pairs, also_known_by: await aliasesOf(ctx, lead.id) }
  },

  dismiss: (ctx, { id }) => decide(ctx, id, true),
  offerAgain: (ctx, { id }) => decide(ctx, id, false),

  compare: (ctx, { id, with: other }) => compare(ctx, id, other),

  async merge(ctx, { id, with: other, with_version, fields }, { ifMatch }) {
    const versions = { lead: ifMatch, other: with_version ?? null }
    const merge = await mergeLeads(ctx, { id, with: other, fields: fields ?? {}, versions })
    return { lead: await requireFullLead(inside(ctx), id), merge: await requireMerge(ctx, merge) }
  },

  merges: (ctx, input) => pageOfMerges(ctx, input),

  async undo(ctx, { id }) {
    const kept = await undoMerge(ctx, id)
    return { merge: await requireMerge(ctx, id), kept }
  },
}

async function decide(ctx: WriteContext, id: number, dismissed: boolean) {
  const before = await requirePair(ctx, id)
  await writeDismissal(ctx, id, dismissed)
  const pair = await requirePair(ctx, id)
  ctx.audit({
    subject: 'duplicate',
    subject_id: id,
    before: { dismissed_at: before.dismissed_at, leads: before.leads.map(lead => lead.id) },
    after: { dismissed_at: pair.dismissed_at },
  })
  await publishPairs(
    ctx,
    pair.leads.map(lead => lead.id),
  )
  return pair
}

async function compare(ctx: ReadContext, id: number, otherId: number): Promise<Comparison> {
  if (id === otherId) throw invalid({ with: ['with must be another lead.'] })
  await requireLead(ctx, id)
  await requireLead(ctx, otherId)
  const sides = await sidesById(ctx, [id, otherId])
  const records = await readRecords(ctx, [id, otherId])
  const [lead, other] = [records.get(id), records.get(otherId)]
  const [leadSide, otherSide] = [sides.get(id), sides.get(otherId)]
  if (!lead || !other || !leadSide || !otherSide) throw notFound('lead')
  const words = await recordNamesOf(ctx, [lead, other])
  const fields = fieldList
    .filter(([, field]) => differs(field, lead, other))
    .map(([name, field]) => ({
      field: name,
      label: field.label,
      this: words(name, lead),
      other: words(name, other),
      suggested: suggestedChoice(name, lead, other),
      is_list: field.isList ?? false,
    }))
  const rows = await rowsOf(ctx, otherId)
  return {
    lead: leadSide,
    other: otherSide,
    fields,
    moves: [...rows]
      .filter(([, count]) => count > 0)
      .map(([table, count]) => ({ label: movedLabel(table, count), count })),
    refusal: whyNotMerge(ctx.viewer, lead, other),
  }
}
