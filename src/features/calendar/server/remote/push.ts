import { addSeconds } from 'date-fns'
import { GoogleError } from '../../../../integrations/google/errors.ts'
import { isGone, isOutdated, isTaken } from '../../../../integrations/google-calendar/client.ts'
import type { RemoteEvent } from '../../../../integrations/google-calendar/records.ts'
import { changedParts, comparedOf, fieldsOf, retrySeconds } from '../../rules/exchange.ts'
import type { WantedEvent } from '../../rules/items.ts'
import { type Plan, planOf } from '../../rules/plan.ts'
import { itemOf, type OwnedItem } from '../queries/items.ts'
import {
  askedLink,
  deleteLink,
  type Link,
  type LinkKey,
  linkOf,
  lockLink,
  markRemoved,
  saveLink,
} from '../queries/links.ts'
import { deferChange, dueChanges, finishChange, type QueuedChange } from '../queries/outbox.ts'
import { applyEvent, applyRemoval } from './apply.ts'
import type { Round } from './round.ts'
import { changedEvent, eventIdOf, markOf, printOf, wantedEvent, writtenEvent } from './written.ts'

const BATCH = 50
/** A record that changes on both sides at once is looked at so often before it waits for the next round. */
const MAX_LOOKS = 5

/** Writes what changed here into the calendar, one record after the other, until nothing is due. */
export async function push(round: Round): Promise<void> {
  const { ctx, account } = round
  for (;;) {
    const changes = await dueChanges(ctx, account.user_id, BATCH)
    for (const change of changes) {
      await round.goOn()
      await pushOne(round, change)
    }
    if (changes.length < BATCH || ctx.signal.aborted) return
  }
}

async function pushOne(round: Round, queued: QueuedChange): Promise<void> {
  const { ctx } = round
  try {
    let looks = 0
    while (looks < MAX_LOOKS && !(await step(round, queued))) looks++
    if (looks === MAX_LOOKS) throw new GoogleError('The event keeps changing.', 'refused')
    await ctx.transaction(change => finishChange(change, queued))
  } catch (error) {
    // One event that the service does not want stops no other.
    if (!(error instanceof GoogleError) || error.reason !== 'refused') throw error
    const due_at = addSeconds(ctx.now, retrySeconds(queued.tries + 1))
    await ctx.transaction(change => deferChange(change, queued, { problem: error.message, due_at }))
  }
}

interface Standing {
  key: LinkKey
  owned: OwnedItem | null
  link: Link | null
  wanted: WantedEvent | null
}

/** One step towards what the calendar should show; answers whether it shows it now. */
async function step(round: Round, { user_id, kind, record_id }: QueuedChange): Promise<boolean> {
  const { ctx, account } = round
  const key = { user_id, kind, record_id }
  const owned = await itemOf(ctx, kind, record_id)
  const link = await linkOf(ctx, key)
  const wanted = owned && wantedEvent(ctx.config, owned)
  const plan = planOf({
    item: owned?.item ?? null,
    isMine: owned?.owner === user_id,
    link,
    print: printOf(wanted),
    calendarId: account.calendar_id,
    isOn: account.is_on,
    now: ctx.now,
  })
  return carryOut(round, plan, { key, owned, link, wanted })
}

async function carryOut(round: Round, plan: Plan, standing: Standing): Promise<boolean> {
  const { link, wanted, owned } = standing
  if (plan === 'nothing') return true
  if (plan === 'insert' || plan === 'insert again')
    return wanted === null || insert(round, { ...standing, wanted }, plan === 'insert again')
  if (link === null) return true
  if (plan === 'change') return wanted === null || change(round, { ...standing, wanted, link })
  if (plan !== 'leave') await round.access.remove(link.calendar_id, link.event_id)
  await round.ctx.transaction(tx =>
    plan === 'leave' || owned === null ? deleteLink(tx, link) : markRemoved(tx, link, 'product'),
  )
  return plan !== 'move'
}

type Wanting = Standing & { wanted: WantedEvent }

/** Adds the event under an id that was written down before; one of that id is found again and not added twice. */
async function insert(round: Round, { key, link, wanted }: Wanting, isAgain: boolean): Promise<boolean> {
  const { ctx, account, access } = round
  const incarnation = (link?.incarnation ?? 1) + (isAgain ? 1 : 0)
  const event_id = eventIdOf(ctx.config, key, incarnation)
  const { calendar_id } = account
  const asked = await ctx.transaction(tx => askedLink(tx, key, { calendar_id, event_id, incarnation }))
  try {
    const event = await access.insert(calendar_id, event_id, writtenEvent(wanted, key))
    await agree(round, asked, wanted, event)
    return true
  } catch (error) {
    if (!isTaken(error)) throw error
  }
  const found = await access.find(calendar_id, event_id)
  const isOurs = found?.extendedProperties?.private?.keyturn === markOf(key)
  if (found && found.status !== 'cancelled' && isOurs) await adopt(round, asked, { wanted, found })
  else await ctx.transaction(tx => askedLink(tx, key, { calendar_id, ...nextId(round, key, incarnation) }))
  return false
}

/** The id was used up by an event that is gone. */
const nextId = ({ ctx }: Round, key: LinkKey, incarnation: number) => ({
  event_id: eventIdOf(ctx.config, key, incarnation + 1),
  incarnation: incarnation + 1,
})

/** The answer was lost, and the event is there: it counts as written, and whatever its owner did since comes in. */
async function adopt(
  { asAgent }: Round,
  asked: Link,
  { wanted, found }: { wanted: WantedEvent; found: RemoteEvent },
): Promise<void> {
  const print = found.extendedProperties?.private?.print ?? ''
  // What was written before the record changed again is what both sides had then.
  const ours = print === printOf(wanted) ? comparedOf(wanted) : (fieldsOf(found, wanted.zone) ?? comparedOf(wanted))
  await asAgent(async tx => {
    await saveLink(tx, asked, { etag: null, ours, theirs: ours, print })
    await applyEvent(tx, asked.id, found)
  })
}

async function change(round: Round, { key, link, wanted }: Wanting & { link: Link }): Promise<boolean> {
  const { access, asAgent } = round
  const parts = changedParts(link.ours, comparedOf(wanted))
  try {
    const body = changedEvent(wanted, key, parts)
    await agree(round, link, wanted, await access.change(link.calendar_id, link.event_id, body, link.etag ?? '*'))
    return true
  } catch (error) {
    if (!isOutdated(error) && !isGone(error)) throw error
  }
  const found = await access.find(link.calendar_id, link.event_id)
  await asAgent(async tx => {
    if (found) return applyEvent(tx, link.id, found)
    const locked = await lockLink(tx, link.id)
    if (locked) await applyRemoval(tx, locked)
  })
  return false
}

/** Both sides have the event as it is now. */
async function agree({ ctx }: Round, link: Link, wanted: WantedEvent, event: RemoteEvent): Promise<void> {
  const ours = comparedOf(wanted)
  const theirs = fieldsOf(event, wanted.zone) ?? ours
  await ctx.transaction(tx => saveLink(tx, link, { etag: event.etag, ours, theirs, print: printOf(wanted) }))
}
