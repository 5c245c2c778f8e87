import type pg from 'pg'
import type { Acknowledged } from './crash-writers.ts'

/** Transfers, merges and deals that were acknowledged and are gone, or of which only a part is there. */
export async function halfDone(client: pg.Client, { transferred, merged, deals }: Acknowledged): Promise<string[]> {
  const rows = async (text: string): Promise<Record<string, unknown>[]> => (await client.query(text)).rows
  const open = await rows(`
    SELECT t.lead_id, count(*)::int AS transfers,
      (SELECT count(*)::int FROM audit_entries a WHERE a.call = 'transfers.send' AND a.outcome = 'done'
         AND audit_references(a.subject, a.subject_id, a.changes) && ARRAY['lead ' || t.lead_id]) AS entries
    FROM lead_transfers t JOIN leads l ON l.id = t.lead_id WHERE l.last_name LIKE 'crash-%' GROUP BY t.lead_id`)
  const merges = await rows(`
    SELECT l.id, l.merged_into, l.deleted_at IS NOT NULL AS is_gone,
      (SELECT count(*)::int FROM lead_merges m WHERE m.merged_id = l.id AND m.lead_id = l.merged_into) AS merges,
      (SELECT count(*)::int FROM milestones m WHERE m.lead_id = l.id) AS left_behind
    FROM leads l WHERE l.last_name LIKE 'crash-%' AND (
      l.merged_into IS NOT NULL OR EXISTS (SELECT FROM lead_merges m WHERE m.merged_id = l.id))`)
  const stored = await rows(`
    SELECT d.id, d.street_name, (SELECT count(*)::int FROM deal_clients c WHERE c.deal_id = d.id) AS clients,
      (SELECT count(*)::int FROM deal_splits s WHERE s.deal_id = d.id) AS splits,
      (SELECT count(*)::int FROM deal_documents f WHERE f.deal_id = d.id) AS documents
    FROM deals d WHERE d.street_name LIKE 'crash-%'`)
  const sent = new Map(open.map(row => [Number(row.lead_id), row]))
  const into = new Map(merges.map(row => [Number(row.id), Number(row.merged_into)]))
  const names = new Map(stored.map(row => [Number(row.id), row.street_name]))
  return [
    ...[...transferred].filter(id => !sent.has(id)).map(id => `lead ${id} was sent, and no transfer is there`),
    ...open
      .filter(({ transfers, entries }) => transfers !== 1 || entries !== 1)
      .map(row => `a transfer is half there: ${JSON.stringify(row)}`),
    ...[...merged].filter(([id, kept]) => into.get(id) !== kept).map(([id]) => `lead ${id} was merged, and is not`),
    ...merges
      .filter(({ is_gone, merges: count, left_behind }) => !is_gone || count !== 1 || left_behind !== 0)
      .map(row => `a merge is half there: ${JSON.stringify(row)}`),
    ...[...deals].filter(([id, name]) => names.get(id) !== name).map(([id]) => `deal ${id} was submitted and is gone`),
    ...stored
      .filter(({ clients, splits, documents }) => clients !== 1 || splits !== 1 || documents !== 1)
      .map(row => `a deal is half there: ${JSON.stringify(row)}`),
  ]
}
