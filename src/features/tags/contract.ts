import { z } from 'zod'
import { type OutputOf, read, write } from '../../platform/wire/call.ts'
import { Id, Nothing } from '../../platform/wire/fields.ts'
import { PageInput, page } from '../../platform/wire/page.ts'
import { BulkRun } from '../bulk/contract.ts'
import { chosenIds, LeadSelection } from '../leads/contract/filters.ts'
import { LeadTag, Named } from '../leads/contract/record.ts'
import { cleanName, nameProblem, tagColours } from './rules.ts'

declare module '../../platform/wire/live.ts' {
  interface Topics {
    tags: true
  }
}

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    tag: true
  }
}

/** A name that somebody types. */
export const TagName = z
  .string()
  .max(1000)
  .overwrite(cleanName)
  .superRefine((name, context) => {
    const problem = nameProblem(name)
    if (problem) context.addIssue({ code: 'custom', message: problem })
  })

const Colour = z.enum(tagColours)

/** A tag, with how many of the chosen leads have it. */
export const CountedTag = LeadTag.extend({ leads: z.int() })
export type CountedTag = z.output<typeof CountedTag>

/** A tag for those who look after tags. */
export const ManagedTag = CountedTag.extend({
  /** There are more leads than are counted: `leads` is the least it can be. */
  leads_is_capped: z.boolean(),
  /** The agent whose tag it is; `null` for default tags. */
  owner: Named.nullable(),
  /** Its leads are moving to this tag. */
  merged_into: Named.nullable(),
})
export type ManagedTag = z.output<typeof ManagedTag>

const twoLists = <Tag extends z.ZodObject>(Tag: Tag) => ({ default: z.array(Tag), agent: z.array(Tag) })

const ids = z.array(Id).max(10_000).optional()
/** Leads by id, under any of the names the specification uses. */
const chosen = { selected: ids, ids, leadIds: ids, lead_ids: ids }

const tag_ids = z.array(Id).min(1).max(100)
const onLeads = LeadSelection.extend({ tag_ids })

export const tagCalls = {
  list: read('tags', {
    right: 'view_leads',
    output: z.object(twoLists(LeadTag)),
    summary: 'The default tags, and the caller’s own.',
  }),
  ofLeads: read('leads/getTags', {
    right: 'view_leads',
    method: 'POST',
    input: LeadSelection,
    output: z.object({ ...twoLists(CountedTag), total: z.int() }),
    summary: 'The tags that some of the chosen leads have, and how many of the `total` have each.',
  }),
  tagLead: write('lead/:id/tag', {
    right: 'view_leads',
    input: z.object({ tag: TagName }),
    output: z.object({ tag: LeadTag, tags: z.array(LeadTag) }),
    summary: 'Puts a tag on a lead by its name; a tag that does not exist is made.',
  }),
  create: write('tags', {
    right: 'view_leads',
    creates: true,
    input: z.object({
      ...chosen,
      tag: TagName,
      colour: Colour.nullable().optional(),
      /** For everybody; administrators only. */
      default: z.boolean().optional(),
    }),
    output: LeadTag.extend({ run: BulkRun.nullable() }),
    summary: 'Makes a tag and puts it on the chosen leads. The tag that has this name already is used.',
  }),
  update: write('tags/:id', {
    right: 'view_leads',
    input: z.object({ name: TagName.optional(), colour: Colour.nullable().optional() }),
    output: LeadTag,
  }),
  remove: write('tags', {
    right: 'view_leads',
    method: 'DELETE',
    input: z.object({ tag_id: Id }),
    output: Nothing,
    summary: 'Deletes a tag and removes it from every lead. Can be undone for ten minutes.',
  }),
  restore: write('tags/:id/restore', {
    right: 'view_leads',
    output: LeadTag,
    summary:
      'Undoes the deletion of a tag, within ten minutes, or its merge, within 15 seconds; its leads have it again.',
  }),
  assign: write('leads/tags/assign', {
    right: 'view_leads',
    input: onLeads,
    output: z.object({ changed: z.int(), run: BulkRun }),
    summary: 'Puts tags on the chosen leads, or on a whole list.',
  }),
  unassign: write('leads/tags/remove', {
    right: 'view_leads',
    method: 'DELETE',
    input: onLeads,
    output: z.object({ changed: z.int(), run: BulkRun }),
    summary: 'Removes tags from the chosen leads, or from a whole list.',
  }),
  managed: read('tags/managed', {
    right: 'view_leads',
    input: z.object({
      ...PageInput.shape,
      search: z.string().max(100).optional(),
      owner: z.enum(['default', 'agents']).optional(),
    }),
    output: page(ManagedTag),
    summary: 'The tags that the caller may change, with how many leads have each.',
  }),
  merge: write('tags/:id/merge', {
    right: 'is_admin',
    input: z.object({ into: Id }),
    output: ManagedTag,
    summary: 'Moves every lead of a tag to another one and deletes it, in the background.',
  }),
  makeDefault: write('tags/:id/default', {
    right: 'is_admin',
    output: LeadTag,
    summary: 'Gives an agent’s tag to everybody.',
  }),
}

export type TagsOfLeads = OutputOf<typeof tagCalls.ofLeads>

/** Whether a call names leads at all. */
export const namesLeads = (given: Parameters<typeof chosenIds>[0]): boolean => chosenIds(given).length > 0
