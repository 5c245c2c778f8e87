import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Id, Instant, InstantInput, line, Nothing } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    milestones: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    milestone: true
  }
}

const Details = z.record(z.string(), z.unknown())

/** An offer that came in through a form. */
export const OfferSubmission = z.object({
  id: Id,
  price: z.int().nullable(),
  move_in_date: z.string().nullable(),
  listing_id: z.int().nullable(),
  listing: z
    .object({
      id: z.int(),
      address_id: z.int().nullable(),
      mls_number: z.string().nullable(),
      url: z.string().nullable(),
      address: z.object({ id: z.int(), formatted: z.string() }).nullable(),
    })
    .nullable(),
})

/** Columns of the table, under their own names: the selected columns and the table's type follow from this. */
export const milestoneColumns = {
  id: z.int(),
  lead_id: Id,
  milestone_type_id: z.int(),
  milestone_option_id: z.int().nullable(),
  description: z.string(),
  value: z.string().nullable(),
  link: z.string().nullable(),
  call: Details.nullable(),
  message: Details.nullable(),
  session: Details.nullable(),
  model_id: z.int().nullable(),
  model_type: z.string().nullable(),
  happened_at: Instant,
  author_user_id: Id.nullable(),
  on_behalf_of: Id.nullable(),
  created_at: Instant,
  updated_at: Instant,
  version: z.int(),
}

const Person = z.object({ id: Id, name: z.string() })

/** One event on a lead's timeline. */
export const Milestone = z.object({
  ...milestoneColumns,
  /** The same instant as `happened_at`, under the name the forms use. */
  date: Instant,
  offerSubmission: OfferSubmission.nullable(),
  opportunity: Details.nullable(),
  /** Who wrote it; `null` when the product did. */
  author: Person.nullable(),
  /** As whom the author acted, when not as themselves. */
  possessed: Person.nullable(),
  /** Flags that follow from type and model. */
  is_viewing: z.boolean(),
  is_listing_alert: z.boolean(),
  is_viewing_request: z.boolean(),
  is_email: z.boolean(),
})
export type Milestone = z.output<typeof Milestone>

/** A type of milestone and how it may have gone. */
export const MilestoneType = z.object({
  id: z.int(),
  name: z.string(),
  options: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Whether a person may write it. */
  creatable: z.boolean(),
})
export type MilestoneType = z.output<typeof MilestoneType>

/** Where things stand with a lead, after something was recorded. */
export const Progress = z.object({
  lead_id: Id,
  type: z.int(),
  option: z.int().nullable(),
  date: Instant,
  description: z.string(),
  last_contacted_at: Instant.nullable(),
})

/** What of a milestone can be corrected afterwards. */
export const MilestoneFields = z.object({
  type: z.int32().optional(),
  option: z.int32().nullable().optional(),
  date: InstantInput.nullable().optional(),
  description: line(5000).optional(),
})
export type MilestoneFields = z.output<typeof MilestoneFields>

export const milestoneCalls = {
  list: read('lead/:leadId/milestones', {
    right: 'view_leads',
    input: z.object({
      ...PageInput.shape,
      /** Ids of types; `all` means no filter. */
      filter: z
        .array(z.union([z.literal('all'), z.int32()], { error: 'must be the number of a milestone type, or all' }))
        .max(40)
        .optional(),
      search: line(200).optional(),
    }),
    output: page(Milestone),
    summary: 'The timeline of a lead, newest first.',
  }),
  types: read('milestone-types', { right: 'signed_in', output: z.array(MilestoneType) }),
  progress: write('lead/:id/progress', {
    right: 'view_leads',
    input: z.object({
      type: z.int32(),
      option: z.int32().nullable().optional(),
      date: InstantInput.nullable().optional(),
      description: line(5000).optional(),
    }),
    output: z.object({ progress: Progress, milestone: Milestone }),
    creates: true,
    summary: 'Records progress with a lead, from the form of the lead page.',
  }),
  store: write('milestone/store', {
    right: 'view_leads',
    input: z.object({
      /** The lead. */
      id: Id,
      description: line(5000).optional(),
      milestoneTypeId: z.int32(),
      milestoneOptionId: z.int32().nullable().optional(),
      date: InstantInput.nullable().optional(),
    }),
    output: z.object({ progress: Progress, milestone: Milestone }),
    creates: true,
    summary: 'Records progress with a lead, from the milestone modal.',
  }),
  update: write('milestones/:id', {
    right: 'view_leads',
    input: MilestoneFields,
    output: Milestone,
    ignores: Object.keys(Milestone.shape).filter(key => !(key in MilestoneFields.shape)),
    summary: 'Changes a milestone that a person wrote. Send If-Match to be refused when someone else changed it first.',
  }),
  remove: write('milestones/:id', { right: 'view_leads', method: 'DELETE', output: Nothing }),
  restore: write('milestones/:id/restore', {
    right: 'view_leads',
    output: Milestone,
    summary: 'Brings a deleted milestone back, for ten minutes.',
  }),
}
