import type { WriteContext } from '../../../../platform/server/context.ts'
import { forbidden, invalid, notFound } from '../../../../platform/server/errors.ts'
import { seesAllDeals } from '../../../deals/rules/kinds.ts'
import { requireDeal } from '../../../deals/server/queries/reach.ts'
import { mayUnassign } from '../../rules/required.ts'
import { deleteAssignment, updateReview } from '../queries.ts'
import { lockOpenDeal, publishDocuments, requireRequired } from './documents.ts'

/** Pages that were assigned to something that a deal needs. */
export interface AssignmentPlace {
  dealId: number
  /** What the deal needs. */
  id: number
  assignment_id: number
}

/** Takes assigned pages back; those that were reviewed only the deals office. */
export async function unassignPages(ctx: WriteContext, { dealId, id, assignment_id }: AssignmentPlace): Promise<void> {
  await lockOpenDeal(ctx, dealId)
  const { title, assignments } = await requireRequired(ctx, dealId, id)
  const assignment = assignments.find(one => one.id === assignment_id)
  if (!assignment) throw notFound('document')
  if (!mayUnassign(assignment, seesAllDeals(ctx.viewer)))
    throw forbidden('This document was reviewed. Only the deals office can take it back.')
  await deleteAssignment(ctx, id, assignment_id)
  await followReview(ctx, dealId, id, { title, unassigned: assignment_id })
}

/** What the deals office says of assigned pages. */
export interface Review {
  state: 'accepted' | 'rejected'
  /** Of a rejection: what is wrong with the document. */
  reason: string
}

/** Accepts or rejects assigned pages. Refuses people who do not work on all deals: agents do not accept their own papers. */
export async function reviewPages(
  ctx: WriteContext,
  { dealId, id, assignment_id }: AssignmentPlace,
  { state, reason }: Review,
): Promise<void> {
  await requireDeal(ctx, dealId)
  if (!seesAllDeals(ctx.viewer)) throw forbidden('Only the deals office accepts or rejects documents.')
  await lockOpenDeal(ctx, dealId)
  const { title } = await requireRequired(ctx, dealId, id)
  if (state === 'rejected' && reason === '') throw invalid({ reason: ['Say what is wrong with the document.'] })
  if (!(await updateReview(ctx, id, { id: assignment_id, state, reason }))) throw notFound('document')
  await followReview(ctx, dealId, id, { title, state, reason })
}

async function followReview(ctx: WriteContext, dealId: number, id: number, after: object): Promise<void> {
  ctx.audit({ subject: 'required_document', subject_id: id, after })
  await publishDocuments(ctx, dealId)
}
