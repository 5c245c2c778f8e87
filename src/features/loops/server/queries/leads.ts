import { sql } from 'kysely'
import type { QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { lookingUp } from '../../../deals/server/commands/matching.ts'
import { listed } from '../../../leads/server/queries/filters.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'

type Asking = QueryContext & { viewer: Viewer }

/** A lead by the e-mail address that a loop names. */
export type MatchedLead = Pick<Row<'leads'>, 'id' | 'first_name' | 'last_name'> & { asked: string; email: string }

/** The leads with one of these e-mail addresses, the last active of each, among those whom the viewer matches with clients. */
export async function leadsByEmail(ctx: Asking, emails: readonly string[]): Promise<MatchedLead[]> {
  const { rows } = await sql<MatchedLead>`
    SELECT DISTINCT ON (asked) asked, id, first_name, last_name, coalesce(email, '') AS email
    FROM unnest(${[...emails]}::text[]) AS asked JOIN leads ON email_key = folded_email(asked)
    WHERE ${visibleLeads(lookingUp(ctx))} AND ${listed} ORDER BY asked, last_active_at DESC, id`.execute(ctx.db)
  return rows
}
