import { sql } from 'kysely'
import type { Demo, DemoPart } from '../../platform/demo/part.ts'
import { randomOf } from '../../platform/demo/random.ts'
import type { Row } from '../../platform/server/database/rows.ts'
import { itemsFor } from './rules.ts'

const notes = [
  'Sellers stay until noon on closing day. Fridge and the two hallway mirrors are excluded.',
  'Keys at the lawyer’s office.',
  'Buyer asked for one more visit before closing.',
  '',
]
const comments = [
  'Passport copy is cut off at the edge, ask again',
  'Inspector back Monday',
  'Sent to the lawyer',
  'Waiting for the lender',
]
const lawyers = ['F. Marchand, Pape Village Law', 'Osei & Tran LLP, (416) 555-0144', '']

type DemoDeal = Pick<Row<'deals'>, 'id' | 'type' | 'status' | 'author_user_id' | 'updated_at'> & {
  clients: { name: string }[]
}

/** The checklists of the demo's deals: all done on closed ones, the more the further an open one is. */
export const demo: DemoPart = { addDailyWork: addChecklists }

async function addChecklists(demo: Demo): Promise<void> {
  const { rows: deals } = await sql<DemoDeal>`
    SELECT d.id, d.type, d.status, d.author_user_id, d.updated_at,
      coalesce((SELECT jsonb_agg(jsonb_build_object('name', trim(c.first_name || ' ' || c.last_name)) ORDER BY c.position)
        FROM deal_clients c WHERE c.deal_id = d.id), '[]') AS clients
    FROM deals d ORDER BY d.id`.execute(demo.db)
  for (const deal of deals) await addChecklist(demo, deal)
}

async function addChecklist({ db, seed }: Demo, deal: DemoDeal): Promise<void> {
  const random = randomOf(seed, 11_000 + deal.id)
  const isDone = () => deal.status === 5 || random.happens(deal.status * 0.2)
  const stateOf = (title: string, position: number, isPriority = false) => {
    const is_completed = isDone()
    return {
      title,
      position,
      is_completed,
      is_priority: isPriority,
      comment: !is_completed && random.happens(0.12) ? random.pick(comments) : '',
      completed_at: is_completed ? deal.updated_at : null,
      completed_by: is_completed ? deal.author_user_id : null,
    }
  }
  const { id } = await db
    .insertInto('checklists')
    .values({
      deal_id: deal.id,
      lonewolf_deal_type_id: deal.status > 1 ? deal.type : null,
      lonewolf_deal_status_id: deal.status > 1 ? deal.status : null,
      transaction_fee: deal.type === 5 ? null : 39_500,
      notes: random.pick(notes),
      listing_lawyer_information: random.pick(lawyers),
      buyer_lawyer_information: random.pick(lawyers),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [position, { title, is_priority = false, children = [] }] of itemsFor(deal.type, deal.clients).entries()) {
    const below = children.map((child, at) => stateOf(child, at))
    const own = stateOf(title, position, is_priority)
    const is_completed = below.length > 0 ? below.every(child => child.is_completed) : own.is_completed
    const parent = await db
      .insertInto('checklist_items')
      .values({ ...own, is_completed, checklist_id: id })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (below.length > 0)
      await db
        .insertInto('checklist_items')
        .values(below.map(child => ({ ...child, checklist_id: id, parent_id: parent.id })))
        .execute()
  }
}
