import { z } from 'zod'
import { foreignRecord, Id, Instant, jsonText, line } from '../../../platform/wire/fields.ts'
import { contactChannels, type LeadRole, leadStatuses, roleLabels } from '../rules.ts'

const roleNames = Object.keys(roleLabels) as [LeadRole, ...LeadRole[]]
const statusValues = leadStatuses.map(status => status.value)

export const LeadRoleName = z.enum(roleNames)
export const StatusValue = z
  .int32()
  .refine(value => statusValues.some(known => known === value), { error: 'is not a status' })

/** Whole dollars on the wire, cents in the table: the server's queries convert every field of this kind. */
export const Dollars = z.int().min(0).max(1_000_000_000).nullable().meta({ unit: 'dollars' })

const EmailInput = line(254)
  .refine(text => text === '' || z.email().safeParse(text).success, { error: 'must be an e-mail address' })
  .nullable()

/** The kinds of areas, from the largest. */
export const areaTypes = ['locality', 'sublocality', 'neighbourhood'] as const
/** A part of a place name tree, as an answer shows it. */
export const AreaType = z.enum(areaTypes)
export type AreaType = z.output<typeof AreaType>
export const AreaReference = z.object({ area_id: Id, area_type: AreaType })
export type AreaReference = z.output<typeof AreaReference>

const areaReferences = z.array(AreaReference).max(200)
/** Areas in the order in which the person chose them; as JSON text, or as a list. */
export const AreasInput = z.union([areaReferences, jsonText(areaReferences)], {
  error: 'must be a list of areas',
})

/*
 * The record, said once. A key of `editable` or `kept` is a column of the same name: the selected columns, the written
 * columns, the type of the table and the answers are derived from these two objects.
 */

/** Columns that a person may set. */
export const editable = {
  first_name: line(100),
  last_name: line(100),
  email: EmailInput,
  email_private: EmailInput,
  /** Read in any usual format, kept as E.164. */
  phone: line(40).nullable(),
  phone_private: line(40).nullable(),
  phone_country_code: line(2).nullable(),
  stated_price_min: Dollars,
  stated_price_max: Dollars,
  roles: z.array(LeadRoleName),
  occupation: line(100),
  /** By its English name, such as French; empty where nobody knows. */
  language: line(60),
}

/** Columns that only the product itself sets. */
export const stored = {
  id: Id,
  agent_id: Id.nullable(),
  phone_location: z.string().nullable(),
  site_id: Id.nullable(),
  source: z.string(),
  status_value: z.int(),
  lead_score: z.number(),
  claimed_at: Instant.nullable(),
  claimed_by: Id.nullable(),
  is_bogus: z.boolean(),
  email_verified: z.boolean(),
  is_email_valid: z.boolean(),
  is_phone_valid: z.boolean(),
  text_validated: z.boolean(),
  has_viewing_request: z.boolean(),
  has_offer_request: z.boolean(),
  has_sell_request: z.boolean(),
  signup_attempts: z.int(),
  searches_price_min: Dollars,
  searches_price_max: Dollars,
  zone: z.string(),
  was_active: z.boolean(),
  last_active_at: Instant,
  last_contacted_at: Instant.nullable(),
  /** Visits of the last twelve weeks, oldest first. */
  activity: z.array(z.int()),
  /** Tasks still open, kept by the tasks. */
  open_tasks: z.int(),
  /** What they ask for and nobody has dealt with yet, kept by the tasks. */
  open_requests: z.array(z.enum(['viewing_request', 'offer_submission', 'sell_request'])),
  /** Types of the open opportunities, kept by the opportunities. */
  opportunity_types: z.array(z.int()),
  /** Nobody is to be reminded of the lead before then; kept by the snooze, also when it is over. */
  snoozed_until: Instant.nullable(),
  consent_email: z.enum(['express', 'implied', 'withdrawn', 'none']),
  /** Channels that the lead took back, kept by the consent: nobody calls, texts or writes there. */
  withdrawn_channels: z.array(z.enum(contactChannels)),
  created_at: Instant,
  updated_at: Instant,
  deleted_at: Instant.nullable(),
  version: z.int(),
}

/** Something with a name, as an answer mentions it. */
export const Named = z.object({ id: Id, name: z.string() })
export const LeadTag = Named.extend({
  /** False for an agent's own tags. */
  permanent: z.boolean(),
  colour: z.string().nullable(),
})
export type LeadTag = z.output<typeof LeadTag>

/** What an answer adds to the columns: names, the specification's own spellings, and what follows by rule. */
const derived = {
  name: z.string(),
  agent: Named.nullable(),
  primary_area: z.string(),
  /** The first two of the merged areas. */
  primary_areas: z.array(z.string()),
  /** The rest of the merged areas. */
  all_areas: z.array(z.string()),
  localities: z.array(Named),
  sublocalities: z.array(Named),
  neighbourhoods: z.array(Named),
  localities_string: z.string(),
  sublocalities_string: z.string(),
  roles_string: z.string(),
  sites: z.array(Named),
  sites_string: z.string(),
  tags: z.array(LeadTag),
  claimed: z.boolean(),
  complete: z.boolean(),
  personal: z.boolean(),
  isRealtor: z.boolean(),
  validation_required: z.boolean(),
  marketing_eligible: z.boolean(),
  subscriptions: z.object({ alert: z.boolean(), newsletter: z.boolean(), precon: z.boolean() }),
  delivra_account: z.object({
    id: z.int().nullable(),
    member_type: z.enum(['normal', 'unsubscribed', 'held', 'bounced']),
  }),
}

/** A row of a list. */
export const LeadRow = z.object({
  ...stored,
  ...editable,
  email: z.string().nullable(),
  email_private: z.string().nullable(),
  ...derived,
  /** Only on search results: the first lines of the newest note. */
  latest_note: z.string().nullable(),
})
export type LeadRow = z.output<typeof LeadRow>

export const RentalProfile = z.object({
  employmentLetter: z.boolean(),
  creditScore: z.int().nullable(),
  annualIncome: z.int().nullable(),
})
export type RentalProfile = z.output<typeof RentalProfile>

/**
 * The records that features further up put beside a lead, by the field. Each adds the type of its own:
 * `declare module '../leads/contract/record.ts' { interface RecordsBesideLead { tasks: TaskOfLead } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it, which a type alias does not allow.
export interface RecordsBesideLead {}

const besideLead = <const Field extends string>() => foreignRecord<RecordsBesideLead, Field>()

/** What features further up put beside a lead. */
export const LeadParts = z.object({
  tasks: z.array(besideLead<'tasks'>()),
  notes: z.array(besideLead<'notes'>()),
  campaigns: z.array(besideLead<'campaigns'>()),
  favourite_listings: z.array(besideLead<'favourite_listings'>()),
  favourite_archive_listings: z.array(besideLead<'favourite_archive_listings'>()),
  leadTransfer: z.object({ userId: Id.nullable(), reassignedBy: Id.nullable() }).nullable(),
})
export type LeadParts = z.output<typeof LeadParts>

/** One part of the score: what it is for, its points, and the most it can give. */
export const ScorePart = z.object({ label: z.string(), points: z.number(), most: z.number() })

/** A lead as its own page shows it. */
export const Lead = z.object({
  ...LeadRow.shape,
  ...LeadParts.shape,
  rental_profile: RentalProfile.nullable(),
  /** Chosen areas, as the form sends them back. */
  areas: z.array(AreaReference),
  score_parts: z.array(ScorePart),
})
export type Lead = z.output<typeof Lead>

/** What the address of a lead is answered with that was merged into another. */
export const MergedInto = z.object({
  merged_into: z.object({ id: Id, first_name: z.string(), last_name: z.string() }),
})
export type MergedInto = z.output<typeof MergedInto>
