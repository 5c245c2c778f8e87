import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { eraseIntakeOf } from '../../../intake/server/commands/traces.ts'
import { leadsRemoved } from '../../../leads/events.ts'
import { publishLeads } from '../../../leads/server/commands/publish.ts'
import type { Erasure, KeptRecords, RecordCount } from '../../contract.ts'
import { anonymousTables, labelOf } from '../../rules.ts'
import { redactAudit } from '../queries/audit.ts'
import { agentsOfLeads, clearCopies, contactsOf, deleteLeads, erasureById, insertErasure } from '../queries/erasures.ts'
import { deleteMessages, soleMessageIds } from '../queries/linked.ts'
import { countOwned, deleteOwned, leadsOfPerson, type OwnedTable, ownedTables } from '../queries/owned.ts'
import { keptTrades, releaseClients } from '../queries/trades.ts'

/** What is held of a person: the leads they are, what goes with them, and what stays. */
export interface Holdings {
  ids: number[]
  tables: OwnedTable[]
  kept: KeptRecords[]
}

/** Looks up what is held of whoever this lead is, with those that went up in it. */
export async function holdingsOf(ctx: QueryContext, leadId: number): Promise<Holdings> {
  const ids = await leadsOfPerson(ctx, leadId)
  const tables = await ownedTables(ctx, ids)
  return {
    ids,
    tables: tables.filter(({ table }) => !anonymousTables.includes(table)),
    kept: await keptTrades(ctx, ids),
  }
}

/** How many records of each kind, the most first. */
export async function countHoldings(
  ctx: QueryContext,
  tables: readonly OwnedTable[],
): Promise<(RecordCount & { table: string })[]> {
  const counts: (RecordCount & { table: string })[] = []
  for (const owned of tables) {
    const count = await countOwned(ctx, owned)
    if (count > 0) counts.push({ table: owned.table, what: labelOf(owned.table), count })
  }
  return counts.toSorted((a, b) => b.count - a.count)
}

/**
 * Erases a person for good: every row that belongs to them, e-mails that were written to them alone, copies elsewhere, and what the
 * audit log holds of them. Records of trades stay without the link, as long as the law wants them. Answers the record of it, which
 * names nobody.
 */
export async function erasePerson(ctx: Change, leadId: number, reason: string): Promise<Erasure> {
  const { ids, tables, kept } = await holdingsOf(ctx, leadId)
  const leads = await agentsOfLeads(ctx, ids)
  await leadsRemoved.emit(ctx, { leads })
  const messages = await soleMessageIds(ctx, ids)
  const contacts = await contactsOf(ctx, ids)
  const copies = await clearCopies(ctx, ids, contacts)
  const removed = new Map(Object.entries({ ...copies, ...(await eraseIntakeOf(ctx, contacts)) }))
  await releaseClients(ctx, ids)
  // The farthest first: nothing may refer to what goes.
  for (const owned of tables.filter(({ table }) => table !== 'leads').toSorted((a, b) => b.depth - a.depth))
    removed.set(owned.table, (removed.get(owned.table) ?? 0) + (await deleteOwned(ctx, owned)))
  removed.set('email_messages', await deleteMessages(ctx, messages))
  await deleteLeads(ctx, ids)
  const id = await insertErasure(ctx, { lead_id: leadId, reason, removed: labelled(removed), kept })
  await redactAudit(ctx, id, ids)
  ctx.audit({ subject: 'erasure', subject_id: id, after: { lead_id: leadId, kept: kept.length } })
  ctx.changed('privacy', [id], ['right:manage_users'])
  publishLeads(
    ctx,
    leads.map(({ id: one, agent_id }) => ({ id: one, agents: [agent_id] })),
  )
  return erasureById(ctx, id)
}

const labelled = (counts: ReadonlyMap<string, number>): RecordCount[] =>
  [...counts]
    .flatMap(([table, count]) => (count > 0 ? [{ what: labelOf(table), count }] : []))
    .toSorted((a, b) => b.count - a.count)
