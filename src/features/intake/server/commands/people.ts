import type { Change } from '../../../../platform/server/context.ts'
import { foldEmail } from '../../../leads/rules.ts'
import { phoneAsE164 } from '../../../leads/server/commands/contact.ts'
import { createLeads, type NewLeadFields } from '../../../leads/server/commands/create.ts'
import { rewriteLeads } from '../../../leads/server/commands/rewrite.ts'
import { lockPeople, samePeople } from '../../../leads/server/queries/arrivals.ts'
import { type Places, placesOf } from '../../../leads/server/queries/places.ts'
import { type LeadRecord, lockRecords } from '../../../leads/server/queries/records.ts'
import { contactOf, isInquiry, rolesOf } from '../../rules/events.ts'
import type { NamedHome, StoredEvent } from '../queries/events.ts'
import type { KnownSource } from '../queries/sources.ts'

/** An event with the home that it names, where the product knows it. */
export interface EventAbout {
  event: StoredEvent
  home: NamedHome | null
}

/** Somebody of whom an event is, and whether the event made them a lead. */
export interface FoundLead {
  id: number
  agent_id: number | null
  is_new: boolean
}

/** An event with the lead that it is of. */
export interface EventOfLead extends EventAbout {
  lead: FoundLead
}

/**
 * Finds or creates the lead of each event that says who did it, by the event's id. Whoever is known stays who they are: only
 * what is missing of them is filled in. All known leads that the events are of, also the `owners` of their visitors, are locked
 * first.
 */
export async function findPeople(
  ctx: Change,
  { source, events, owners }: { source: KnownSource; events: readonly EventAbout[]; owners: readonly number[] },
): Promise<Map<number, FoundLead>> {
  const places = await placesOf(ctx)
  const named = events.flatMap(about => {
    const fields = leadOf(about, source, places)
    return fields ? [{ id: about.event.id, fields }] : []
  })
  return findOrCreate(ctx, named, owners)
}

/** The same for people of whom it is known already what they would start with as leads, by ids of the caller's own. */
export async function findOrCreate(
  ctx: Change,
  named: readonly { id: number; fields: NewLeadFields }[],
  owners: readonly number[] = [],
): Promise<Map<number, FoundLead>> {
  const wanted = named.map(({ fields }) => fields)
  await lockKnown(ctx, wanted, owners)
  const created = await createLeads(ctx, wanted)
  const people = new Map<number, FoundLead>()
  const known: { lead_id: number; fields: NewLeadFields }[] = []
  for (const [place, { id, fields }] of named.entries()) {
    const lead = created[place]
    if (!lead) continue
    people.set(id, { id: lead.id, agent_id: lead.agent_id, is_new: lead.outcome === 'created' })
    if (lead.outcome === 'existing') known.push({ lead_id: lead.id, fields })
  }
  await fillIn(ctx, known)
  return people
}

/** Locks known leads in the order of their ids, so that two batches about the same people never wait for each other in a circle. */
async function lockKnown(ctx: Change, given: readonly NewLeadFields[], owners: readonly number[]): Promise<void> {
  const { emails, phones } = contactsIn(given)
  // Addresses come before leads, as where leads are changed.
  await lockPeople(ctx, [...emails, ...phones])
  const known = await samePeople(ctx, emails, phones)
  await lockRecords(ctx, [...new Set([...owners, ...known.map(({ id }) => id)])])
}

const contactsIn = (given: readonly NewLeadFields[]) => ({
  emails: given.flatMap(({ email }) => foldEmail(email) ?? []),
  phones: given.flatMap(({ phone }) => phone ?? []),
})

/** What a lead would start with by an event; `null` when it does not say who it was. */
function leadOf({ event, home }: EventAbout, source: KnownSource, places: Places): NewLeadFields | null {
  const { person, data } = event
  const contact = contactOf({ email: person.email, phone: person.phone }, source.proxies)
  const phone = contact.phone === null ? null : phoneAsE164(contact.phone)
  const proxied = phone !== null && contactOf({ phone }, source.proxies).phone === null
  const [first_name, last_name] = [person.first_name ?? '', person.last_name ?? '']
  const isReachable = contact.email !== null || (phone !== null && !proxied)
  // A name alone is enough for whoever asked for something; for a visit it would be somebody else each time.
  if (!isReachable && !(isInquiry(event.type) && first_name + last_name !== '')) return null
  return {
    first_name,
    last_name,
    email: contact.email,
    phone: proxied ? null : phone,
    roles: rolesOf(event.type, data, offerOf(home)),
    area_ids: areasOf([...(data.areas ?? []), home?.neighbourhood, home?.city], places),
    stated_price_min: data.price_min ?? null,
    stated_price_max: data.price_max ?? null,
    site_id: source.site_id,
    source: source.name,
    created_at: event.occurred_at,
    last_active_at: event.occurred_at,
    was_active: true,
    asked_about: home?.mls_number ?? data.mls_number ?? null,
  }
}

const offerOf = (home: NamedHome | null): 'sale' | 'lease' | null =>
  home === null ? null : home.offer === 'lease' ? 'lease' : 'sale'

/** Areas by their names; of several of the same name the smallest one. Names that nobody knows are left out. */
export function areasOf(names: readonly (string | null | undefined)[], places: Places): number[] {
  const wanted = names.flatMap(name => (name ? [name.trim().toLowerCase()] : []))
  const byName = new Map<string, number>()
  const sizes = ['locality', 'sublocality', 'neighbourhood']
  for (const size of sizes)
    for (const { id, name, type } of places.areas.values()) if (type === size) byName.set(name.toLowerCase(), id)
  return [...new Set(wanted.flatMap(name => byName.get(name) ?? []))].slice(0, 20)
}

/** Fills in what is missing of known leads: what they said first stays, and nobody gets what is somebody else's. */
async function fillIn(ctx: Change, given: readonly { lead_id: number; fields: NewLeadFields }[]): Promise<void> {
  if (given.length === 0) return
  const records = await lockRecords(
    ctx,
    given.map(({ lead_id }) => lead_id),
  )
  const taken = await takenContacts(ctx, given)
  const after = new Map(records)
  for (const { lead_id, fields } of given) {
    const record = after.get(lead_id)
    if (record) after.set(lead_id, filledIn(record, fields, taken))
  }
  await rewriteLeads(
    ctx,
    [...records].flatMap(([id, before]) => {
      const filled = after.get(id)
      return filled ? [{ before, after: filled }] : []
    }),
  )
}

async function takenContacts(ctx: Change, given: readonly { fields: NewLeadFields }[]): Promise<Map<string, number>> {
  const { emails, phones } = contactsIn(given.map(({ fields }) => fields))
  return new Map((await samePeople(ctx, emails, phones)).map(({ key, id }) => [key, id]))
}

const isMissing = (value: unknown) => value === null || value === undefined || value === ''
const numbersIn = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [])

function filledIn(record: LeadRecord, fields: NewLeadFields, taken: ReadonlyMap<string, number>): LeadRecord {
  const filled: LeadRecord = { ...record }
  if (isMissing(record.first_name) && isMissing(record.last_name)) {
    filled.first_name = fields.first_name ?? ''
    filled.last_name = fields.last_name ?? ''
  }
  const emailKey = foldEmail(fields.email)
  if (isMissing(record.email) && isMissing(record.email_private) && emailKey && !taken.has(emailKey))
    filled.email = fields.email?.toLowerCase() ?? null
  if (isMissing(record.phone) && isMissing(record.phone_private) && fields.phone && !taken.has(fields.phone))
    filled.phone = fields.phone
  if (record.roles.length === 0) filled.roles = [...(fields.roles ?? [])]
  if (numbersIn(record.area_ids).length === 0) filled.area_ids = [...(fields.area_ids ?? [])]
  const sites = numbersIn(record.site_ids)
  if (fields.site_id && !sites.includes(fields.site_id)) {
    filled.site_ids = [...sites, fields.site_id]
    filled.site_id = record.site_id ?? fields.site_id
  }
  return filled
}
