import { type RawBuilder, sql } from 'kysely'
import type { Change } from '../../../../platform/server/context.ts'

/** Fields of an audited change that only list leads by their ids. */
const lists = sql`ARRAY['lead_ids', 'leads', 'ids', 'created']`

/** Whether a change of an entry (`one`) is about these leads by itself, and not one of many that it lists. */
export const aboutOne = (ids: readonly number[]): RawBuilder<boolean> => sql<boolean>`
  audit_references(one ->> 'subject', one ->> 'subject_id', jsonb_build_array(one || jsonb_build_object(
    'before', CASE WHEN jsonb_typeof(one -> 'before') = 'object' THEN (one -> 'before') - ${lists} END,
    'after', CASE WHEN jsonb_typeof(one -> 'after') = 'object' THEN (one -> 'after') - ${lists} END)))
  && ${ids.map(id => `lead ${id}`)}::text[]`

/**
 * Takes out of the audit log what it holds of these leads, before and after, and what was sent with the call; that it was done, by
 * whom and when stays. Entries that only list them among others hold nothing of them and stay as they are.
 */
export async function redactAudit(ctx: Change, erasureId: number, ids: readonly number[]): Promise<void> {
  await sql`SELECT set_config('keyturn.erasure', ${String(erasureId)}, true)`.execute(ctx.db)
  await sql`
    UPDATE audit_entries SET erasure_id = ${erasureId},
      input = CASE WHEN jsonb_typeof(input) = 'object' THEN (
        SELECT coalesce(jsonb_object_agg(key, value), '{}') FROM jsonb_each(input) WHERE jsonb_typeof(value) IN ('number', 'boolean'))
      END,
      changes = (
        SELECT jsonb_agg(CASE WHEN ${aboutOne(ids)}
          THEN jsonb_build_object('subject', one -> 'subject', 'subject_id', one -> 'subject_id') ELSE one END)
        FROM jsonb_array_elements(changes) AS one)
    WHERE audit_references(subject, subject_id, changes) && ${ids.map(id => `lead ${id}`)}::text[]
      AND jsonb_typeof(changes) = 'array'
      AND EXISTS (SELECT FROM jsonb_array_elements(changes) AS one WHERE ${aboutOne(ids)})`.execute(ctx.db)
}
