import { addHours, subHours } from 'date-fns'
import type { ReadContext } from '../../../../platform/server/context.ts'
import type { InputOf } from '../../../../platform/wire/call.ts'
import { listingByNumber } from '../../../listings/server/queries/listings.ts'
import type { ShowingClash, ShowingPlan, showingCalls } from '../../contract.ts'
import { travelMinutes } from '../../rules.ts'
import { type Neighbour, neighboursOf } from '../queries/calendar.ts'
import { showingClient } from '../queries/letters.ts'
import { requireShowing, type ShownLead } from '../queries/showings.ts'
import { reasonsAgainstTelling } from './gate.ts'
import { timesOf } from './showings.ts'

/** Showings that end longer before than this are never too far away. */
const LOOK_AROUND_HOURS = 2
const NOWHERE = { lat: null, lng: null }

type Asked = Omit<InputOf<typeof showingCalls.plan>, 'leadId'>

/** Whether the client can be told, and what of the agent's other showings is in the way. */
export async function planOf(ctx: ReadContext, lead: ShownLead, asked: Asked): Promise<ShowingPlan> {
  const client = await showingClient(ctx, lead.id)
  const reasons = await reasonsAgainstTelling(ctx, client)
  return { first_name: client?.first_name ?? '', reasons, clashes: await clashesOf(ctx, lead, asked) }
}

async function clashesOf(ctx: ReadContext, lead: ShownLead, asked: Asked): Promise<ShowingClash[]> {
  const { showing: id = null, mls_number, ...times } = asked
  if (lead.agent_id === null || !times.date || !times.time_start) return []
  const before = id === null ? null : (await requireShowing(ctx, id, 'kept', false)).showing
  const { starts_at, ends_at } = timesOf(times, before, before?.zone ?? ctx.viewer.zone)
  const place = (mls_number ? await listingByNumber(ctx, mls_number) : before) ?? NOWHERE
  const near = await neighboursOf(ctx, lead.agent_id, {
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
