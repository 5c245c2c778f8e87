/** The two wordings of a step that compares them. */
export const wordings = ['a', 'b'] as const
export type Wording = (typeof wordings)[number]

/** What a step says, in one wording or two. Versions from before there were two lack the fields of the other. */
export interface ComparedText {
  id: number
  subject: string
  content: string
  other_subject?: string | null | undefined
  other_content?: string | null | undefined
  /** Since when both are what they are; `null` with one wording. */
  compared_since?: string | null | undefined
}

/** Turns each bit of a number into a coin toss: the finalizer of MurmurHash3 (Austin Appleby, public domain). */
function scrambled(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/**
 * Which wording of a step a lead gets: always the same one, half of the leads each, whatever another step gives them. `null` of a step
 * that has one wording.
 */
export const wordingFor = (step: Pick<ComparedText, 'id' | 'compared_since'>, leadId: number): Wording | null =>
  step.compared_since ? halfOf(step.id, leadId) : null

/** In which half of the leads a lead is for a step, whether it has two wordings already or not. */
export const halfOf = (stepId: number, leadId: number): Wording =>
  scrambled(scrambled(stepId) + leadId) % 2 === 0 ? 'a' : 'b'

/** A step with the words that one lead gets. */
export type Worded<Step> = Step & { wording: Wording | null }

/** The step with the words that a lead gets, and which of the two wordings those are. */
export function worded<Step extends ComparedText>(step: Step, leadId: number): Worded<Step> {
  const wording = wordingFor(step, leadId)
  if (wording !== 'b') return { ...step, wording }
  return { ...step, wording, subject: step.other_subject ?? '', content: step.other_content ?? '' }
}
