import { TZDate } from '@date-fns/tz'
import { addDays, format } from 'date-fns'
import type { Change, QueryContext } from '../../../platform/server/context.ts'
import { conflict, invalid, notFound, Refusal } from '../../../platform/server/errors.ts'
import type { Channel } from '../../consent/contract.ts'
import { recordInquiry } from '../../consent/server/commands.ts'
import { leadAudience } from '../../leads/server/commands/audience.ts'
import { recordSignals } from '../../leads/server/commands/signals.ts'
import type { Listing } from '../../listings/contract.ts'
import { listingsByIds } from '../../listings/server/queries/listings.ts'
import { addMilestones, rewordMilestone } from '../../milestones/server/commands.ts'
import type { Taskable } from '../../tasks/contract.ts'
import { requestedTimeText } from '../../tasks/rules/taskables.ts'
import { addTaskAbout, retellTask } from '../../tasks/server/commands/tasks.ts'
import type { LeadRequest, RequestFields } from '../contract.ts'
import { requestSubmitted } from '../events.ts'
import { kinds, MAX_A_DAY, MAX_DAYS_AHEAD, problemsOf } from '../rules.ts'
import {
  type AskingLead,
  insertRequest,
  lockAsking,
  type NewRequest,
  requestById,
  requestOfKey,
  requestsToday,
  rewriteRequest,
  sameRequest,
  writeTraces,
} from './queries.ts'

/** What a lead asks for, and at which door. */
export interface AskedRequest extends RequestFields {
  lead_id: number
  /** The home of the listing service, where it is one. */
  listing_id?: number | null
  /** "Page of a home". */
  source: string
  /** What the door calls this request: told of it again, the product does nothing. */
  source_key?: string | null
}

/**
 * Takes what a lead asks for: keeps it, says it on the timeline, and gives the lead's agent a task and a reminder. Asking for
 * the same again within a day changes what was asked for, as long as nobody has dealt with it.
 */
export async function submitRequest(ctx: Change, asked: AskedRequest): Promise<LeadRequest> {
  const lead = await lockAsking(ctx, asked.lead_id)
  if (!lead) throw notFound('lead')
  const known = asked.source_key ? await requestOfKey(ctx, asked.source_key) : null
  if (known !== null) return requestById(ctx, known)
  const request = await requestOf(ctx, lead, asked)
  const same = await sameRequest(ctx, request)
  if (!same) return acceptRequest(ctx, lead, request)
  if (await rewriteRequest(ctx, same.id, request)) {
    const changed = await requestById(ctx, same.id)
    await retellTask(ctx, lead, same.task_id, taskableOf(changed))
    if (same.milestone_id !== null)
      await rewordMilestone(ctx, lead, { id: same.milestone_id, ...milestoneTextOf(changed) })
    ctx.audit({ subject: 'request', subject_id: same.id, after: changed })
    publishRequests(ctx, lead)
  }
  return requestById(ctx, same.id)
}

/** What is asked for, in full; refused with a sentence for every field that cannot be meant. */
async function requestOf(ctx: QueryContext, lead: AskingLead, asked: AskedRequest): Promise<NewRequest> {
  const home = asked.kind === 'sell' ? null : await homeOf(ctx, asked.listing_id ?? null)
  const isOffer = asked.kind === 'offer'
  const request: NewRequest = {
    lead_id: lead.id,
    kind: asked.kind,
    listing_id: home?.id ?? null,
    address: home?.address ?? asked.address ?? '',
    mls_number: home?.mls_number ?? null,
    times: asked.kind === 'viewing' ? (asked.times ?? []) : [],
    price: isOffer ? (asked.price ?? null) : null,
    move_in_date: isOffer ? (asked.move_in_date ?? null) : null,
    message: asked.message ?? '',
    source: asked.source,
    source_key: asked.source_key ?? null,
  }
  const today = new TZDate(ctx.now, lead.zone)
  const day = (date: Date) => format(date, 'yyyy-MM-dd')
  const problems = problemsOf(request, { today: day(today), last: day(addDays(today, MAX_DAYS_AHEAD)) })
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return request
}

async function homeOf(ctx: QueryContext, id: number | null): Promise<Listing | null> {
  if (id === null) return null
  const [home] = await listingsByIds(ctx, [id])
  if (!home) throw notFound('home')
  if (home.status !== 'active') throw conflict('This home is no longer on the market.')
  return home
}

async function acceptRequest(ctx: Change, lead: AskingLead, asked: NewRequest): Promise<LeadRequest> {
  if ((await requestsToday(ctx, lead.id)) >= MAX_A_DAY)
    throw new Refusal('rate_limited', 'You have sent many requests today. Please call us, or try again tomorrow.')
  const { milestone, taskable, ...subject } = kinds[asked.kind]
  const id = await insertRequest(ctx, asked)
  const request = await requestById(ctx, id)
  const { description, detail } = milestoneTextOf(request)
  await recordInquiry(ctx, { lead_id: lead.id, channels: channelsOf(lead), source: asked.source })
  const [milestone_id = null] = await addMilestones(ctx, [
    {
      lead_id: lead.id,
      agent_id: lead.agent_id,
      milestone_type_id: milestone,
      value: request.address,
      description,
      detail,
      link: asked.mls_number === null ? null : `/listings/${encodeURIComponent(asked.mls_number)}`,
      model_id: id,
      model_type: taskable,
    },
  ])
  await recordSignals(ctx, [{ id: lead.id, active_at: ctx.now.toISOString(), request: asked.kind }])
  const task_id = await addTaskAbout(ctx, lead, {
    task_type: lead.has_phone ? 'phone_call' : 'manual_email',
    subject: `${lead.has_phone ? subject.call : subject.write} ${request.address}`.slice(0, 200),
    // Without an agent it waits, without a time, for whoever gets the lead.
    scheduled_at: lead.agent_id === null ? null : ctx.now.toISOString(),
    taskable_type: taskable,
    taskable: taskableOf(request),
  })
  await writeTraces(ctx, id, { task_id, milestone_id })
  ctx.audit({ subject: 'request', subject_id: id, after: request })
  publishRequests(ctx, lead)
  await requestSubmitted.emit(ctx, { id, lead_id: lead.id, agent_id: lead.agent_id, kind: asked.kind })
  return requestById(ctx, id)
}

const channelsOf = ({ has_email, has_phone }: AskingLead): Channel[] => [
  ...(has_email ? (['email'] as const) : []),
  ...(has_phone ? (['text', 'call'] as const) : []),
]

/** What the timeline says of a request, and the offer submission beside it. */
function milestoneTextOf(request: LeadRequest): { description: string; detail: object | null } {
  const { id, price, move_in_date, listing_id, listing } = request
  return {
    description: [request.kind === 'offer' ? '' : requestedTimeText(request), request.message]
      .filter(Boolean)
      .join('. '),
    detail: request.kind === 'offer' ? { offerSubmission: { id, price, move_in_date, listing_id, listing } } : null,
  }
}

/** What the task of a request is about. */
function taskableOf(request: LeadRequest): Taskable {
  const { id, address, price, move_in_date, listing_id, listing, times, message } = request
  return {
    id,
    name: address,
    campaign_name: null,
    step_name: null,
    price,
    move_in_date,
    listing_id,
    listing,
    times,
    message,
  }
}

const publishRequests = (ctx: Change, lead: AskingLead): void => ctx.changed('requests', [lead.id], leadAudience(lead))
