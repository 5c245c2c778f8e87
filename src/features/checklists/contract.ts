import { z } from 'zod'
import { read, write } from '../../platform/wire/call.ts'
import { Id, Instant, line } from '../../platform/wire/fields.ts'
import { MAX_COMMENT, MAX_NOTE, MAX_TITLE } from './rules.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    checklists: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    checklist: true
    checklist_item: true
  }
}

/** Something to do on a deal; one below another belongs to it. */
export const ChecklistItem = z.object({
  id: Id,
  title: z.string(),
  is_completed: z.boolean(),
  is_priority: z.boolean(),
  comment: z.string(),
  /** Whether it applies to this deal. */
  is_active: z.boolean(),
  parent_id: Id.nullable(),
  completed_at: Instant.nullable(),
  completed_by: z.string().nullable(),
})
export type ChecklistItem = z.output<typeof ChecklistItem>

/** What is left to do on a deal, and what the back office is told of it. */
export const Checklist = z.object({
  id: Id,
  /** The type and status of the trade in the back office, which may differ from the deal's own for a while. */
  lonewolf_deal_type_id: z.int().nullable(),
  lonewolf_deal_status_id: z.int().nullable(),
  /** Dollars. */
  transaction_fee: z.number().nullable(),
  listing_lawyer_information: z.string(),
  buyer_lawyer_information: z.string(),
  notes: z.string(),
  items: z.array(ChecklistItem),
})
export type Checklist = z.output<typeof Checklist>

/** 0 means that there is none; clients send an empty value for it. */
const OptionId = z
  .int()
  .min(0)
  .max(6)
  .nullable()
  .transform(id => (id === 0 ? null : id))

/** One field of a checklist at a time (specification §7). */
const ChecklistChange = z.object({
  lonewolf_deal_type_id: OptionId.optional(),
  lonewolf_deal_status_id: OptionId.optional(),
  transaction_fee: z
    .number()
    .min(0)
    .max(1_000_000)
    .multipleOf(0.01, { error: 'must be an amount of dollars and cents' })
    .nullable()
    .optional(),
  listing_lawyer_information: line(MAX_NOTE).optional(),
  buyer_lawyer_information: line(MAX_NOTE).optional(),
  notes: line(MAX_NOTE).optional(),
})
export type ChecklistChange = z.output<typeof ChecklistChange>

/** One field of an item at a time (specification §7). */
const ItemChange = z.object({
  is_completed: z.boolean().optional(),
  is_priority: z.boolean().optional(),
  is_active: z.boolean().optional(),
  comment: line(MAX_COMMENT).optional(),
})
export type ItemChange = z.output<typeof ItemChange>

const right = 'deals_access'

export const checklistCalls = {
  list: read('deals/:id/checklists', {
    right,
    output: z.array(Checklist),
    summary: 'The checklists of a deal; the first is the one used.',
  }),
  update: write('deals/:dealId/checklists/:checklistId', {
    right,
    input: ChecklistChange,
    output: Checklist,
    summary: 'Changes one field of a checklist.',
  }),
  addItem: write('deals/:dealId/checklists/:checklistId/items', {
    right,
    input: z.object({
      title: line(MAX_TITLE).min(1, { error: 'must not be empty' }),
      parent_id: Id.nullable().optional(),
    }),
    output: Checklist,
    creates: true,
  }),
  updateItem: write('deals/:dealId/checklists/:checklistId/items/:id', {
    right,
    input: ItemChange,
    output: Checklist,
    summary: 'Changes one field of an item.',
  }),
}
