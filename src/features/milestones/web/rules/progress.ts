import { z } from 'zod'
import { localInstant } from '../../../../platform/web/forms/localInstant.ts'
import { localNow } from '../../../../platform/web/time/time.ts'
import type { Milestone } from '../../contract.ts'
import { DEFAULT_MILESTONE_TYPE } from '../../rules.ts'

const Draft = z.object({
  type: z.int(),
  option: z.int().nullable(),
  /** Local time as the field holds it; empty means now. */
  date: z.string(),
  description: z.string(),
})
/** What stands in the composer. */
export type ProgressDraft = z.output<typeof Draft>

export const emptyDraft: ProgressDraft = { type: DEFAULT_MILESTONE_TYPE, option: null, date: '', description: '' }

/** Reads a draft that was kept. */
export const parseProgressDraft = (stored: unknown): ProgressDraft | null => Draft.safeParse(stored).data ?? null

const Edit = z.object({ fields: Draft, version: z.int() })
/** A correction that is not saved, with the version that it started from. */
export type ProgressEdit = z.output<typeof Edit>

/** Reads a correction that was kept. */
export const parseProgressEdit = (stored: unknown): ProgressEdit | null => Edit.safeParse(stored).data ?? null

/** The draft as the call takes it; the date as `yyyy-MM-dd HH:mm:ss` in UTC. */
export function progressInput(id: number, draft: ProgressDraft) {
  const date = draft.date ? localInstant(draft.date).slice(0, 19).replace('T', ' ') : undefined
  return {
    id,
    type: draft.type,
    option: draft.option,
    description: draft.description.trim(),
    ...(date ? { date } : {}),
  }
}

/** A milestone that is there, as the form edits it; without a date it keeps its own. */
export const draftOf = (milestone: Milestone): ProgressDraft => ({
  type: milestone.milestone_type_id,
  option: milestone.milestone_option_id,
  date: localNow(new Date(milestone.happened_at)),
  description: milestone.description,
})

/** The name under which a correction that is not saved waits. */
export const milestoneEditName = ({ id }: Pick<Milestone, 'id'>): string => `milestone-edit-${id}`
