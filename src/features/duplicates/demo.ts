import { sql } from 'kysely'
import type { DemoPart } from '../../platform/demo/part.ts'
import type { Db } from '../../platform/server/database/database.ts'
import type { Row } from '../../platform/server/database/rows.ts'
import { foldEmail } from '../leads/rules.ts'
import { spokenNames } from './rules/names.ts'
import { neighbouringNumbers } from './rules/phones.ts'
import { lookForPairs } from './server/commands/look.ts'

type Known = Pick<Row<'leads'>, 'id' | 'first_name' | 'last_name' | 'email' | 'phone'>

type Change = Partial<Pick<Known, 'first_name' | 'last_name' | 'email' | 'phone'>>

const capital = (name: string) => name.replace(/^./, character => character.toUpperCase())
const box = ({ first_name, last_name }: Known) => `${first_name}${last_name}`.toLowerCase().replace(/[^a-z]/g, '')

/** How the same person comes twice: what the second record says, made from the first. */
const ways: readonly ((first: Known) => Change)[] = [
  first => ({ first_name: first.first_name, last_name: first.last_name, email: `${box(first)}@post.test` }),
  first => ({
    first_name: capital(spokenNames(first.first_name.toLowerCase())[1] ?? first.first_name),
    last_name: first.last_name,
  }),
  first => ({
    first_name: first.first_name,
    last_name: first.last_name,
    phone: first.phone && (neighbouringNumbers(first.phone)[41] ?? null),
  }),
  first => ({ first_name: first.last_name, last_name: first.first_name }),
  first => ({ first_name: first.first_name, last_name: first.last_name, email: null, phone: null }),
]
/** Agents of whose leads some come twice. */
const AGENTS = 4

/** People who are there twice. */
export const demo: DemoPart = {
  async fill({ db, now, isLarge }) {
    if (!isLarge) await addDuplicates(db, now)
  },
}

/** Lets a handful of people be there twice, as they are in every brokerage, and finds them. */
async function addDuplicates(db: Db, now: Date): Promise<void> {
  const { rows } = await sql<{ one: Known; two: Known }>`
    WITH recent AS (
      SELECT * FROM (SELECT l.*, row_number() OVER (PARTITION BY agent_id ORDER BY last_active_at DESC, id) AS place FROM leads l
        WHERE agent_id IN (SELECT id FROM agents ORDER BY id LIMIT ${AGENTS}) AND email IS NOT NULL AND phone IS NOT NULL
          AND first_name <> '' AND last_name <> '' AND deleted_at IS NULL AND NOT is_bogus) l WHERE place <= 40)
    SELECT to_jsonb(a) AS one, to_jsonb(b) AS two FROM recent a JOIN recent b
      ON b.agent_id = a.agent_id AND b.place > a.place + 6 AND b.area_ids && a.area_ids
    ORDER BY a.agent_id, a.place, b.place`.execute(db)
  const used = new Set<number>()
  const changed: (Change & { id: number; email_key: string | null })[] = []
  for (const { one, two } of rows) {
    if (used.has(one.id) || used.has(two.id) || changed.length >= AGENTS * ways.length) continue
    const way = ways[changed.length % ways.length]
    if (!way) continue
    for (const { id } of [one, two]) used.add(id)
    const { first_name, last_name, email, phone } = { ...two, ...way(one) }
    changed.push({ id: two.id, first_name, last_name, email, phone, email_key: foldEmail(email) })
  }
  await sql`
    UPDATE leads l SET first_name = n.first_name, last_name = n.last_name, email = n.email, email_key = n.email_key, phone = n.phone
    FROM jsonb_to_recordset(${JSON.stringify(changed)}::jsonb)
      AS n(id int, first_name text, last_name text, email text, email_key text, phone text)
    WHERE l.id = n.id AND NOT EXISTS (
      SELECT FROM leads o WHERE o.id <> n.id AND (o.email_key = n.email_key OR o.phone = n.phone))`.execute(db)
  await lookForPairs(
    { db, now },
    changed.map(lead => lead.id),
  )
}
