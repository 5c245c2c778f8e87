import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { QueryContext } from '../../../platform/server/context.ts'
import { intakeOf } from '../../intake/server/commands/traces.ts'
import { lockLead, requireLead } from '../../leads/server/queries/leads.ts'
import type { privacyCalls, Retention } from '../contract.ts'
import { labelOf } from '../rules.ts'
import { countHoldings, erasePerson, holdingsOf } from './commands/erase.ts'
import { limitsOf } from './commands/retention.ts'
import { contactsOf, erasurePage } from './queries/erasures.ts'
import { linkedRecords, recordsByContact } from './queries/linked.ts'
import { leadsOfPerson, ownedTables, rowsOwned } from './queries/owned.ts'
import { countExpired, retentionOf, storeRetention } from './queries/retention.ts'

export const privacyHandlers: Handlers<typeof privacyCalls> = {
  erasures: erasurePage,

  async retention(ctx, asked) {
    return stateOf(ctx, { ...(await retentionOf(ctx)), ...asked })
  },

  async setRetention(ctx, { reason, ...wanted }) {
    const before = await retentionOf(ctx)
    await storeRetention(ctx, wanted)
    ctx.audit({
      subject: 'retention',
      subject_id: 'retention',
      before,
      after: { ...wanted, ...(reason ? { reason } : {}) },
    })
    ctx.changed('privacy', [], ['right:manage_users'])
    return stateOf(ctx, wanted)
  },

  async preview(ctx, { leadId }) {
    const { first_name, last_name } = await requireLead(ctx, leadId)
    const { tables, kept } = await holdingsOf(ctx, leadId)
    const removed = (await countHoldings(ctx, tables)).map(({ what, count }) => ({ what, count }))
    return { lead_id: leadId, name: `${first_name} ${last_name}`.trim() || 'No name', removed, kept }
  },

  async export(ctx, { leadId }) {
    await requireLead(ctx, leadId)
    const ids = await leadsOfPerson(ctx, leadId)
    const entries = [...(await recordsOf(ctx, ids))].filter(([, rows]) => rows.length > 0)
    ctx.audit({ subject: 'lead', subject_id: leadId, after: { exported: entries.length } })
    return {
      lead_id: leadId,
      exported_at: ctx.now.toISOString(),
      contents: entries.map(([table, rows]) => ({ table, what: labelOf(table), count: rows.length })),
      tables: Object.fromEntries(entries),
    }
  },

  async erase(ctx, { leadId, reason }) {
    await lockLead(ctx, leadId)
    return erasePerson(ctx, leadId, reason)
  },
}

/** Every row that is held of these leads, by table: what belongs to them, what names them, and what only their contacts lead to. */
async function recordsOf(ctx: QueryContext, ids: readonly number[]): Promise<Map<string, Record<string, unknown>[]>> {
  const records = new Map<string, Record<string, unknown>[]>()
  const add = (table: string, rows: readonly Record<string, unknown>[]) =>
    void records.set(table, [...(records.get(table) ?? []), ...rows])
  for (const one of await ownedTables(ctx, ids)) add(one.table, await rowsOwned(ctx, one))
  for (const [table, rows] of await linkedRecords(ctx, ids)) add(table, rows)
  const contacts = await contactsOf(ctx, ids)
  for (const [table, rows] of await recordsByContact(ctx, contacts)) add(table, rows)
  for (const [table, rows] of Object.entries(await intakeOf(ctx, contacts))) add(table, rows)
  return records
}

async function stateOf(ctx: QueryContext, retention: Retention) {
  return { ...retention, ...(await countExpired(ctx, limitsOf(ctx, retention))) }
}
