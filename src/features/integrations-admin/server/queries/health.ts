import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'

/** What the database knows of a provider; `holds` counts what it is there for. */
export interface Seen {
  holds: number
  last_success_at: string | null
  last_failure_at: string | null
  problem: string | null
  waiting: number
  failed: number
  /** Requests to a hook that were not the provider's, where they are counted. */
  refused?: number
}

/** Messages that are looked at: the newest of all channels. */
const LOOKED_AT = 5000

/** E-mails and texts to leads, of the newest messages. */
export async function messagesSeen({ db }: QueryContext, channel: 'email' | 'text'): Promise<Seen> {
  const { rows } = await sql<Seen>`
    WITH newest AS (SELECT * FROM (SELECT * FROM sendings ORDER BY id DESC LIMIT ${LOOKED_AT}) all_of_them
                    WHERE channel = ${channel}),
    broken AS (SELECT finished_at, reason FROM newest WHERE state = 'failed' AND finished_at IS NOT NULL
               ORDER BY finished_at DESC LIMIT 1)
    SELECT count(*) FILTER (WHERE state IN ('sent', 'delivered')) AS holds,
      max(coalesce(delivered_at, sent_at)) AS last_success_at, (SELECT finished_at FROM broken) AS last_failure_at,
      (SELECT reason FROM broken) AS problem,
      count(*) FILTER (WHERE state IN ('waiting', 'trying', 'unknown')) AS waiting,
      count(*) FILTER (WHERE state = 'failed') AS failed
    FROM newest`.execute(db)
  return seen(rows)
}

/** Calls, of the newest ones. */
export async function callsSeen({ db }: QueryContext): Promise<Seen> {
  const { rows } = await sql<Seen>`
    WITH newest AS (SELECT * FROM calls ORDER BY id DESC LIMIT ${LOOKED_AT}),
    broken AS (SELECT updated_at, reason FROM newest WHERE state = 'failed' ORDER BY updated_at DESC LIMIT 1)
    SELECT count(*) FILTER (WHERE connected_at IS NOT NULL) AS holds, max(connected_at) AS last_success_at,
      (SELECT updated_at FROM broken) AS last_failure_at, (SELECT reason FROM broken) AS problem,
      count(*) FILTER (WHERE state = 'unknown') AS waiting, count(*) FILTER (WHERE state = 'failed') AS failed
    FROM newest`.execute(db)
  return seen(rows)
}

/** The listing feed, and how many homes of it are on the market. */
export async function listingsSeen({ db }: QueryContext): Promise<Seen> {
  const { rows } = await sql<Seen>`
    SELECT (SELECT count(*) FROM listings WHERE status = 'active') AS holds, max(read_at) AS last_success_at,
      max(failed_at) AS last_failure_at, max(problem) AS problem, 0 AS waiting,
      count(*) FILTER (WHERE problem IS NOT NULL) AS failed
    FROM listing_feeds`.execute(db)
  return seen(rows)
}

/** What is asked of an account of Google: the service, when it worked last, and why it does not now. */
interface GoogleAccounts {
  service: 'mail' | 'calendar'
  accounts: ReturnType<typeof sql>
  waiting: ReturnType<typeof sql>
}

/**
 * Accounts of Google that are read, and those that are not. One person who has to connect again is no outage: it is one only
 * where none works.
 */
async function googleSeen({ db, now }: QueryContext, { service, accounts, waiting }: GoogleAccounts): Promise<Seen> {
  const { rows } = await sql<Seen>`
    WITH known AS (
      SELECT a.worked_at, coalesce(c.problem, a.problem) AS problem, c.problem_at
      FROM (${accounts}) a JOIN users u ON u.id = a.user_id AND u.is_active
      JOIN identity_credentials c ON c.user_id = a.user_id AND NOT ${service} = ANY (c.disconnected))
    SELECT count(*) AS holds, max(worked_at) AS last_success_at,
      CASE WHEN count(*) > 0 AND count(*) = count(problem) THEN ${now}::timestamptz ELSE max(problem_at) END AS last_failure_at,
      (array_agg(problem ORDER BY problem_at DESC NULLS LAST) FILTER (WHERE problem IS NOT NULL))[1] AS problem,
      (${waiting}) AS waiting, count(problem) AS failed
    FROM known`.execute(db)
  return seen(rows)
}

/** Mailboxes of Google, and messages of them that are still to be read. */
export const gmailSeen = (ctx: QueryContext): Promise<Seen> =>
  googleSeen(ctx, {
    service: 'mail',
    accounts: sql`SELECT user_id, synced_at AS worked_at, problem FROM mailboxes`,
    waiting: sql`SELECT count(*) FROM mailbox_messages WHERE state = 'pending'`,
  })

/** Calendars of Google, and changes on their way to them. */
export const googleCalendarSeen = (ctx: QueryContext): Promise<Seen> =>
  googleSeen(ctx, {
    service: 'calendar',
    accounts: sql`SELECT user_id, last_synced_at AS worked_at, problem FROM calendar_accounts WHERE is_on`,
    waiting: sql`SELECT count(*) FROM calendar_outbox`,
  })

/**
 * Accounts of Dotloop, its last event, those accounts that have to be connected again or of whose loops it tells nothing any more,
 * and what was refused at its address in the last week.
 */
export async function dotloopSeen({ db, now }: QueryContext): Promise<Seen> {
  const { rows } = await sql<Seen>`
    SELECT count(*) AS holds,
      greatest(max(a.connected_at) FILTER (WHERE a.problem IS NULL), (SELECT max(received_at) FROM dotloop_events)) AS last_success_at,
      max(a.connected_at) FILTER (WHERE a.problem IS NOT NULL) AS last_failure_at, max(a.problem) AS problem,
      count(*) FILTER (WHERE a.problem IS NULL AND s.state = 'asked') AS waiting,
      count(*) FILTER (WHERE a.problem IS NOT NULL OR s.state IN ('off', 'gone', 'refused')) AS failed,
      (SELECT coalesce(sum(refused), 0) FROM dotloop_subscriptions
       WHERE refused_at > ${now}::timestamptz - interval '7 days') AS refused
    FROM dotloop_accounts a
    LEFT JOIN dotloop_subscriptions s ON s.user_id = a.user_id AND s.state <> 'ending'`.execute(db)
  return seen(rows)
}

/** The account of the back office, and the trades on their way to it. */
export async function loneWolfSeen({ db }: QueryContext): Promise<Seen> {
  const { rows } = await sql<Seen>`
    SELECT (SELECT count(*) FROM lonewolf_trades WHERE trade_id IS NOT NULL) AS holds,
      max(checked_at) FILTER (WHERE is_valid) AS last_success_at,
      max(checked_at) FILTER (WHERE NOT is_valid) AS last_failure_at, max(problem) AS problem,
      (SELECT count(*) FROM lonewolf_outbox WHERE state IN ('prepared', 'sent', 'unknown')) AS waiting,
      (SELECT count(*) FROM lonewolf_trades t WHERE differs_since IS NOT NULL OR twin IS NOT NULL OR EXISTS (
         SELECT FROM lonewolf_outbox o WHERE o.deal_id = t.deal_id AND o.reason IN ('facts', 'lost') AND o.version = (
           SELECT max(version) FROM lonewolf_outbox n WHERE n.deal_id = t.deal_id))) AS failed
    FROM lonewolf_account`.execute(db)
  return seen(rows)
}

/** Sign-ins by the identity provider, of the newest ones. */
export async function identitySeen({ db }: QueryContext): Promise<Seen> {
  const { rows } = await sql<Seen>`
    SELECT (SELECT count(*) FROM users WHERE is_active AND identity_subject IS NOT NULL) AS holds,
      max(s.created_at) AS last_success_at, NULL::timestamptz AS last_failure_at, NULL AS problem, 0 AS waiting, 0 AS failed
    FROM (SELECT * FROM sessions ORDER BY id DESC LIMIT ${LOOKED_AT}) s JOIN users u ON u.id = s.user_id
    WHERE u.identity_subject IS NOT NULL`.execute(db)
  return seen(rows)
}

const nothing: Seen = {
  holds: 0,
  last_success_at: null,
  last_failure_at: null,
  problem: null,
  waiting: 0,
  failed: 0,
}

const seen = ([row]: readonly Seen[]): Seen => row ?? nothing
