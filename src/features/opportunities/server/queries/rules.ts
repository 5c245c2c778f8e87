import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { OpportunityRule } from '../../contract.ts'
import { opportunityTypeOf } from '../../rules/opportunityTypes.ts'

type Stored = Omit<OpportunityRule, 'name'>

/** Templates that were deleted are proposed no longer, and are again once they are restored. */
const kept = (column: 'default_message_template_id' | 'default_email_template_id') => sql`
  (SELECT id FROM templates WHERE id = t.${sql.ref(column)} AND deleted_at IS NULL) AS ${sql.ref(column)}`

/** When each type arises and what is proposed then, in the order of their ids. */
export async function opportunityRules({ db }: Pick<QueryContext, 'db'>): Promise<OpportunityRule[]> {
  const { rows } = await sql<Stored>`
    SELECT t.id, t.is_on, t.times, t.days, ${kept('default_message_template_id')}, ${kept('default_email_template_id')}
    FROM opportunity_types t ORDER BY t.id`.execute(db)
  return rows.flatMap(row => {
    const type = opportunityTypeOf(row.id)
    return type ? [{ ...row, name: type.name }] : []
  })
}

/** What may be changed of a type; what is left out stays. */
export type RuleChanges = Partial<Omit<OpportunityRule, 'id' | 'name'>>

/** Writes it. */
export async function writeRule(ctx: Change, id: number, changes: RuleChanges): Promise<void> {
  await ctx.db
    .updateTable('opportunity_types')
    .set({ ...changes, updated_at: ctx.now })
    .where('id', '=', id)
    .execute()
}

/** Those of the ids that are default templates of the brokerage for that platform. */
export async function defaultTemplates(
  ctx: Pick<QueryContext, 'db'>,
  platform: 'text' | 'email',
  ids: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM templates WHERE id = ANY(${[...ids]}::int[]) AND platform = ${platform} AND user_id IS NULL
      AND NOT is_marketing AND deleted_at IS NULL`.execute(ctx.db)
  return rows.map(({ id }) => id)
}
