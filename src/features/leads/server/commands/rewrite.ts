import type { Change } from '../../../../platform/server/context.ts'
import { leadAgentsChanged, leadStatusesChanged, leadsRewritten } from '../../events.ts'
import { foldEmail } from '../../rules.ts'
import { type LeadRecord, writeRecords } from '../queries/records.ts'
import { recallAfterNewAddress } from './links.ts'
import { publishLeads } from './publish.ts'
import { scoreColumns } from './score.ts'

/** A record as it was when it was locked, and as it shall be. */
export interface LeadRewrite {
  before: LeadRecord
  after: LeadRecord
}

interface Rewritten extends LeadRewrite {
  columns: string[]
}

/**
 * Writes records as a whole, many at once: with the score and the key that follow from them, their tags and areas, and
 * everything that others hear of. The records must be locked; records that stay the same are left alone.
 */
export async function rewriteLeads(ctx: Change, rewrites: readonly LeadRewrite[]): Promise<void> {
  const changed = rewrites.flatMap(rewrite => rewrittenOf(rewrite, ctx.now))
  if (changed.length === 0) return
  const columns = [...new Set([...changed.flatMap(rewrite => rewrite.columns), 'lead_score', 'score_parts'])]
  await writeRecords(
    ctx,
    changed.map(rewrite => rewrite.after),
    columns,
  )
  await recallAfterNewAddress(ctx, changed)
  await publishRewritten(ctx, changed)
}

function rewrittenOf({ before, after }: LeadRewrite, now: Date): Rewritten[] {
  const whole = { ...after, email_key: foldEmail(after.email_private ?? after.email) }
  const columns = changedColumns(before, whole)
  return columns.length === 0 ? [] : [{ before, after: { ...whole, ...scoreColumns(whole, now) }, columns }]
}

/** The columns in which two states of a record differ. */
export const changedColumns = (before: LeadRecord, after: LeadRecord): string[] =>
  Object.keys(after).filter(name => JSON.stringify(after[name]) !== JSON.stringify(before[name]))

const pick = (record: LeadRecord, columns: readonly string[]) =>
  Object.fromEntries(columns.map(name => [name, record[name]]))

async function publishRewritten(ctx: Change, changed: readonly Rewritten[]): Promise<void> {
  await leadsRewritten.emit(ctx, {
    leads: changed.map(({ before, after, columns }) => ({
      id: after.id,
      agent_id: after.agent_id,
      before: pick(before, columns),
      after: pick(after, columns),
    })),
  })
  const agents = changed.filter(({ before, after }) => before.agent_id !== after.agent_id)
  if (agents.length > 0)
    await leadAgentsChanged.emit(ctx, {
      leads: agents.map(({ before, after }) => ({ id: after.id, before: before.agent_id, after: after.agent_id })),
    })
  const statuses = changed.filter(({ before, after }) => before.status_value !== after.status_value)
  if (statuses.length > 0)
    await leadStatusesChanged.emit(ctx, {
      leads: statuses.map(({ before, after }) => ({
        id: after.id,
        agent_id: after.agent_id,
        before: before.status_value,
        after: after.status_value,
      })),
      note: '',
      stopped_campaigns: [],
    })
  publishLeads(
    ctx,
    changed.map(({ before, after }) => ({ id: after.id, agents: [before.agent_id, after.agent_id] })),
  )
}
