import type { Change } from '../../../../platform/server/context.ts'
import type { LeadRoleName } from '../../contract/record.ts'
import { leadsCreated } from '../../events.ts'
import { ADDED_BY_AGENT, foldEmail } from '../../rules.ts'
import { addSignUps, insertRows, lockArrivals, lockPeople, samePeople } from '../queries/arrivals.ts'
import { editableColumns, inCents } from '../queries/columns.ts'
import { storedContact } from './contact.ts'
import { publishLeads } from './publish.ts'
import { scoreColumns } from './score.ts'

type Role = (typeof LeadRoleName)['options'][number]

/** What a new lead may start with; money in dollars, everything optional. */
export interface NewLeadFields {
  first_name?: string
  last_name?: string
  email?: string | null
  email_private?: string | null
  phone?: string | null
  phone_private?: string | null
  phone_country_code?: string | null
  stated_price_min?: number | null
  stated_price_max?: number | null
  roles?: readonly Role[]
  /** Areas in the order of preference. */
  area_ids?: readonly number[]
  tag_ids?: readonly number[]
  status_value?: number
  agent_id?: number | null
  is_personal?: boolean
  site_id?: number | null
  source?: string
  created_at?: string
  last_active_at?: string
  last_contacted_at?: string | null
  /** The listing they came for, by the number of the listing service; only whoever is told of new leads reads it. */
  asked_about?: string | null
  /** They came by themselves, so that `last_active_at` counts in their score. */
  was_active?: boolean
}

/** What became of one new lead. */
export interface CreatedLead {
  id: number
  /** `existing`: the same person was known already, or came earlier in the same list. */
  outcome: 'created' | 'existing'
  agent_id: number | null
}

export interface CreateOptions {
  /** A repeat sign-up of a known person is counted on their record; an import's is not. */
  countSignUps?: boolean
  /** They come with a file. */
  isImport?: boolean
}

/**
 * Creates one lead, unless the same person (folded e-mail, or phone) is known.
 * Two requests for one person wait for each other, so that there is never a second lead.
 */
export async function createLead(
  ctx: Change,
  fields: NewLeadFields,
  options: CreateOptions = {},
): Promise<CreatedLead> {
  const [created] = await createAll(ctx, [fields], options)
  if (!created) throw new Error('A lead that was created is missing.')
  return created
}

/** The same for many, in a fixed number of statements; answers in the order given. */
export async function createLeads(
  ctx: Change,
  many: readonly NewLeadFields[],
  options: CreateOptions = {},
): Promise<CreatedLead[]> {
  return many.length === 0 ? [] : createAll(ctx, many, options)
}

interface Prepared {
  index: number
  row: Record<string, unknown>
  asked_about: string | null
  /** Folded addresses, the one that is shown first. */
  emails: readonly string[]
  phones: readonly string[]
}

async function createAll(ctx: Change, many: readonly NewLeadFields[], options: CreateOptions): Promise<CreatedLead[]> {
  const prepared = many.map((fields, index) => prepare(fields, index, ctx.now))
  await waitForOthers(ctx, prepared)
  const known = await knownPeople(ctx, prepared)
  const fresh: Prepared[] = []
  const outcome = prepared.map((lead): { lead: Prepared } | { existing: Person } => {
    const existing = known.find(lead)
    if (existing) return { existing }
    known.add(lead)
    fresh.push(lead)
    return { lead }
  })
  const ids = await insertLeads(ctx, fresh)
  const idOf = (lead: Prepared) => ids.get(lead.index) ?? 0
  const answers = outcome.map((made): CreatedLead => {
    if ('lead' in made) return { id: idOf(made.lead), outcome: 'created', agent_id: agentOf(made.lead) }
    const { person } = made.existing
    return 'id' in person
      ? { id: person.id, outcome: 'existing', agent_id: person.agent_id }
      : { id: idOf(person), outcome: 'existing', agent_id: agentOf(person) }
  })
  if (options.countSignUps) await countSignUps(ctx, answers)
  await publishCreated(ctx, fresh, { idOf, isImport: options.isImport ?? false })
  return answers
}

const agentOf = (lead: Prepared): number | null => (typeof lead.row.agent_id === 'number' ? lead.row.agent_id : null)

function prepare(given: NewLeadFields, index: number, now: Date): Prepared {
  const { fields } = storedContact(given)
  const at = now.toISOString()
  const last_active_at = fields.last_active_at ?? fields.created_at ?? at
  const row: Record<string, unknown> = {
    ...inCents({ ...blank, ...editableColumns({ ...fields }) }),
    email_key: foldEmail(fields.email_private ?? fields.email),
    agent_id: fields.agent_id ?? null,
    claimed_by: fields.agent_id ?? null,
    claimed_at: fields.agent_id ? (fields.created_at ?? at) : null,
    is_personal: fields.is_personal ?? false,
    site_id: fields.site_id ?? null,
    site_ids: fields.site_id ? [fields.site_id] : [],
    source: fields.source ?? ADDED_BY_AGENT,
    status_value: fields.status_value ?? 1,
    area_ids: [...new Set(fields.area_ids)],
    tag_ids: [...new Set(fields.tag_ids)],
    created_at: fields.created_at ?? at,
    last_active_at,
    was_active: fields.was_active ?? false,
    last_contacted_at: fields.last_contacted_at ?? null,
    ...scoreColumns(scoreFactsOf(fields, last_active_at), now),
  }
  const emails = [fields.email_private, fields.email].flatMap(email => foldEmail(email) ?? [])
  const phones = [fields.phone_private, fields.phone].flatMap(phone => phone ?? [])
  return { index, row, asked_about: given.asked_about ?? null, emails, phones }
}

const blank = { first_name: '', last_name: '', roles: [] }

const scoreFactsOf = (fields: NewLeadFields, last_active_at: string) => ({
  activity_week: last_active_at.slice(0, 10),
  was_active: fields.was_active ?? false,
  last_active_at,
  activity: [],
  has_viewing_request: false,
  has_offer_request: false,
  has_sell_request: false,
  email: fields.email ?? null,
  email_private: fields.email_private ?? null,
  phone: fields.phone ?? null,
  phone_private: fields.phone_private ?? null,
  email_verified: false,
  is_email_valid: true,
  is_phone_valid: true,
  text_validated: false,
  last_contacted_at: fields.last_contacted_at ?? null,
  status_value: fields.status_value ?? 1,
})

const ONE_BY_ONE = 20

/** Single leads share the gate and lock their person; a large batch closes the gate until it commits. */
async function waitForOthers(ctx: Change, leads: readonly Prepared[]): Promise<void> {
  if (leads.length > ONE_BY_ONE) {
    await lockArrivals(ctx)
    return
  }
  const keys = [...new Set(leads.flatMap(lead => [...lead.emails, ...lead.phones]))]
  await lockPeople(ctx, keys)
}

interface Person {
  person: Prepared | { id: number; agent_id: number | null }
}

interface KnownPeople {
  find(lead: Prepared): Person | null
  add(lead: Prepared): void
}

async function knownPeople(ctx: Change, leads: readonly Prepared[]): Promise<KnownPeople> {
  const emails = leads.flatMap(lead => lead.emails)
  const phones = leads.flatMap(lead => lead.phones)
  const rows = await samePeople(ctx, emails, phones)
  // An address and a number never look alike, so that one map holds both.
  const byKey = new Map<string, Person>()
  // The oldest record comes last and stays.
  for (const { key, id, agent_id } of rows) byKey.set(key, { person: { id, agent_id } })
  return {
    find: lead => [...lead.emails, ...lead.phones].flatMap(key => byKey.get(key) ?? [])[0] ?? null,
    add: lead => {
      for (const key of [...lead.emails, ...lead.phones]) byKey.set(key, { person: lead })
    },
  }
}

/** One statement for all; the columns are those of the first row, which has them all. */
async function insertLeads(ctx: Change, leads: readonly Prepared[]): Promise<Map<number, number>> {
  if (leads.length === 0) return new Map()
  const ids = await insertRows(
    ctx,
    leads.map(lead => lead.row),
  )
  // Identity values are handed out in the order of the rows.
  const byIndex = new Map(leads.map((lead, place) => [lead.index, ids[place] ?? 0]))
  return byIndex
}

async function countSignUps(ctx: Change, answers: readonly CreatedLead[]): Promise<void> {
  const ids = answers.filter(answer => answer.outcome === 'existing').map(answer => answer.id)
  if (ids.length === 0) return
  await addSignUps(ctx, ids)
}

async function publishCreated(
  ctx: Change,
  fresh: readonly Prepared[],
  { idOf, isImport }: { idOf: (lead: Prepared) => number; isImport: boolean },
): Promise<void> {
  if (fresh.length === 0) return
  const leads = fresh.map(lead => ({
    id: idOf(lead),
    agent_id: agentOf(lead),
    source: String(lead.row.source),
    asked_about: lead.asked_about,
  }))
  await leadsCreated.emit(ctx, { leads, is_import: isImport })
  publishLeads(
    ctx,
    leads.map(lead => ({ id: lead.id, agents: [lead.agent_id] })),
  )
  if (fresh.length === 1) ctx.audit({ subject: 'lead', subject_id: leads[0]?.id ?? null, after: fresh[0]?.row })
  else ctx.audit({ subject: 'leads', subject_id: null, after: { created: leads.map(lead => lead.id) } })
}
