import { sql } from 'kysely'
import { instantCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { Author, Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import type { EmailSource } from '../../../../platform/server/mail/compose.ts'
import { wallClock } from '../../../../platform/wire/days.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import type { PlaceholderValues } from '../../../templates/rules/placeholders.ts'
import type { Email, EmailType } from '../../contract.ts'
import type { Load } from '../../rules/pace.ts'

/** What somebody wrote, cleaned and rendered. */
export interface NewMessage {
  type: EmailType
  subject: string
  content: string
  source: EmailSource
  template_id: number | null
  task_id: number | null
  agent_id: number | null
}

/** Stores what is written, once for however many it goes to; answers its id. */
export async function insertMessage(
  ctx: Change & { viewer: Pick<Viewer, 'user_id'> },
  { source, ...message }: NewMessage,
): Promise<number> {
  const { id } = await ctx.db
    .insertInto('email_messages')
    .values({
      ...message,
      mail_html: source.html,
      mail_text: source.text,
      user_id: ctx.author?.user_id ?? ctx.viewer.user_id,
      on_behalf_of: ctx.author?.on_behalf_of ?? null,
      created_at: ctx.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Adds an e-mail of a message for each sending. */
export const insertEmails = (
  ctx: Change,
  message_id: number,
  sendings: readonly { id: number; lead_id: number }[],
): Promise<void> =>
  insertEmailsOf(
    ctx,
    sendings.map(({ id, lead_id }) => ({ id, lead_id, message_id })),
  )

/** Adds an e-mail for each sending, of the message that goes with it. */
export async function insertEmailsOf(
  ctx: Change,
  sendings: readonly { id: number; lead_id: number; message_id: number }[],
): Promise<void> {
  if (sendings.length === 0) return
  await sql`
    INSERT INTO emails (message_id, lead_id, sending_id, created_at)
    SELECT s.message_id, s.lead_id, s.id, ${ctx.now}
    FROM jsonb_to_recordset(${JSON.stringify(sendings)}::jsonb) AS s (id int, lead_id int, message_id int)
    ON CONFLICT (sending_id) DO NOTHING`.execute(ctx.db)
}

/** What was written of a message, for those that are prepared in the background. */
export async function messageById(
  { db }: QueryContext,
  id: number,
): Promise<Pick<Row<'email_messages'>, 'id' | 'user_id' | 'agent_id' | 'template_id'> | null> {
  const found = await db
    .selectFrom('email_messages')
    .select(['id', 'user_id', 'agent_id', 'template_id'])
    .where('id', '=', id)
    .executeTakeFirst()
  return found ?? null
}

/** What it takes to hand one e-mail over. */
export interface EmailToSend
  extends Pick<Row<'emails'>, 'id' | 'lead_id'>,
    Pick<Row<'email_messages'>, 'subject' | 'mail_html' | 'mail_text' | 'user_id' | 'task_id'>,
    Pick<Row<'leads'>, 'agent_id' | 'first_name' | 'last_name'> {
  type: EmailType
  author: Author
  sender: { id: number; name: string; email: string }
  ground: string | null
  is_commercial: boolean
}

/** The e-mail of a sending; `null` when there is none. */
export async function emailToSend({ db }: QueryContext, sendingId: number): Promise<EmailToSend | null> {
  const { rows } = await sql<EmailToSend>`
    SELECT e.id, e.lead_id, m.subject, m.mail_html, m.mail_text, m.user_id, m.task_id, m.type, l.agent_id, l.first_name,
      l.last_name, s.ground, s.class IN ('commercial', 'consent_request') AS is_commercial,
      jsonb_build_object('user_id', m.user_id, 'on_behalf_of', m.on_behalf_of) AS author,
      jsonb_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name), 'email', u.email) AS sender
    FROM emails e JOIN email_messages m ON m.id = e.message_id JOIN sendings s ON s.id = e.sending_id
    JOIN leads l ON l.id = e.lead_id JOIN users u ON u.id = coalesce(m.on_behalf_of, m.user_id)
    WHERE e.sending_id = ${sendingId}`.execute(db)
  return rows[0] ?? null
}

/** Keeps what stands for the placeholders of an e-mail that is going out. */
export async function writeFilled({ db }: Change, id: number, filled: Readonly<Record<string, string>>): Promise<void> {
  await db
    .updateTable('emails')
    .set({ filled: JSON.stringify(filled) })
    .where('id', '=', id)
    .execute()
}

type EmailRow = Omit<
  RowAs<'emails', Email, 'created_at'>,
  'source' | 'direction' | 'snippet' | 'is_automatic' | 'sending_id'
> & {
  sending_id: number
  filled: Partial<PlaceholderValues> | null
  content: string
  task_id: number | null
}

const columns = sql`
  e.id, e.lead_id, e.sending_id, m.type, m.subject, m.content, m.task_id, e.filled, s.state, s.reason, s.due_at, s.sent_at,
  e.created_at, jsonb_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) AS author`
const joins = sql`
  JOIN email_messages m ON m.id = e.message_id JOIN sendings s ON s.id = e.sending_id
  JOIN users u ON u.id = coalesce(m.on_behalf_of, m.user_id)`

/** An e-mail as it is stored: what it says has its placeholders still, and what stood for them once it went out. */
export type StoredEmail = EmailRow

/** A message in the mailbox of somebody, like an e-mail. */
type MailboxRow = Pick<Email, 'direction' | 'snippet' | 'is_automatic' | 'subject'> & {
  id: number
  lead_id: number
  author: Email['author']
  sent_at: string
}

/** How a message of a mailbox reads among e-mails. */
export const mailboxEmail = ({ sent_at, ...message }: MailboxRow): Email => ({
  ...message,
  source: 'mailbox',
  sending_id: null,
  type: 'email',
  state: 'delivered',
  reason: null,
  due_at: sent_at,
  sent_at,
  created_at: sent_at,
})

/** E-mails to a lead that the caller has checked, and messages with them in mailboxes, newest first. */
export async function emailPage(
  ctx: QueryContext,
  leadId: number,
  input: PageInput,
  answer: (row: StoredEmail) => Email,
): Promise<Page<Email>> {
  const { limit, offset } = windowOf(input)
  const before = input.cursor ? instantCursors.read(input.cursor) : null
  const older = before === null ? sql`` : sql`WHERE (at, id) < (${before.at}::timestamptz, ${before.id})`
  const { rows: places } = await sql<{ id: number; at: string; is_mailbox: boolean }>`
    SELECT id, at, is_mailbox FROM (
      SELECT id, created_at AS at, false AS is_mailbox FROM emails WHERE lead_id = ${leadId}
      UNION ALL SELECT id, sent_at, true FROM mailbox_emails WHERE lead_id = ${leadId}) every
    ${older} ORDER BY at DESC, id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db)
  const idsOf = (isMailbox: boolean) => places.flatMap(({ id, is_mailbox }) => (is_mailbox === isMailbox ? id : []))
  const [written, found, counted] = await Promise.all([
    sql<EmailRow>`SELECT ${columns} FROM emails e ${joins} WHERE e.id = ANY(${idsOf(false)}::int[])`.execute(ctx.db),
    sql<MailboxRow>`
      SELECT e.id, e.lead_id, e.direction, e.snippet, e.is_automatic, e.subject, e.sent_at,
        jsonb_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)) AS author
      FROM mailbox_emails e JOIN users u ON u.id = e.user_id WHERE e.id = ANY(${idsOf(true)}::int[])`.execute(ctx.db),
    sql<{ total: number }>`
      SELECT (SELECT count(*) FROM emails WHERE lead_id = ${leadId})
        + (SELECT count(*) FROM mailbox_emails WHERE lead_id = ${leadId}) AS total`.execute(ctx.db),
  ])
  const emails = new Map([...written.rows.map(answer), ...found.rows.map(mailboxEmail)].map(email => [email.id, email]))
  return pageOf(
    places.flatMap(({ id }) => emails.get(id) ?? []),
    {
      asked: input,
      total: counted.rows[0]?.total ?? 0,
      isEstimate: false,
      cursorAfter: ({ id, created_at }) => instantCursors.write({ at: created_at, id }),
    },
  )
}

/** An e-mail to a lead that the viewer reaches; refused like one that does not exist otherwise. */
export async function requireEmail(ctx: QueryContext & { viewer: Viewer }, id: number): Promise<StoredEmail> {
  const email = await visibleEmail(ctx, id)
  if (!email) throw notFound('e-mail')
  return email
}

/** The same; `null` when there is none. */
export async function visibleEmail(ctx: QueryContext & { viewer: Viewer }, id: number): Promise<StoredEmail | null> {
  const { rows } = await sql<EmailRow>`
    SELECT ${columns} FROM emails e ${joins} JOIN (SELECT id FROM leads WHERE ${visibleLeads(ctx)}) l ON l.id = e.lead_id
    WHERE e.id = ${id}`.execute(ctx.db)
  return rows[0] ?? null
}

/** A person who sends, and in whose zone their days begin. */
interface Account {
  user_id: number
  zone: string
}

/** What a person's account is already to send, and sent on the day from which it goes on. */
export async function loadOf(ctx: QueryContext, account: Account): Promise<Load> {
  return (await loadsOf(ctx, [account])).get(account.user_id) ?? { days: new Map(), last: null }
}

/**
 * The same of several accounts, by their users. New e-mails go behind what waits, so that only the day of its end and those behind it
 * are counted: a queue of weeks takes no longer to ask than one of a day.
 */
export async function loadsOf(
  { db, now }: QueryContext,
  accounts: readonly Account[],
): Promise<ReadonlyMap<number, Load>> {
  // Days begin at a full quarter of an hour everywhere; which day a quarter belongs to is worked out here.
  const { rows } = await sql<{ user_id: number; quarter: string | null; emails: number; last: string | null }>`
    SELECT asked.user_id, counted.quarter, counted.emails, behind.last
    FROM unnest(${accounts.map(account => account.user_id)}::int[]) AS asked (user_id)
    LEFT JOIN LATERAL (
      SELECT s.due_at AS last FROM sendings s
      WHERE s.user_id = asked.user_id AND s.channel = 'email' AND s.job = 'send-email' AND s.state IN ('prepared', 'waiting')
        AND s.batch IS NOT NULL AND s.due_at > ${now}::timestamptz - interval '25 hours'
      ORDER BY s.due_at DESC LIMIT 1) behind ON true
    LEFT JOIN LATERAL (
      SELECT date_bin('15 minutes', s.due_at, '2000-01-01T00:00Z') AS quarter, count(*) AS emails FROM sendings s
      WHERE s.user_id = asked.user_id AND s.channel = 'email' AND s.job = 'send-email'
        AND s.state IN ('prepared', 'waiting', 'trying', 'sent', 'delivered', 'unknown')
        AND s.due_at > greatest(${now}::timestamptz, behind.last) - interval '25 hours'
      GROUP BY 1) counted ON true`.execute(db)
  const zones = new Map(accounts.map(({ user_id, zone }) => [user_id, zone]))
  return new Map(
    [...Map.groupBy(rows, row => row.user_id)].map(([user_id, quarters]) => {
      const last = quarters[0]?.last ?? null
      const days = new Map<string, number>()
      for (const { quarter, emails } of quarters) {
        if (quarter === null) continue
        const { day } = wallClock(quarter, zones.get(user_id) ?? 'UTC')
        days.set(day, (days.get(day) ?? 0) + emails)
      }
      return [user_id, { days, last: last === null ? null : new Date(last) }]
    }),
  )
}

/** How leads are called. */
export async function namesOf({ db }: QueryContext, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, trim(first_name || ' ' || last_name) AS name FROM leads WHERE id = ANY(${[...ids]}::int[])`.execute(db)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
