import { addHours, subHours } from 'date-fns'
import type { ReadContext } from '../../../../platform/server/context.ts'
import { isSendingPaused } from '../../../../platform/server/jobs/sending.ts'
import type { InputOf } from '../../../../platform/wire/call.ts'
import { listingByNumber } from '../../../listings/server/queries/listings.ts'
import type { ShowingClash, ShowingPlan, showingCalls } from '../../contract.ts'
import { isOver, OVER, travelMinutes } from '../../rules.ts'
import { type Neighbour, neighboursOf } from '../queries/calendar.ts'
import { showingClient } from '../queries/emails.ts'
import { requireShowing, type ShownLead } from '../queries/showings.ts'
import { reasonsAgainstNotifying } from './mayEmail.ts'
import { timesOf } from './showings.ts'

/** Showings that end longer before than this are never too far away. */
const LOOK_AROUND_HOURS = 2
const NOWHERE = { lat: null, lng: null }

type Asked = Omit<InputOf<typeof showingCalls.plan>, 'leadId'>

/** Whether the client can be told, and what of the agent's other showings is in the way. */
export async function planOf(ctx: ReadContext, lead: ShownLead, asked: Asked): Promise<ShowingPlan> {
  const client = await showingClient(ctx, lead.id)
  const times = await timesPlanned(ctx, asked)
  const isPast = times !== null && isOver({ ends_at: times.ends_at.toISOString() }, ctx.now)
  const reasons = [...(isPast ? [OVER] : []), ...(await reasonsAgainstNotifying(ctx, client))]
  const clashes = times === null || lead.agent_id === null ? [] : await clashesOf(ctx, lead.agent_id, times)
  const is_sending_paused = await isSendingPaused(ctx.db)
  return { first_name: client?.first_name ?? '', reasons, is_sending_paused, clashes }
}

interface PlannedTimes {
  /** The showing that is there already. */
  id: number | null
  starts_at: Date
  ends_at: Date
  place: { lat: number | null; lng: number | null }
}

/** When and where it would be, of a showing that is there with what is asked for; `null` when neither says when. */
async function timesPlanned(ctx: ReadContext, asked: Asked): Promise<PlannedTimes | null> {
  const { showing: id = null, mls_number, ...times } = asked
  const before = id === null ? null : (await requireShowing(ctx, id, 'kept', false)).showing
  if (!before && !(times.date && times.time_start)) return null
  const place = (mls_number ? await listingByNumber(ctx, mls_number) : before) ?? NOWHERE
  return { id, ...timesOf(times, before, before?.zone ?? ctx.viewer.zone), place }
}

async function clashesOf(ctx: ReadContext, agentId: number, planned: PlannedTimes): Promise<ShowingClash[]> {
  const { id, starts_at, ends_at, place } = planned
  const near = await neighboursOf(ctx, agentId, {
    start: subHours(starts_at, LOOK_AROUND_HOURS),
    end: addHours(ends_at, LOOK_AROUND_HOURS),
    except: id,
  })
  return near.flatMap(other => clashWith(other, { start: starts_at.getTime(), end: ends_at.getTime(), place }))
}

interface Planned {
  start: number
  end: number
  place: { lat: number | null; lng: number | null }
}

function clashWith({ lat, lng, ...other }: Neighbour, { start, end, place }: Planned): ShowingClash[] {
  const [from, to] = [Date.parse(other.starts_at), Date.parse(other.ends_at)]
  if (from < end && to > start) return [{ ...other, kind: 'overlap', travel_minutes: null }]
  const travel_minutes = travelMinutes(place, { lat, lng })
  const free = (from >= end ? from - end : start - to) / 60_000
  return travel_minutes !== null && travel_minutes > free ? [{ ...other, kind: 'far', travel_minutes }] : []
}
