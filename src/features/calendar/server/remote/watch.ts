import { randomUUID } from 'node:crypto'
import { addDays } from 'date-fns'
import { GoogleError } from '../../../../integrations/google/errors.ts'
import type { Config } from '../../../../platform/server/config.ts'
import { emailLink } from '../../../../platform/server/mail/links.ts'
import { hashOfToken, randomToken } from '../../../../platform/server/secrets.ts'
import { CALENDAR_HOOK } from '../../rules/hook.ts'
import { type Channel, channelsOf, confirmChannel, deleteChannel, insertChannel } from '../queries/channels.ts'
import type { Round } from './round.ts'

/** Google ends a channel after a week or later; another one is opened a day before. */
const CHANNEL_DAYS = 7
const AHEAD_DAYS = 1

/** Where Google calls; `null` where it cannot: it takes addresses with TLS only, and the stand-in of a demo any. */
function hookAddress(config: Config): string | null {
  const base = emailLink(config)
  const isStandIn = config.googleCalendarUrl.startsWith('http://127.0.0.1')
  return base !== null && (base.startsWith('https://') || isStandIn) ? base + CALENDAR_HOOK : null
}

/**
 * Has Google call when the calendar changes: opens a channel, or another one before the last one ends, and stops those that are
 * not needed. Answers whether Google calls; where it refuses to, the calendar is read by the clock.
 */
export async function watch(round: Round): Promise<boolean> {
  const { ctx, account } = round
  const address = hookAddress(ctx.config)
  const channels = await channelsOf(ctx, account.user_id)
  const isWanted = account.is_on && address !== null
  const current = isWanted ? channels.findLast(channel => isGood(channel, account.calendar_id, ctx.now)) : undefined
  const opened = isWanted && !current ? await open(round, address) : null
  const kept = current?.id ?? opened
  // The old one is stopped when the new one calls: nothing is missed in between.
  for (const channel of channels)
    if (channel.id !== kept && (kept || !isWanted || Date.parse(channel.expires_at) <= ctx.now.getTime()))
      await end(round, channel)
  return Boolean(kept)
}

const isGood = ({ resource_id, calendar_id, expires_at }: Channel, calendarId: string, now: Date): boolean =>
  resource_id !== null && calendar_id === calendarId && Date.parse(expires_at) > addDays(now, AHEAD_DAYS).getTime()

async function open({ ctx, account, access }: Round, address: string): Promise<string | null> {
  const { user_id, calendar_id } = account
  const [id, token] = [randomUUID(), randomToken()]
  const expires_at = addDays(ctx.now, CHANNEL_DAYS)
  await ctx.transaction(tx =>
    insertChannel(tx, { id, user_id, calendar_id, token_hash: hashOfToken(token), expires_at }),
  )
  try {
    const seconds = CHANNEL_DAYS * 86_400
    const { resourceId, ...answered } = await access.watch(calendar_id, { id, token, address, seconds })
    await ctx.transaction(tx => confirmChannel(tx, id, { resource_id: resourceId, ...answered }))
    return id
  } catch (error) {
    if (!(error instanceof GoogleError) || error.reason === 'revoked') throw error
    ctx.log.warn({ user_id, reason: error.message }, 'Google does not call about a calendar')
    await ctx.transaction(tx => deleteChannel(tx, id))
    return null
  }
}

/** A channel whose answer never came cannot be stopped; it ends by itself, and its calls are refused. */
async function end({ ctx, access }: Round, { id, resource_id }: Channel): Promise<void> {
  if (resource_id !== null)
    await access.stop({ id, resourceId: resource_id }).catch((error: unknown) => {
      ctx.log.warn({ err: error }, 'a channel of a calendar could not be stopped')
    })
  await ctx.transaction(tx => deleteChannel(tx, id))
}
