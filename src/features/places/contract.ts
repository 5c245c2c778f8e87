import { z } from 'zod'
import { type OutputOf, read, write } from '../../platform/wire/call.ts'
import { Id, Instant, line } from '../../platform/wire/fields.ts'
import { AreaType } from '../leads/contract/record.ts'
import { MAX_NAME } from './rules/paste.ts'
import { cleanName } from './rules/tree.ts'

declare module '../../platform/wire/audit.ts' {
  interface AuditSubjects {
    area: true
  }
}

/** A name that somebody types. */
const PlaceName = line(MAX_NAME).overwrite(cleanName).min(1, { error: 'needs a name' })

const Domain = line(253)
  .toLowerCase()
  .regex(/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/, { error: 'must be a domain such as brokerage.example' })

/** An area for those who look after the tree. Live topic: `places`. */
export const ManagedArea = z.object({
  id: Id,
  type: AreaType,
  name: z.string(),
  parent_id: Id.nullable(),
  /** No longer offered for anything new, and neither is what lies in it. */
  is_retired: z.boolean(),
  /** Leads who look here; those who look for what lies in it are not counted. */
  leads: z.int(),
  /** Agents who take leads from here. */
  agents: z.int(),
  /** Leads that are on their way here: from an area that was merged into it, or back after the undo of a merge. */
  arriving: z.int(),
  version: z.int(),
})
export type ManagedArea = z.output<typeof ManagedArea>

/** A site for those who look after sites. Live topic: `places`. */
export const ManagedSite = z.object({
  id: Id,
  name: z.string(),
  domain: z.string(),
  is_retired: z.boolean(),
  leads: z.int(),
  agents: z.int(),
  campaigns: z.int(),
  /** Sources of leads that belong to it; their keys are theirs. */
  sources: z.int(),
  version: z.int(),
})
export type ManagedSite = z.output<typeof ManagedSite>

/** What refers to an area, in words: 12 of `leads`. */
const Referring = z.object({ name: z.string(), count: z.int() })
export type Referring = z.output<typeof Referring>

/** What a merge would come to. */
export const MergePreview = z.object({
  /** Why the two cannot be merged; `null` when they can. */
  problem: z.string().nullable(),
  /** What refers to the area, or to what becomes one with its namesake, and will refer to the other. */
  referring: z.array(Referring),
  /** Areas that lie in the first one and move to the other. */
  moving: z.array(z.string()),
  /** Areas that lie in both, and become one. */
  joining: z.array(z.string()),
})
export type MergePreview = z.output<typeof MergePreview>

/** Days in which a merge of areas can be undone. */
export const UNDO_DAYS = 30

/** A merge that can be undone still. Live topic: `places`. */
export const AreaMerge = z.object({
  id: Id,
  /** The merged area, and the one that stands for it. */
  name: z.string(),
  into: z.string(),
  /** Areas that lay in both, and became one with it. */
  joined: z.int(),
  merged_by: z.string().nullable(),
  merged_at: Instant,
  undo_until: Instant,
})
export type AreaMerge = z.output<typeof AreaMerge>

/** What the undo of a merge would come to. */
export const UndoPreview = z.object({
  /** Why it cannot be undone; `null` when it can. */
  problem: z.string().nullable(),
  /** What would refer to the merged areas again. */
  returning: z.array(Referring),
  /** Areas that move back into the merged one. */
  moving: z.array(z.string()),
  /** Areas that became one with their namesake, and are two again. */
  apart: z.array(z.string()),
  /** Saved views, campaigns and automations that stay as they are, as somebody changed them since. */
  changed: z.int(),
})
export type UndoPreview = z.output<typeof UndoPreview>

const right = 'manage_users'

export const placesCalls = {
  areas: read('admin/areas', {
    right,
    output: z.array(ManagedArea),
    summary: 'All areas, each with the one that it lies in and how much refers to it.',
  }),
  addArea: write('admin/areas', {
    right,
    creates: true,
    input: z.object({ name: PlaceName, parent_id: Id.nullable() }),
    output: ManagedArea,
  }),
  changeArea: write('admin/areas/:id', {
    right,
    input: z.object({ name: PlaceName.optional(), parent_id: Id.nullable().optional() }),
    output: ManagedArea,
    summary: 'Renames an area, or moves it with all that lies in it. Its kind follows from how deep it lies.',
  }),
  retireArea: write('admin/areas/:id/retire', {
    right,
    input: z.object({ is_retired: z.boolean() }),
    output: ManagedArea,
    summary:
      'Offers an area, and what lies in it, no longer for anything new, or offers it again. What has it keeps it.',
  }),
  previewMerge: read('admin/areas/:id/merge', {
    right,
    input: z.object({ into: Id }),
    output: MergePreview,
    summary: 'What refers to an area and would refer to the other.',
  }),
  mergeArea: write('admin/areas/:id/merge', {
    right,
    input: z.object({ into: Id }),
    output: ManagedArea.extend({ merge_id: Id }),
    summary:
      'Lets another area stand for this one. Leads follow in the background, and are found under the other at once.',
  }),
  merges: read('admin/area-merges', {
    right,
    output: z.array(AreaMerge),
    summary: `Merges of areas that can be undone, those of the last ${UNDO_DAYS} days, the newest first.`,
  }),
  previewUndo: read('admin/area-merges/:id/undo', {
    right,
    output: UndoPreview,
    summary: 'What would refer to a merged area again, and why the merge cannot be undone if so.',
  }),
  undoMerge: write('admin/area-merges/:id/undo', {
    right,
    output: z.object({ area: ManagedArea, changed: z.int() }),
    summary: `Undoes a merge of areas, for ${UNDO_DAYS} days. Leads follow in the background; \`changed\` counts what stays as somebody changed it since.`,
  }),
  addAreas: write('admin/areas/paste', {
    right,
    input: z.object({ text: z.string().min(1).max(500_000) }),
    output: z.object({ added: z.int(), known: z.int() }),
    summary: 'Adds a tree of areas from text, indented or in columns; areas that are there stay. All lines or none.',
  }),
  sites: read('admin/sites', { right, output: z.array(ManagedSite) }),
  addSite: write('admin/sites', {
    right,
    creates: true,
    input: z.object({ name: PlaceName, domain: Domain }),
    output: ManagedSite,
  }),
  changeSite: write('admin/sites/:id', {
    right,
    input: z.object({ name: PlaceName.optional(), domain: Domain.optional() }),
    output: ManagedSite,
  }),
  retireSite: write('admin/sites/:id/retire', {
    right,
    input: z.object({ is_retired: z.boolean() }),
    output: ManagedSite,
    summary: 'Offers a site no longer for anything new, or offers it again. Its leads and sources keep it.',
  }),
}

export type PastedAreas = OutputOf<typeof placesCalls.addAreas>
