import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { AccountContext } from './accounts.ts'

/** A subscription as it is stored; its key is sealed. */
export type StoredSubscription = Row<'dotloop_subscriptions'>

const columns = sql`id, user_id, profile_id, name, signing_key, subscription_id, state, asked_at, checked_at, refused, refused_at`

/** The subscription that an account uses; `null` when it has none yet. */
export async function usedSubscription({ db, viewer }: AccountContext): Promise<StoredSubscription | null> {
  const { rows } = await sql<StoredSubscription>`
    SELECT ${columns} FROM dotloop_subscriptions WHERE user_id = ${viewer.user_id} AND state <> 'ending'`.execute(db)
  return rows[0] ?? null
}

/** Subscriptions of somebody that are still to be removed. */
export async function endingSubscriptions({ db, viewer }: AccountContext): Promise<StoredSubscription[]> {
  const { rows } = await sql<StoredSubscription>`
    SELECT ${columns} FROM dotloop_subscriptions WHERE user_id = ${viewer.user_id} AND state = 'ending'
    ORDER BY id`.execute(db)
  return rows
}

/** The subscription that an address belongs to. */
export async function subscriptionByName(
  { db }: Pick<QueryContext, 'db'>,
  name: string,
): Promise<StoredSubscription | null> {
  const { rows } = await sql<StoredSubscription>`
    SELECT ${columns} FROM dotloop_subscriptions WHERE name = ${name}`.execute(db)
  return rows[0] ?? null
}

/** Notes that a subscription is about to be asked for; `null` when the account uses one, or somebody else asks. */
export async function insertSubscription(
  { db, now }: Change,
  made: Pick<StoredSubscription, 'user_id' | 'profile_id' | 'name' | 'signing_key'>,
): Promise<StoredSubscription | null> {
  const { rows } = await sql<StoredSubscription>`
    INSERT INTO dotloop_subscriptions (user_id, profile_id, name, signing_key, state, asked_at)
    SELECT ${made.user_id}, profile_id, ${made.name}, ${made.signing_key}, 'asked', ${now}
    FROM dotloop_accounts WHERE user_id = ${made.user_id} AND profile_id = ${made.profile_id}
    ON CONFLICT DO NOTHING RETURNING ${columns}`.execute(db)
  return rows[0] ?? null
}

/** Takes it on oneself to ask for a subscription again, unless somebody else has meanwhile. */
export async function claimAsking(
  { db, now }: Change,
  { id, asked_at }: Pick<StoredSubscription, 'id' | 'asked_at'>,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE dotloop_subscriptions SET state = 'asked', asked_at = ${now}
    WHERE id = ${id} AND asked_at = ${asked_at} AND state <> 'ending' RETURNING id`.execute(db)
  return rows.length > 0
}

/** Notes how a subscription stands there. One that is to be removed stays so, with its id once that is known. */
export async function recordStanding(
  { db, now }: Change,
  id: number,
  { state, subscription_id }: { state: StoredSubscription['state']; subscription_id: string | null },
): Promise<void> {
  await sql`
    UPDATE dotloop_subscriptions SET state = CASE state WHEN 'ending' THEN state ELSE ${state} END,
      subscription_id = ${subscription_id}, checked_at = ${now} WHERE id = ${id}`.execute(db)
}

/** Notes that the service ended a subscription itself. */
export async function recordEnd({ db }: Change, id: number, state: 'off' | 'gone'): Promise<void> {
  await sql`UPDATE dotloop_subscriptions SET state = ${state} WHERE id = ${id} AND state <> 'ending'`.execute(db)
}

/** Notes that the subscriptions of somebody are to be removed, but for one of the profile that is kept. */
export async function endSubscriptions({ db }: Change, userId: number, keptProfile: number | null): Promise<void> {
  await sql`
    UPDATE dotloop_subscriptions SET state = 'ending'
    WHERE user_id = ${userId} AND state <> 'ending' AND profile_id IS DISTINCT FROM ${keptProfile}::bigint`.execute(db)
}

/** Has a subscription that is off asked for again: its account was connected anew. */
export async function reviveSubscription({ db }: Change, userId: number): Promise<void> {
  await sql`
    UPDATE dotloop_subscriptions SET state = 'asked'
    WHERE user_id = ${userId} AND state IN ('off', 'gone', 'refused')`.execute(db)
}

/** Forgets a subscription that is removed there. */
export async function forgetSubscription({ db }: Change, id: number): Promise<void> {
  await sql`DELETE FROM dotloop_subscriptions WHERE id = ${id}`.execute(db)
}

/** Counts a request that was refused. */
export async function countRefused({ db, now }: Change, id: number): Promise<void> {
  await sql`
    UPDATE dotloop_subscriptions SET refused = refused + 1, refused_at = ${now} WHERE id = ${id}`.execute(db)
}

/** Whose accounts have no subscription yet, or one of which nobody knows since then whether it was made. */
export async function unsubscribedUsers({ db }: QueryContext, askedBefore: Date): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    SELECT a.user_id FROM dotloop_accounts a JOIN users u ON u.id = a.user_id AND u.is_active
    LEFT JOIN dotloop_subscriptions s ON s.user_id = a.user_id AND s.state <> 'ending'
    WHERE a.problem IS NULL AND (s.id IS NULL OR (s.state = 'asked' AND s.asked_at <= ${askedBefore}))
    ORDER BY a.user_id`.execute(db)
  return rows.map(({ user_id }) => user_id)
}
