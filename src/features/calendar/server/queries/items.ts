import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { region } from '../../../../product/region/region.ts'
import { fullName } from '../../../leads/rules.ts'
import type { CalendarItem, CalendarKind, ShowingItem, TaskItem } from '../../rules/items.ts'

/** An item with whose it is. */
export interface OwnedItem {
  item: CalendarItem
  /** The user in whose calendar it belongs; `null` when nobody has it, or nobody who may still sign in. */
  owner: number | null
  /** What the page of its lead is found by. */
  lead: Pick<Row<'leads'>, 'id' | 'first_name' | 'last_name'>
}

type Named = Pick<Row<'leads'>, 'first_name' | 'last_name'> & { owner: number | null; lead_id: number }

/** The columns that both kinds share; the lead is `l`, the user of its agent or of the task's is `u`. */
const shared = sql`l.id AS lead_id, l.first_name, l.last_name, CASE WHEN u.is_active THEN u.id END AS owner`

/** Whose an item of a lead is, beside the item itself. */
function ownerOf({ lead_id: id, first_name, last_name, owner }: Named): Omit<OwnedItem, 'item'> {
  return { owner, lead: { id, first_name, last_name } }
}

async function taskItem({ db }: QueryContext, id: number): Promise<OwnedItem | null> {
  const { rows } = await sql<Omit<TaskItem, 'lead_name'> & Named>`
    SELECT 'task' AS kind, t.id, ${shared}, coalesce(u.zone, ${region.zone}) AS zone, t.updated_at,
      t.deleted_at IS NOT NULL OR l.deleted_at IS NOT NULL AS is_gone,
      t.task_type, t.subject, t.content, t.location, t.scheduled_at, t.duration, t.completed
    FROM tasks t JOIN leads l ON l.id = t.lead_id
    LEFT JOIN agents a ON a.id = t.agent_id LEFT JOIN users u ON u.id = a.user_id
    WHERE t.id = ${id}`.execute(db)
  const [row] = rows
  return row ? { item: { ...row, lead_name: fullName(row) }, ...ownerOf(row) } : null
}

async function showingItem({ db }: QueryContext, id: number): Promise<OwnedItem | null> {
  const { rows } = await sql<Omit<ShowingItem, 'lead_name'> & Named>`
    SELECT 'showing' AS kind, s.id, ${shared}, s.zone, s.updated_at,
      s.deleted_at IS NOT NULL OR l.deleted_at IS NOT NULL AS is_gone,
      s.address_formatted AS address, s.starts_at, s.ends_at, s.status
    FROM showings s JOIN leads l ON l.id = s.lead_id
    LEFT JOIN agents a ON a.id = l.agent_id LEFT JOIN users u ON u.id = a.user_id
    WHERE s.id = ${id}`.execute(db)
  const [row] = rows
  return row ? { item: { ...row, lead_name: fullName(row) }, ...ownerOf(row) } : null
}

/** A task or a showing as it is now, whoever asks; `null` when there is none of that id any more. */
export const itemOf = (ctx: QueryContext, kind: CalendarKind, id: number): Promise<OwnedItem | null> =>
  kind === 'task' ? taskItem(ctx, id) : showingItem(ctx, id)
