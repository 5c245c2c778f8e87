import { sql } from 'kysely'
import { idCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { Change, QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import { notFound } from '../../../../platform/server/errors.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import type { Channel } from '../../../consent/contract.ts'
import { visibleLeads } from '../../../leads/server/queries/leads.ts'
import type { Sending, SendingClass, SendingState } from '../../contract.ts'
import { ruleOf } from '../../rules/law.ts'

/** A sending to write. */
export interface NewSending {
  cause: string
  batch: string | null
  template_id: number | null
  lead_id: number
  agent_id: number | null
  user_id: number | null
  channel: Channel
  class: SendingClass
  is_marketing: boolean
  is_by_hand: boolean
  is_confirmed: boolean
  state: SendingState
  reason: string | null
  rule: string | null
  rule_since: string | null
  ground: string | null
  address: string | null
  job: string | null
  due_at: string
}

/** What was written of a request. */
export type WrittenSending = Pick<Row<'sendings'>, 'id' | 'cause'> & { state: SendingState }

/** Writes sendings with what was decided; answers those that are new. What has the same cause was asked for before. */
export async function insertSendings(ctx: Change, sendings: readonly NewSending[]): Promise<WrittenSending[]> {
  const { rows } = await sql<WrittenSending>`
    INSERT INTO sendings (cause, batch, template_id, lead_id, agent_id, user_id, channel, class, is_marketing, is_by_hand, is_confirmed,
      state, reason, rule, rule_since, ground, address, job, due_at, created_at, decided_at, finished_at)
    SELECT s.cause, s.batch, s.template_id, s.lead_id, s.agent_id, s.user_id, s.channel, s.class, s.is_marketing,
      s.is_by_hand, s.is_confirmed, s.state, s.reason, s.rule, s.rule_since, s.ground, s.address, s.job, s.due_at,
      ${ctx.now}::timestamptz, ${ctx.now}::timestamptz, CASE WHEN s.state = 'refused' THEN ${ctx.now}::timestamptz END
    FROM jsonb_to_recordset(${JSON.stringify(sendings)}::jsonb) AS s (cause text, batch text, template_id int, lead_id int,
      agent_id int, user_id int, channel text, class text, is_marketing boolean, is_by_hand boolean, is_confirmed boolean, state text,
      reason text, rule text, rule_since date, ground text, address text, job text, due_at timestamptz)
    ON CONFLICT (cause) DO NOTHING RETURNING id, cause, state`.execute(ctx.db)
  return rows
}

/** Sendings by what caused them. */
export async function sendingsByCause({ db }: QueryContext, causes: readonly string[]): Promise<WrittenSending[]> {
  const { rows } = await sql<WrittenSending>`
    SELECT id, cause, state FROM sendings WHERE cause = ANY(${[...causes]}::text[])`.execute(db)
  return rows
}

/** A sending as the door works with it. */
export interface StoredSending
  extends Pick<
    Row<'sendings'>,
    | 'id'
    | 'cause'
    | 'template_id'
    | 'lead_id'
    | 'agent_id'
    | 'user_id'
    | 'is_marketing'
    | 'is_by_hand'
    | 'is_confirmed'
    | 'due_at'
    | 'tries'
    | 'trying_since'
    | 'job'
    | 'provider_id'
  > {
  channel: Channel
  class: SendingClass
  state: SendingState
  /** Whose client the lead is now. */
  lead_agent_id: number | null
}

const stored = sql`
  s.id, s.cause, s.template_id, s.lead_id, s.agent_id, s.user_id, s.channel, s.class, s.is_marketing, s.is_by_hand,
  s.is_confirmed, s.due_at, s.tries, s.trying_since, s.job, s.provider_id, s.state, l.agent_id AS lead_agent_id`

/** How a sending is named: by its id, or by what caused it. */
export type SendingName = { id: number } | { cause: string }

const named = (name: SendingName) => ('id' in name ? sql`s.id = ${name.id}` : sql`s.cause = ${name.cause}`)

/** A sending, locked until the end of the transaction; `null` when there is none. */
export async function lockSending({ db }: Change, name: SendingName): Promise<StoredSending | null> {
  const { rows } = await sql<StoredSending>`
    SELECT ${stored} FROM sendings s JOIN leads l ON l.id = s.lead_id WHERE ${named(name)} FOR UPDATE OF s`.execute(db)
  return rows[0] ?? null
}

/** The lead whom a sending is for, and whether nobody knows yet what the provider made of it; `null` when there is none. */
export async function fateOfSending(
  { db }: QueryContext,
  name: SendingName,
): Promise<{ lead_id: number; is_uncertain: boolean } | null> {
  const { rows } = await sql<{ lead_id: number; is_uncertain: boolean }>`
    SELECT s.lead_id, s.state IN ('trying', 'unknown') AS is_uncertain FROM sendings s WHERE ${named(name)}`.execute(db)
  return rows[0] ?? null
}

/** What changes of a sending. */
export interface SendingStep {
  state: SendingState
  reason?: string | null
  rule?: { id: string; since: string } | null
  ground?: string | null
  address?: string | null
  due_at?: string
  provider_id?: string
}

const ends: ReadonlySet<SendingState> = new Set(['sent', 'delivered', 'failed', 'refused', 'cancelled'])

/** Writes the next step of a sending that the caller has locked. */
export async function writeStep(ctx: Change, id: number, step: SendingStep): Promise<void> {
  const { state, reason = null, rule = null, ground, address, due_at, provider_id } = step
  await ctx.db
    .updateTable('sendings')
    .set({
      state,
      reason,
      rule: rule?.id ?? null,
      rule_since: rule?.since ?? null,
      finished_at: ends.has(state) ? ctx.now : null,
      ...(ground === undefined ? {} : { ground }),
      ...(address === undefined ? {} : { address }),
      ...(due_at === undefined ? {} : { due_at }),
      ...(provider_id === undefined ? {} : { provider_id }),
      ...(state === 'trying' ? { trying_since: ctx.now, decided_at: ctx.now, tries: sql<number>`tries + 1` } : {}),
      ...(state === 'sent' ? { sent_at: ctx.now } : {}),
      ...(state === 'delivered' ? { delivered_at: ctx.now, sent_at: sql<Date>`coalesce(sent_at, ${ctx.now})` } : {}),
    })
    .where('id', '=', id)
    .execute()
}

type EndedSending = Pick<StoredSending, 'id' | 'cause' | 'channel' | 'lead_id'>

/** Cancels what has not gone out yet, of a batch or by causes; answers which. */
export async function cancelWaiting(
  ctx: Change,
  { batch = null, causes = [], reason }: { batch?: string | null; causes?: readonly string[]; reason: string },
): Promise<EndedSending[]> {
  const { rows } = await sql<EndedSending>`
    UPDATE sendings SET state = 'cancelled', reason = ${reason}, rule = NULL, rule_since = NULL,
      finished_at = ${ctx.now}::timestamptz
    WHERE state IN ('prepared', 'waiting') AND (batch = ${batch} OR cause = ANY(${[...causes]}::text[]))
    RETURNING id, cause, channel, lead_id`.execute(ctx.db)
  return rows
}

/** Prepares sendings anew that were cancelled for that reason, at that moment where one is given; answers which, with when they are due. */
export async function reopenCancelledSendings(
  { db }: Change,
  { ids, at, reason }: { ids: readonly number[]; at?: string; reason: string },
): Promise<Pick<StoredSending, 'id' | 'job' | 'due_at'>[]> {
  const { rows } = await sql<Pick<StoredSending, 'id' | 'job' | 'due_at'>>`
    UPDATE sendings SET state = 'prepared', reason = NULL, finished_at = NULL
    WHERE id = ANY(${[...ids]}::int[]) AND state = 'cancelled' AND reason = ${reason}
      ${at === undefined ? sql`` : sql`AND finished_at = ${at}::timestamptz`}
    RETURNING id, job, due_at`.execute(db)
  return rows
}

/** Sendings whose provider has been asked for so long that whoever asked must have died, a batch of them. */
export async function lostSendings({ db }: QueryContext, since: Date, limit: number): Promise<StoredSending[]> {
  const { rows } = await sql<StoredSending>`
    SELECT ${stored} FROM sendings s JOIN leads l ON l.id = s.lead_id
    WHERE s.state = 'trying' AND s.trying_since < ${since} ORDER BY s.id LIMIT ${limit}`.execute(db)
  return rows
}

type SendingRow = RowAs<'sendings', Omit<Sending, 'rule'>, 'channel' | 'class' | 'state'> &
  Pick<Row<'sendings'>, 'rule' | 'rule_since'>

const shown = sql`
  s.id, s.lead_id, s.channel, s.class, s.state, s.reason, s.rule, to_char(s.rule_since, 'YYYY-MM-DD') AS rule_since, s.ground,
  s.address, s.due_at, s.created_at, s.sent_at, s.delivered_at`

const sendingOf = ({ rule, rule_since, ...sending }: SendingRow): Sending => ({
  ...sending,
  rule: rule && rule_since ? ruleOf(rule, rule_since) : null,
})

/** A page of what was sent to a lead that the caller has checked, newest first. */
export async function sendingPage(ctx: QueryContext, leadId: number, input: PageInput): Promise<Page<Sending>> {
  const { limit, offset } = windowOf(input)
  const before = input.cursor ? idCursors.read(input.cursor) : null
  const [{ rows }, counted] = await Promise.all([
    sql<SendingRow>`
      SELECT ${shown} FROM sendings s WHERE s.lead_id = ${leadId} ${before === null ? sql`` : sql`AND s.id < ${before}`}
      ORDER BY s.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(ctx.db),
    sql<{ total: number }>`SELECT count(*) AS total FROM sendings WHERE lead_id = ${leadId}`.execute(ctx.db),
  ])
  return pageOf(rows.map(sendingOf), {
    asked: input,
    total: counted.rows[0]?.total ?? 0,
    isEstimate: false,
    cursorAfter: ({ id }) => idCursors.write(id),
  })
}

/** A sending to a lead that the viewer reaches; refused like one that does not exist otherwise. */
export async function requireSending(ctx: QueryContext & { viewer: Viewer }, id: number): Promise<Sending> {
  const { rows } = await sql<SendingRow>`
    SELECT ${shown} FROM sendings s JOIN (SELECT id FROM leads WHERE ${visibleLeads(ctx)}) l ON l.id = s.lead_id
    WHERE s.id = ${id}`.execute(ctx.db)
  const [found] = rows
  if (!found) throw notFound('message')
  return sendingOf(found)
}
