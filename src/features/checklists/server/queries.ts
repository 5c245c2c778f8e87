import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../platform/server/context.ts'
import type { Row } from '../../../platform/server/database/rows.ts'
import { clientTitleName } from '../../deals/rules/clients.ts'
import type { Checklist, ChecklistItem } from '../contract.ts'
import type { NewItem } from '../rules.ts'

type Asking = Pick<QueryContext, 'db'>

interface StoredChecklist
  extends Pick<
    Row<'checklists'>,
    | 'id'
    | 'lonewolf_deal_type_id'
    | 'lonewolf_deal_status_id'
    | 'transaction_fee'
    | 'listing_lawyer_information'
    | 'buyer_lawyer_information'
    | 'notes'
  > {
  items: ChecklistItem[]
}

/** The checklists of a deal, the first one first; the fee in dollars. */
export async function checklistsOf({ db }: Asking, dealId: number): Promise<Checklist[]> {
  const { rows } = await sql<StoredChecklist>`
    SELECT c.id, c.lonewolf_deal_type_id, c.lonewolf_deal_status_id, c.transaction_fee, c.listing_lawyer_information,
      c.buyer_lawyer_information, c.notes,
      coalesce((SELECT jsonb_agg(jsonb_build_object(
          'id', i.id, 'title', i.title, 'is_completed', i.is_completed, 'is_priority', i.is_priority, 'comment', i.comment,
          'is_active', i.is_active, 'parent_id', i.parent_id,
          'completed_at', to_char(i.completed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
          'completed_by', trim(u.first_name || ' ' || u.last_name)) ORDER BY i.position, i.id)
        FROM checklist_items i LEFT JOIN users u ON u.id = i.completed_by WHERE i.checklist_id = c.id), '[]') AS items
    FROM checklists c WHERE c.deal_id = ${dealId} ORDER BY c.id`.execute(db)
  return rows.map(({ transaction_fee, ...checklist }) => ({
    ...checklist,
    transaction_fee: transaction_fee === null ? null : transaction_fee / 100,
  }))
}

/** How the clients of a deal are called in titles, in order. */
export async function clientNames({ db }: Asking, dealId: number): Promise<{ name: string }[]> {
  const { rows } = await sql<Pick<Row<'deal_clients'>, 'first_name' | 'last_name'>>`
    SELECT first_name, last_name FROM deal_clients WHERE deal_id = ${dealId} ORDER BY position, id`.execute(db)
  return rows.map((client, place) => ({ name: clientTitleName(client, place) }))
}

/** Stores a checklist with its items; answers its id. */
export async function insertChecklist({ db, now }: Change, dealId: number, items: readonly NewItem[]): Promise<number> {
  const { id } = await db
    .insertInto('checklists')
    .values({ deal_id: dealId, created_at: now.toISOString(), updated_at: now.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (items.length === 0) return id
  const stored = await db
    .insertInto('checklist_items')
    .values(
      items.map(({ title, is_priority = false }, position) => ({ checklist_id: id, title, is_priority, position })),
    )
    .returning(['id', 'position'])
    .execute()
  const children = stored.flatMap(parent =>
    (items[parent.position]?.children ?? []).map((title, position) => ({
      checklist_id: id,
      parent_id: parent.id,
      title,
      position,
    })),
  )
  if (children.length > 0) await db.insertInto('checklist_items').values(children).execute()
  return id
}

/** Columns of a checklist that change one at a time; the fee in cents. */
export type ChecklistColumns = Partial<
  Pick<
    Row<'checklists'>,
    | 'lonewolf_deal_type_id'
    | 'lonewolf_deal_status_id'
    | 'transaction_fee'
    | 'listing_lawyer_information'
    | 'buyer_lawyer_information'
    | 'notes'
  >
>

/** Changes columns of a checklist. */
export async function writeChecklist({ db, now }: Change, id: number, columns: ChecklistColumns): Promise<void> {
  await db
    .updateTable('checklists')
    .set(eb => ({ ...columns, updated_at: now.toISOString(), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** Columns of an item that change one at a time. */
export type ItemColumns = Partial<
  Pick<
    Row<'checklist_items'>,
    'is_completed' | 'is_priority' | 'is_active' | 'comment' | 'completed_at' | 'completed_by'
  >
>

/** Changes columns of an item. */
export async function writeItem({ db }: Change, id: number, columns: ItemColumns): Promise<void> {
  await db.updateTable('checklist_items').set(columns).where('id', '=', id).execute()
}

/** Adds an item after the others. */
export async function insertItem(
  { db }: Change,
  item: Pick<Row<'checklist_items'>, 'checklist_id' | 'title' | 'parent_id' | 'position'>,
): Promise<number> {
  const { id } = await db.insertInto('checklist_items').values(item).returning('id').executeTakeFirstOrThrow()
  return id
}
