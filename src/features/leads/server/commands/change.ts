import type { Change } from '../../../../platform/server/context.ts'
import { invalid } from '../../../../platform/server/errors.ts'
import type { LeadFields } from '../../contract/leads.ts'
import type { AreaReference } from '../../contract/record.ts'
import { leadStatusesChanged, leadUpdated } from '../../events.ts'
import { foldEmail } from '../../rules.ts'
import { editableColumns, inCents } from '../queries/columns.ts'
import type { LeadBefore } from '../queries/leads.ts'
import { isRetired, placesOf } from '../queries/places.ts'
import { lockFacts, writeFacts } from '../queries/signals.ts'
import { replaceAreas, writeLead } from '../queries/writes.ts'
import { isNobody, NOBODY, refuseTaken, storedContact } from './contact.ts'
import { recallAfterNewAddress } from './links.ts'
import { auditLeads, publishLeads } from './publish.ts'
import { scoreColumns } from './score.ts'
import { movedFacts } from './signals.ts'

/** Changes the fields that a person may set. The lead must be locked; throws `SamePerson` for another lead's address. */
export async function updateLead(ctx: Change, lead: LeadBefore, given: LeadFields): Promise<void> {
  const { areas, ...plain } = given
  const { fields, errors } = storedContact(intoShownField(lead, plain), lead.phone_country_code)
  const number = (of: typeof lead) => of.phone_private || of.phone
  const changedTo = { ...lead, ...fields }
  // That a number does not work says nothing of the next one.
  const hasNewNumber = number(changedTo) !== number(lead)
  const after = hasNewNumber ? { ...changedTo, is_phone_valid: true } : changedTo
  if (after.stated_price_min && after.stated_price_max && after.stated_price_min > after.stated_price_max)
    errors.stated_price_max = ['stated_price_max must not be below stated_price_min.']
  if (isNobody(after) && !isNobody(lead)) errors.first_name = [NOBODY]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  await refuseTaken(ctx, lead.id, lead, after)
  const area_ids = areas ? await knownAreas(ctx, areas, lead.area_ids) : lead.area_ids
  const changed = differences(lead, { ...editableColumns(fields), area_ids })
  if (Object.keys(changed.after).length === 0) return
  const { lead_score, score_parts } = scoreColumns(after, ctx.now)
  await writeLead(ctx, lead.id, {
    ...inCents(changed.after),
    ...(hasNewNumber && { is_phone_valid: true }),
    email_key: foldEmail(after.email_private ?? after.email),
    lead_score,
    score_parts: JSON.stringify(score_parts),
  })
  if (areas) await replaceAreas(ctx, lead.id, area_ids)
  await recallAfterNewAddress(ctx, [{ before: lead, after: { ...after, id: lead.id } }])
  ctx.audit({ subject: 'lead', subject_id: lead.id, ...changed })
  await leadUpdated.emit(ctx, { id: lead.id, agent_id: lead.agent_id, ...changed })
  publishLeads(ctx, [{ id: lead.id, agents: [lead.agent_id] }])
}

/** What a screen shows as the address is the private one where there is one; so that is what a change of it means. */
function intoShownField(lead: LeadBefore, given: Omit<LeadFields, 'areas'>): Omit<LeadFields, 'areas'> {
  const fields = { ...given }
  if (lead.email_private !== null && fields.email !== undefined) {
    fields.email_private ??= fields.email
    delete fields.email
  }
  if (lead.phone_private !== null && fields.phone !== undefined) {
    fields.phone_private ??= fields.phone
    delete fields.phone
  }
  return fields
}

/** The ids of these areas: of one that was merged meanwhile, that of the other. Retired ones stay where they are, and come nowhere new. */
async function knownAreas(ctx: Change, areas: readonly AreaReference[], held: readonly number[]): Promise<number[]> {
  const places = await placesOf(ctx)
  const heldNow = new Set(held.map(id => places.areas.get(id)?.id))
  const ids = areas.map(({ area_id, area_type }) => {
    const area = places.areas.get(area_id)
    if (area?.type !== area_type) throw invalid({ areas: [`There is no ${area_type} ${area_id}.`] })
    if (!heldNow.has(area.id) && isRetired(places, area.id))
      throw invalid({ areas: [`“${area.name}” is no longer offered.`] })
    return area.id
  })
  return [...new Set(ids)]
}

function differences(before: object, wanted: Record<string, unknown>) {
  const old = before as Record<string, unknown>
  const changed = Object.entries(wanted).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]))
  return {
    before: Object.fromEntries(changed.map(([name]) => [name, old[name]])),
    after: Object.fromEntries(changed),
  }
}

/** Leads whose scores are computed at once. */
const AT_ONCE = 5000

interface StatusOptions {
  /** Said on the timeline instead of "From … to …". */
  note?: string | undefined
  /** Only leads that have this status now. */
  from?: number
}

/** What became of leads that were given a status. */
export interface ChangedStatuses {
  changed: number[]
  /** Each changed lead with the status it had. */
  before: [id: number, status: number][]
  stopped_campaigns: number[]
}

/** Gives leads another status; those that have it already are left alone. */
export async function changeStatuses(
  ctx: Change,
  ids: readonly number[],
  status: number,
  { note = '', from }: StatusOptions = {},
): Promise<ChangedStatuses> {
  const rows: StatusBefore[] = []
  const ordered = ids.toSorted((a, b) => a - b)
  for (let start = 0; start < ordered.length; start += AT_ONCE)
    rows.push(...(await writeStatuses(ctx, ordered.slice(start, start + AT_ONCE), { status, from })))
  if (rows.length === 0) return { changed: [], before: [], stopped_campaigns: [] }
  const event = { leads: rows.map(row => ({ ...row, after: status })), note, stopped_campaigns: [] }
  await leadStatusesChanged.emit(ctx, event)
  auditLeads(
    ctx,
    rows.map(({ id, before }) => ({ id, before: { status_value: before }, after: { status_value: status } })),
  )
  publishLeads(
    ctx,
    rows.map(row => ({ id: row.id, agents: [row.agent_id] })),
  )
  return {
    changed: rows.map(row => row.id),
    before: rows.map(row => [row.id, row.before]),
    stopped_campaigns: event.stopped_campaigns,
  }
}

interface StatusBefore {
  id: number
  agent_id: number | null
  before: number
}

/** Writes the status with the score that follows from it; answers what each of the changed leads had before. */
async function writeStatuses(
  ctx: Change,
  ids: readonly number[],
  { status, from }: { status: number; from: number | undefined },
): Promise<StatusBefore[]> {
  const locked = (await lockFacts(ctx, ids)).filter(
    ({ status_value }) => status_value !== status && (from === undefined || status_value === from),
  )
  await writeFacts(
    ctx,
    locked.map(lead => ({ ...movedFacts({ ...lead, status_value: status }, ctx.now), isVersion: true })),
  )
  return locked.map(lead => ({ id: lead.id, agent_id: lead.agent_id, before: lead.status_value }))
}
