import { addMinutes, subMinutes } from 'date-fns'
import type { Change } from '../../../../platform/server/context.ts'
import { invalid } from '../../../../platform/server/errors.ts'
import { instantAt } from '../../../../platform/wire/days.ts'
import type { FieldErrors } from '../../../../platform/wire/envelope.ts'
import type { Listing } from '../../../listings/contract.ts'
import { listingByNumber } from '../../../listings/server/queries/listings.ts'
import type { Milestone } from '../../../milestones/contract.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones, setMilestoneDeleted } from '../../../milestones/server/commands.ts'
import { milestonesAbout } from '../../../milestones/server/queries.ts'
import type { Showing, ShowingFields } from '../../contract.ts'
import {
  inSentences,
  isOver,
  milestoneOptionOf,
  RESTORE_MINUTES,
  reasonAgainst,
  type ShowingStatus,
  showingText,
  USUAL_MINUTES,
} from '../../rules.ts'
import { isClientNotified, showingClient } from '../queries/emails.ts'
import {
  deleteAnswer,
  insertShowing,
  type ShowingColumns,
  type ShownLead,
  showingById,
  writeDeletion,
  writeShowing,
} from '../queries/showings.ts'
import { reasonsAgainstNotifying } from './mayEmail.ts'
import { notifyClient } from './notify.ts'
import { publishShowing } from './publish.ts'

/** What is given of a showing; `span` stands for its day and times where those are known to the instant. */
type Given = { span?: { starts_at: Date; ends_at: Date } } & {
  [Field in keyof ShowingFields]?: ShowingFields[Field] | undefined
} & {
  notify_client?: boolean | undefined
}

/** Books a showing, and says so on the timeline. `zone` is where the times of day are meant. */
export async function bookShowing(ctx: Change, lead: ShownLead, given: Given, zone: string): Promise<Showing> {
  const fields = await columnsOf(ctx, given, null, zone)
  requirePossible(ctx, 'requested', fields)
  const id = await insertShowing(ctx, lead.id, fields)
  const booked = await showingById(ctx, id)
  if (given.notify_client) await notifyClient(ctx, booked)
  await recordOnTimeline(ctx, lead, booked)
  ctx.audit({ subject: 'showing', subject_id: id, after: booked })
  await publishShowing(ctx, lead, id)
  return given.notify_client ? showingById(ctx, id) : booked
}

/** Changes a showing; another state is said on the timeline, and to the client when that is wanted. */
export async function changeShowing(ctx: Change, lead: ShownLead, before: Showing, given: Given): Promise<Showing> {
  const slip = await slipOf(ctx, before, given.status)
  await writeShowing(ctx, before.id, await columnsOf(ctx, given, before, before.zone))
  const after = await showingById(ctx, before.id)
  // Who agreed to one time or place did not agree to another.
  if (before.client_answer !== null && hasMoved(before, after)) await deleteAnswer(ctx, before.id)
  if (!slip) requirePossible(ctx, before.status, after)
  if (given.notify_client) await notifyClient(ctx, after)
  if (slip) await setMilestoneDeleted(ctx, lead, slip, ctx.now)
  else if (after.status !== before.status) await recordOnTimeline(ctx, lead, after)
  ctx.audit({ subject: 'showing', subject_id: after.id, before, after })
  await publishShowing(ctx, lead, after.id)
  return showingById(ctx, before.id)
}

/** Deletes a showing, for some minutes so that it can come back. */
export async function removeShowing(
  ctx: Change,
  lead: ShownLead,
  showing: Showing,
  notify_client: boolean,
): Promise<void> {
  await writeDeletion(ctx, showing.id, ctx.now)
  if (notify_client) await notifyClient(ctx, showing, { isRevocable: true })
  ctx.audit({ subject: 'showing', subject_id: showing.id, before: showing, after: null })
  await publishShowing(ctx, lead, showing.id)
}

/** Brings a showing back; a client who was told that it is off, or is about to be, is told that it is on. */
export async function restoreShowing(ctx: Change, lead: ShownLead, showing: Showing): Promise<Showing> {
  const wasClientNotified = await isClientNotified(ctx, showing.id)
  await writeDeletion(ctx, showing.id, null)
  const restored = await showingById(ctx, showing.id)
  const client = await showingClient(ctx, lead.id)
  if (wasClientNotified && !isOver(restored, ctx.now) && (await reasonsAgainstNotifying(ctx, client)).length === 0)
    await notifyClient(ctx, restored)
  ctx.audit({ subject: 'showing', subject_id: showing.id, before: null, after: restored })
  await publishShowing(ctx, lead, showing.id)
  return showingById(ctx, showing.id)
}

/** A showing that was moved is judged by the time at which it stands now. */
function requirePossible(ctx: Change, from: ShowingStatus, showing: Parameters<typeof reasonAgainst>[0]): void {
  const reason = reasonAgainst({ ...showing, status: from }, showing.status, ctx.now)
  if (reason) throw invalid({ status: [reason] })
}

/** What the timeline says of the last step of a showing, where its author takes that step back soon after. */
async function slipOf(ctx: Change, showing: Showing, status: ShowingStatus | undefined): Promise<Milestone | null> {
  if (status === undefined || status === showing.status) return null
  const about = { lead_id: showing.lead_id, type: milestoneType.showing, model_type: 'showing', model_id: showing.id }
  const [last, previous] = await milestonesAbout(ctx, about, 2)
  const isLastStep = last?.value === showing.status && previous?.value === status
  const isOwn = last?.author_user_id === (ctx.author?.user_id ?? null)
  const isFresh = last !== undefined && Date.parse(last.happened_at) >= subMinutes(ctx.now, RESTORE_MINUTES).getTime()
  return isLastStep && isOwn && isFresh ? last : null
}

const hasMoved = (before: Showing, after: Showing): boolean =>
  before.starts_at !== after.starts_at || before.address_formatted !== after.address_formatted

async function columnsOf(ctx: Change, given: Given, before: Showing | null, zone: string): Promise<ShowingColumns> {
  const { status = before?.status ?? 'requested' } = given
  const mls_number = given.mls_number === undefined ? (before?.mls_number ?? null) : given.mls_number || null
  const isNewHome = mls_number !== null && mls_number !== before?.mls_number
  const home = isNewHome ? await listingByNumber(ctx, mls_number) : null
  const known = home ? detailsOf(home) : before
  const address_formatted = given.address_formatted || known?.address_formatted || ''
  const errors: FieldErrors = {}
  if (address_formatted === '') errors.address_formatted = ['Enter an address, or the MLS number of a known listing.']
  const times = timesOf(given, before, zone)
  if (times.ends_at <= times.starts_at) errors.time_end = ['time_end must be after time_start.']
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
export function timesOf(given: Given, before: Showing | null, zone: string): { starts_at: Date; ends_at: Date } {
  if (given.span) return given.span
  const date = given.date ?? before?.date ?? ''
  const starts_at = instantAt(date, given.time_start ?? before?.time_start ?? '', zone)
  if (given.time_end) return { starts_at, ends_at: instantAt(date, given.time_end, zone) }
  const minutes = before ? (Date.parse(before.ends_at) - Date.parse(before.starts_at)) / 60_000 : USUAL_MINUTES
  return { starts_at, ends_at: addMinutes(starts_at, minutes) }
}

/** What made a showing so, where that is not the author. */
interface TimelineNote {
  text: readonly string[]
  /** The state is what it was before. */
  isOnlyNote: boolean
}

/** Says on the timeline how a showing stands. */
export async function recordOnTimeline(
  ctx: Change,
  lead: ShownLead,
  showing: Showing,
  note?: TimelineNote,
): Promise<void> {
  await addMilestones(ctx, [
    {
      lead_id: lead.id,
      agent_id: lead.agent_id,
      milestone_type_id: milestoneType.showing,
      milestone_option_id: note?.isOnlyNote ? null : milestoneOptionOf[showing.status],
      description: inSentences([showingText(showing), ...(note?.text ?? [])]),
      value: showing.status satisfies ShowingStatus,
      model_id: showing.id,
      model_type: 'showing',
    },
  ])
}
