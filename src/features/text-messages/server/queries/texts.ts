import { sql } from 'kysely'
import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import type { Text } from '../../contract.ts'
import type { Keyword } from '../../rules/keywords.ts'
import { picturesOfText } from './pictures.ts'

/** Whose texts: a lead's, or those of a number that nobody knows. */
export type Correspondent = { lead_id: number } | { number: string }

/** The texts of one of them, as a condition on `texts t`. */
export const textsOf = (who: Correspondent) =>
  'lead_id' in who ? sql`t.lead_id = ${who.lead_id}` : sql`t.lead_id IS NULL AND t.number = ${who.number}`

/** How a text stands, from its sending. */
export const stateOf = sql`CASE WHEN t.direction = 'in' THEN 'received' ELSE coalesce(s.state, 'sent') END`

/** A page of texts, newest first. */
export async function textPage(
  { db }: QueryContext,
  who: Correspondent,
  { offset, limit, before }: { offset: number; limit: number; before: number | null },
): Promise<Text[]> {
  const { rows } = await sql<RowAs<'texts', Text>>`
    SELECT t.id, t.direction, t.body, t.media, ${picturesOfText} AS pictures, t.keyword, t.is_automatic, ${stateOf} AS state, s.reason, t.sending_id,
           CASE WHEN s.state IN ('prepared', 'waiting') THEN s.due_at END AS due_at, s.delivered_at, t.created_at,
           CASE WHEN u.id IS NOT NULL
             THEN jsonb_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) END AS author
    FROM texts t LEFT JOIN sendings s ON s.id = t.sending_id LEFT JOIN users u ON u.id = t.user_id
    WHERE ${textsOf(who)} AND NOT t.is_dropped ${before === null ? sql`` : sql`AND t.id < ${before}`}
    ORDER BY t.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db)
  return rows
}

/** How many texts there are. */
export async function countTexts({ db }: QueryContext, who: Correspondent): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM texts t WHERE ${textsOf(who)} AND NOT t.is_dropped`.execute(db)
  return rows[0]?.total ?? 0
}

/** A text to store. */
export interface NewText {
  lead_id: number | null
  number: string
  direction: 'in' | 'out'
  body: string
  media?: number
  keyword?: Keyword | null
  is_automatic?: boolean
  is_dropped?: boolean
  user_id?: number | null
  provider_id?: string | null
}

/** Stores a text and answers its id; `null` when the provider has told of it before. */
export async function insertText({ db, now }: Change, text: NewText): Promise<number | null> {
  const { media = 0, keyword = null, is_automatic = false, is_dropped = false } = text
  const { rows } = await sql<{ id: number }>`
    INSERT INTO texts (lead_id, number, direction, body, media, keyword, is_automatic, is_dropped, user_id, provider_id, created_at)
    VALUES (${text.lead_id}, ${text.number}, ${text.direction}, ${text.body}, ${media}, ${keyword}, ${is_automatic},
            ${is_dropped}, ${text.user_id ?? null}, ${text.provider_id ?? null}, ${now})
    ON CONFLICT (provider_id) DO NOTHING RETURNING id`.execute(db)
  return rows[0]?.id ?? null
}

/** Stores texts that go out by themselves, each with the sending by which it goes. */
export async function insertAutomaticTexts(
  { db, now }: Change,
  texts: readonly { lead_id: number; phone: string; body: string; user_id: number; sending_id: number }[],
): Promise<void> {
  await sql`
    INSERT INTO texts (lead_id, number, direction, body, user_id, sending_id, created_at)
    SELECT lead_id, phone, 'out', body, user_id, sending_id, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(texts)}::jsonb)
      AS g (lead_id int, phone text, body text, user_id int, sending_id int)`.execute(db)
}

/** Says by which sending a text goes. */
export async function linkSending({ db }: Change, id: number, sendingId: number): Promise<void> {
  await sql`UPDATE texts SET sending_id = ${sendingId} WHERE id = ${id}`.execute(db)
}

/** A text that goes out, as the job and the hooks need it. */
export interface WrittenText extends Pick<Row<'texts'>, 'number' | 'body' | 'media' | 'user_id'> {
  id: number
  lead_id: number
  sending_id: number
  agent_id: number | null
  zone: string
  provider_id: string | null
  is_by_hand: boolean
  /** Whether it is known of the lead's number that it takes texts. */
  is_number_known: boolean
}

/** The text of a sending, of an id, or that the provider knows by its own; `null` when there is none. */
export async function writtenText(
  { db }: Pick<QueryContext, 'db'>,
  by: { sending_id: number } | { id: number } | { provider_id: string },
): Promise<WrittenText | null> {
  const condition =
    'sending_id' in by
      ? sql`t.sending_id = ${by.sending_id}`
      : 'id' in by
        ? sql`t.id = ${by.id}`
        : sql`t.provider_id = ${by.provider_id}`
  const { rows } = await sql<WrittenText>`
    SELECT t.id, t.lead_id, t.number, t.body, t.media, t.user_id, t.sending_id, t.provider_id, l.agent_id, l.zone,
      s.is_by_hand, l.text_validated AS is_number_known
    FROM texts t JOIN leads l ON l.id = t.lead_id JOIN sendings s ON s.id = t.sending_id
    WHERE ${condition} AND t.direction = 'out' AND t.sending_id IS NOT NULL`.execute(db)
  return rows[0] ?? null
}

/** What the provider said of a text. */
export async function saveReport(
  { db }: Change,
  id: number,
  { provider_id, error_code }: { provider_id?: string; error_code?: number | null },
): Promise<void> {
  await sql`
    UPDATE texts SET provider_id = coalesce(provider_id, ${provider_id ?? null}), error_code = coalesce(${error_code ?? null}::int, error_code)
    WHERE id = ${id}`.execute(db)
}

/** A number took a text: known of the lead from now on. Answers whether that is new. */
export async function validateNumber({ db, now }: Change, leadId: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE leads SET text_validated = true, updated_at = ${now} WHERE id = ${leadId} AND NOT text_validated
    RETURNING id`.execute(db)
  return rows.length > 0
}

/** What a word of this number was answered last, since a moment. */
export async function lastAnswer({ db }: QueryContext, number: string, since: Date): Promise<string | null> {
  const { rows } = await sql<Pick<Row<'texts'>, 'body'>>`
    SELECT body FROM texts WHERE number = ${number} AND is_automatic AND keyword IS NOT NULL AND created_at > ${since}
    ORDER BY id DESC LIMIT 1`.execute(db)
  return rows[0]?.body ?? null
}

/** Whether a word that ends texts was answered, and neither this number nor its lead has begun again since. */
export async function isStopAnswered({ db }: QueryContext, number: string, leadId: number | null): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM (SELECT created_at FROM texts WHERE number = ${number} AND is_automatic AND keyword = 'stop'
                 ORDER BY id DESC LIMIT 1) answered
    WHERE NOT EXISTS (SELECT FROM texts WHERE number = ${number} AND direction = 'in' AND keyword = 'start'
                      AND created_at > answered.created_at)
      AND NOT EXISTS (SELECT FROM lead_consents WHERE lead_id = ${leadId} AND channel = 'text' AND kind = 'express'
                      AND given_at > answered.created_at)`.execute(db)
  return rows.length > 0
}

/** Marks everything that a lead wrote as read; answers whether there was anything. */
export async function markRead({ db, now }: Change, leadId: number): Promise<boolean> {
  const { rows } = await sql`
    UPDATE texts SET read_at = ${now} WHERE lead_id = ${leadId} AND direction = 'in' AND read_at IS NULL
    RETURNING id`.execute(db)
  return rows.length > 0
}

/** Gives the texts of an unknown number to a lead. */
export async function giveToLead(
  { db }: Change,
  number: string,
  leadId: number,
): Promise<{ direction: string; keyword: Keyword | null; body: string }[]> {
  await sql`DELETE FROM text_threads WHERE lead_id IS NULL AND number = ${number}`.execute(db)
  const { rows } = await sql<{ id: number; direction: string; keyword: Keyword | null; body: string }>`
    UPDATE texts SET lead_id = ${leadId} WHERE lead_id IS NULL AND number = ${number}
    RETURNING id, direction, keyword, body`.execute(db)
  return rows.toSorted((one, other) => one.id - other.id)
}

/** The lead with its number, for whoever may see it; `null` when there is none. */
export async function numberOfLead(
  ctx: QueryContext & { viewer: Viewer },
  leadId: number,
): Promise<{ phone: string | null } | null> {
  const { rows } = await sql<{ phone: string | null }>`
    SELECT coalesce(phone_private, phone) AS phone FROM leads WHERE id = ${leadId} AND ${visibleLeads(ctx)}`.execute(
    ctx.db,
  )
  return rows[0] ?? null
}
