import { TZDate } from '@date-fns/tz'
import { addMinutes } from 'date-fns'
import type { Audience, Change } from '../../../../platform/server/context.ts'
import { conflict, invalid } from '../../../../platform/server/errors.ts'
import type { FieldErrors } from '../../../../platform/wire/envelope.ts'
import type { Listing } from '../../../listings/contract.ts'
import { listingByNumber } from '../../../listings/server/queries/listings.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import type { Showing, ShowingFields } from '../../contract.ts'
import { mayBecome, milestoneOptionOf, type ShowingStatus, showingStatusLabels, USUAL_MINUTES } from '../../rules.ts'
import { insertShowing, type ShowingColumns, showingById, writeShowing } from '../queries.ts'

interface ShownLead {
  id: number
  agent_id: number | null
}

type Given = { [Field in keyof ShowingFields]?: ShowingFields[Field] | undefined }

/** Books a showing, and says so on the timeline. `zone` is where the times of day are meant. */
export async function bookShowing(ctx: Change, lead: ShownLead, given: Given, zone: string): Promise<Showing> {
  const fields = await columnsOf(ctx, given, null, zone)
  const showing = await showingById(ctx, await insertShowing(ctx, lead.id, fields))
  await tellTimeline(ctx, lead, showing)
  ctx.audit({ subject: 'showing', subject_id: showing.id, after: showing })
  tellOfShowings(ctx, lead)
  return showing
}

/** Changes a showing; another state is said on the timeline. */
export async function changeShowing(ctx: Change, lead: ShownLead, before: Showing, given: Given): Promise<Showing> {
  const status = given.status ?? before.status
  if (!mayBecome(before.status, status)) {
    const [from, to] = [showingStatusLabels[before.status], showingStatusLabels[status]].map(word => word.toLowerCase())
    throw conflict(`A showing that is ${from} cannot become ${to}.`)
  }
  await writeShowing(ctx, before.id, await columnsOf(ctx, given, before, before.zone))
  const after = await showingById(ctx, before.id)
  if (after.status !== before.status) await tellTimeline(ctx, lead, after)
  ctx.audit({ subject: 'showing', subject_id: after.id, before, after })
  tellOfShowings(ctx, lead)
  return after
}

async function columnsOf(ctx: Change, given: Given, before: Showing | null, zone: string): Promise<ShowingColumns> {
  const { status = before?.status ?? 'requested' } = given
  const mls_number = given.mls_number === undefined ? (before?.mls_number ?? null) : given.mls_number || null
  const isNewHome = mls_number !== null && mls_number !== before?.mls_number
  const home = isNewHome ? await listingByNumber(ctx, mls_number) : null
  const known = home ? detailsOf(home) : before
  const address_formatted = given.address_formatted || known?.address_formatted || ''
  const errors: FieldErrors = {}
  if (address_formatted === '')
    errors['address_formatted'] = ['address_formatted: say where it is, or give the MLS number of a known listing.']
  const times = timesOf(given, before, zone)
  if (times.ends_at <= times.starts_at) errors['time_end'] = ['time_end must be after time_start.']
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    address_formatted,
    mls_number,
    listed_for: given.listed_for === undefined ? (known?.listed_for ?? null) : given.listed_for,
    listing_description: given.listing_description ?? known?.listing_description ?? '',
    lockbox_description: given.lockbox_description ?? before?.lockbox_description ?? '',
    notes: given.notes ?? before?.notes ?? '',
    photo_base_url: given.photo_base_url === undefined ? (known?.photo_base_url ?? null) : given.photo_base_url,
    lat: known?.lat ?? null,
    lng: known?.lng ?? null,
    status,
    zone,
    starts_at: times.starts_at.toISOString(),
    ends_at: times.ends_at.toISOString(),
  }
}

const detailsOf = (home: Listing) => ({
  address_formatted: [home.address, home.city].filter(Boolean).join(', '),
  listed_for: home.price,
  listing_description: home.description,
  photo_base_url: home.photo_base_url,
  lat: home.lat,
  lng: home.lng,
})

/** Instants of a day and two times of day; a showing that moves without a new end keeps how long it takes. */
function timesOf(given: Given, before: Showing | null, zone: string): { starts_at: Date; ends_at: Date } {
  const date = given.date ?? before?.date ?? ''
  const starts_at = instantOf(date, given.time_start ?? before?.time_start ?? '', zone)
  if (given.time_end) return { starts_at, ends_at: instantOf(date, given.time_end, zone) }
  const minutes = before ? (Date.parse(before.ends_at) - Date.parse(before.starts_at)) / 60_000 : USUAL_MINUTES
  return { starts_at, ends_at: addMinutes(starts_at, minutes) }
}

function instantOf(date: string, time: string, zone: string): Date {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number)
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  return new Date(new TZDate(year, month - 1, day, hours, minutes, seconds, zone).getTime())
}

async function tellTimeline(ctx: Change, lead: ShownLead, showing: Showing): Promise<void> {
  await addMilestones(ctx, [
    {
      lead_id: lead.id,
      agent_id: lead.agent_id,
      milestone_type_id: milestoneType.showing,
      milestone_option_id: milestoneOptionOf[showing.status],
      description: `${showing.address_formatted}, ${showing.date} at ${showing.time_start.slice(0, 5)}`,
      value: showing.status satisfies ShowingStatus,
      model_id: showing.id,
      model_type: 'showing',
    },
  ])
}

/** Tells browsers that the showings of a lead changed. */
export function tellOfShowings(ctx: Change, lead: ShownLead): void {
  const audience: Audience[] = ['right:view_all_leads']
  if (lead.agent_id !== null) audience.push(`agent:${lead.agent_id}`)
  ctx.changed('showings', [lead.id], audience)
}
