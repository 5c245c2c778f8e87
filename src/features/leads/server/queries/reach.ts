import { sql } from 'kysely'
import type { Change, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { Skipped } from '../../../bulk/contract.ts'
import { openableLeads, withinReach } from './filters.ts'

/** Chosen leads, as far as a bulk change may touch them; the rest with why not. */
export interface Reached {
  leads: { id: number; is_personal: boolean }[]
  skipped: Skipped[]
}

/**
 * Asks at the time of a change who of the chosen leads is still there and the viewer's to change, and locks those. What is
 * outside the viewer's reach is told like what does not exist.
 */
export async function reachedLeads(ctx: Change & { viewer: Viewer }, ids: readonly number[]): Promise<Reached> {
  const { rows } = await sql<Pick<Row<'leads'>, 'id' | 'is_personal'> & { is_deleted: boolean }>`
    SELECT id, is_personal, deleted_at IS NOT NULL AS is_deleted FROM leads
    WHERE id = ANY(${[...ids]}::int[]) AND ${withinReach(ctx.viewer) ?? sql`true`}
      AND ${openableLeads(ctx.viewer) ?? sql`true`}
    ORDER BY id FOR UPDATE`.execute(ctx.db)
  const leads = rows.filter(lead => !lead.is_deleted)
  return {
    leads,
    skipped: skippedReasons([
      { reason: 'deleted', count: rows.length - leads.length },
      { reason: 'gone or no longer yours', count: ids.length - rows.length },
    ]),
  }
}

/** Only the reasons that apply. */
export const skippedReasons = (skipped: readonly Skipped[]): Skipped[] => skipped.filter(({ count }) => count > 0)
