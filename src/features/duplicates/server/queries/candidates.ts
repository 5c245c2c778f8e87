import { type RawBuilder, sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import { ONE_PLAN } from '../../../../platform/server/database/connection.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import { foldEmail } from '../../../leads/rules.ts'
import { listed } from '../../../leads/server/queries/filters.ts'
import { type Compared, NAMES_ALIKE } from '../../rules/likeness.ts'
import { spokenNames } from '../../rules/names.ts'
import { END_DIGITS, neighbouringNumbers } from '../../rules/phones.ts'

type Asking = Pick<QueryContext, 'db'>

interface StoredSide
  extends Pick<Row<'leads'>, 'id' | 'email' | 'email_private' | 'phone' | 'phone_private' | 'area_ids'> {
  name_key: NonNullable<Row<'leads'>['name_key']>
}

const known = <Value>(values: readonly (Value | null)[]): Value[] => values.filter(value => value !== null)

/** Leads as they are compared; of those that no list shows there are none. */
export async function comparedLeads(ctx: Asking, ids: readonly number[]): Promise<Map<number, Compared>> {
  const { rows } = await sql<StoredSide>`
    SELECT id, name_key, email, email_private, phone, phone_private, area_ids FROM leads
    WHERE id = ANY(${[...ids]}::int[]) AND ${listed}`.execute(ctx.db)
  return new Map(
    rows.map(({ id, name_key, email, email_private, phone, phone_private, area_ids }) => {
      const [first = '', last = ''] = name_key.split('\t')
      const emails = known([email_private, email].map(foldEmail))
      return [id, { id, first, last, emails, phones: known([phone_private, phone]), area_ids }]
    }),
  )
}

/** Two leads that are worth comparing, with how alike their whole names are. */
export interface Candidate {
  lead: number
  other: number
  alike: number
}

/** Names shorter than this have too few letters to be like another. */
const SHORTEST_NAME = 7
/** Leads that one key may lead to; of more, those of the same area come first. */
const MAX_PER_KEY = 60
const MAX_READ = 500

const askedOf = (lead: Compared) => ({
  id: lead.id,
  key: `${lead.first}\t${lead.last}`,
  name: `${lead.first} ${lead.last}`,
  alike: lead.first !== '' && lead.last !== '' && lead.first.length + lead.last.length >= SHORTEST_NAME,
  names:
    lead.first === '' || lead.last === ''
      ? []
      : [...spokenNames(lead.first).map(first => `${first}\t${lead.last}`), `${lead.last}\t${lead.first}`],
  emails: lead.emails,
  numbers: lead.phones.flatMap(phone => [phone, ...neighbouringNumbers(phone)]),
  ends: lead.phones.map(phone => phone.slice(-END_DIGITS)),
  areas: lead.area_ids,
})

const nearest = sql`ORDER BY near.area_ids && a.areas DESC, near.id DESC LIMIT ${sql.lit(MAX_PER_KEY)}`
const nameOf = (key: RawBuilder<unknown>) => sql`replace(${key}, E'\t', ' ')`
const readLimit = sql`LIMIT ${sql.lit(MAX_READ)}`

/** For each of these leads, the others that share one of its keys: every key is one look into an index. */
export async function candidatesFor(ctx: Asking, leads: readonly Compared[]): Promise<Candidate[]> {
  if (leads.length === 0) return []
  const { rows } = await sql<Candidate>`${sql.raw(ONE_PLAN)}
    WITH asked AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(leads.map(askedOf))}::jsonb) AS a(
        id int, key text, name text, alike boolean, names text[], emails text[], numbers text[], ends text[], areas int[])),
    met AS (
      SELECT a.id AS lead, m.id AS other FROM asked a, LATERAL (
        SELECT near.id FROM (SELECT id, area_ids FROM leads WHERE name_key = ANY(a.names) AND ${listed} ${readLimit}) near ${nearest}) m
      UNION SELECT a.id, m.id FROM asked a, LATERAL (
        SELECT id FROM leads WHERE email_key = ANY(a.emails) AND ${listed} ${readLimit}) m
      UNION SELECT a.id, m.id FROM asked a, LATERAL (
        SELECT id FROM leads WHERE phone = ANY(a.numbers) AND ${listed} ${readLimit}) m
      UNION SELECT a.id, m.id FROM asked a, LATERAL (
        SELECT id FROM leads WHERE phone_private = ANY(a.numbers) AND ${listed} ${readLimit}) m
      UNION SELECT a.id, m.id FROM asked a, LATERAL (
        SELECT id FROM leads WHERE right(phone, ${sql.lit(END_DIGITS)}) = ANY(a.ends) AND phone IS NOT NULL AND ${listed} ${readLimit}) m
      UNION SELECT a.id, m.id FROM asked a, LATERAL (
        SELECT id FROM leads
        WHERE right(phone_private, ${sql.lit(END_DIGITS)}) = ANY(a.ends) AND phone_private IS NOT NULL AND ${listed} ${readLimit}) m
      UNION SELECT a.id, m.id FROM asked a, LATERAL (
        SELECT near.id FROM (
          SELECT id, area_ids, name_key FROM leads WHERE name_cues(name_key) && name_cues(a.key) AND ${listed} ${readLimit}) near
        WHERE similarity(a.name, ${nameOf(sql.ref('near.name_key'))}) >= ${sql.lit(NAMES_ALIKE)} ${nearest}) m
      WHERE a.alike)
    SELECT met.lead, met.other, similarity(a.name, l.name)::float8 AS alike
    FROM met JOIN asked a ON a.id = met.lead,
      -- One by one: joined, the planner would rather read the whole table.
      LATERAL (SELECT ${nameOf(sql.ref('name_key'))} AS name FROM leads WHERE id = met.other OFFSET 0) l
    WHERE met.lead <> met.other`.execute(ctx.db)
  return rows
}
