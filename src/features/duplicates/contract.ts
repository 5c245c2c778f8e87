import { z } from 'zod'
import { type InputOf, read, write } from '../../platform/wire/call.ts'
import { Id, Instant } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { Lead, Named } from '../leads/contract/record.ts'
import { reasonLabels } from './rules/likeness.ts'
import { mergeFields } from './rules/merging.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    duplicates: true
    merges: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    duplicate: true
  }
}

/** Why two leads may be one person. */
export const DuplicateReason = z.enum(
  Object.keys(reasonLabels) as [keyof typeof reasonLabels, ...(keyof typeof reasonLabels)[]],
)
export type DuplicateReason = z.output<typeof DuplicateReason>

/** One of two leads, with as much as tells them apart. */
export const DuplicateSide = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  status_value: z.int(),
  lead_score: z.number(),
  agent: Named.nullable(),
  areas: z.array(z.string()),
  source: z.string(),
  created_at: Instant,
  last_active_at: Instant,
  version: z.int(),
})
export type DuplicateSide = z.output<typeof DuplicateSide>

/** Two leads who may be one person. */
export const DuplicatePair = z.object({
  id: Id,
  /** How likely it is, of 100. */
  score: z.int(),
  reasons: z.array(DuplicateReason),
  found_at: Instant,
  dismissed_at: Instant.nullable(),
  leads: z.array(DuplicateSide).length(2),
})
export type DuplicatePair = z.output<typeof DuplicatePair>

const fieldNames = Object.keys(mergeFields) as [keyof typeof mergeFields, ...(keyof typeof mergeFields)[]]
export const MergeFieldName = z.enum(fieldNames)
/** Whose value stays: that of the lead that stays, that of the other, or of lists both. */
export const MergeChoice = z.enum(['this', 'other', 'both'])
export type MergeChoice = z.output<typeof MergeChoice>

/** A field in which two leads differ, as screens show it. */
export const ComparedField = z.object({
  field: MergeFieldName,
  label: z.string(),
  this: z.string(),
  other: z.string(),
  suggested: MergeChoice,
  /** Whether both can be kept together. */
  is_list: z.boolean(),
})
export type ComparedField = z.output<typeof ComparedField>

export const Comparison = z.object({
  lead: DuplicateSide,
  other: DuplicateSide,
  fields: z.array(ComparedField),
  /** What would go over to the lead that stays, such as 12 timeline entries. */
  moves: z.array(z.object({ label: z.string(), count: z.int() })),
  /** Why the viewer may not merge them; `null` when they may. */
  refusal: z.string().nullable(),
})
export type Comparison = z.output<typeof Comparison>

/** A merge that happened. */
export const Merge = z.object({
  id: Id,
  lead: Named.extend({ first_name: z.string(), last_name: z.string() }),
  merged: Named,
  merged_at: Instant,
  merged_by: Named.nullable(),
  moved: z.int(),
  can_undo: z.boolean(),
  undo_until: Instant,
  undone_at: Instant.nullable(),
  /** Fields that the undo left as somebody changed them since. */
  kept: z.array(z.string()),
})
export type Merge = z.output<typeof Merge>

const right = 'view_leads'

export const duplicateCalls = {
  list: read('duplicates', {
    right,
    input: z.object({ ...PageInput.shape, dismissed: z.boolean().optional() }),
    output: page(DuplicatePair),
    summary: 'Leads who may be one person, the likeliest first, as far as the caller reaches both.',
  }),
  count: read('duplicates/count', {
    right,
    output: z.object({ count: z.int(), is_estimate: z.boolean() }),
    summary: 'How many such pairs wait for a decision, counted up to 100.',
  }),
  ofLead: read('lead/:id/duplicates', {
    right,
    input: PageInput,
    output: page(DuplicatePair).extend({ also_known_by: z.array(z.string()) }),
    summary: 'Who may be the same person as this lead, and the addresses of those merged into it.',
  }),
  dismiss: write('duplicates/:id/dismiss', {
    right,
    output: DuplicatePair,
    summary: 'Says that these are two people; remembered.',
  }),
  offerAgain: write('duplicates/:id/offer', {
    right,
    output: DuplicatePair,
    summary: 'Undoes the decision that these are two people.',
  }),
  compare: read('lead/:id/compare', {
    right,
    input: z.object({ with: Id }),
    output: Comparison,
    summary: 'Two leads side by side: the fields in which they differ, and whose is the better known.',
  }),
  merge: write('lead/:id/merge', {
    right,
    input: z.object({
      with: Id,
      /** The other lead's version, as it was compared; the version of the lead that stays is sent as If-Match. */
      with_version: z.int32().min(1).optional(),
      fields: z.object(Object.fromEntries(fieldNames.map(name => [name, MergeChoice.optional()]))).optional(),
    }),
    output: z.object({ lead: Lead, merge: Merge }),
    summary: 'Merges another lead into this one. Fields that are not chosen take the better known value.',
  }),
  merges: read('merges', {
    right,
    input: z.object({ ...PageInput.shape, lead_id: Id.optional() }),
    output: page(Merge),
    summary: 'Past merges, newest first.',
  }),
  undo: write('merges/:id/undo', {
    right,
    output: z.object({ merge: Merge, kept: z.array(z.string()) }),
    summary: 'Undoes a merge, for 30 days; answers the fields that it left because they were changed since.',
  }),
}

export type DuplicateListInput = InputOf<typeof duplicateCalls.list>

/** Days in which a merge can be taken back. */
export const UNDO_DAYS = 30
