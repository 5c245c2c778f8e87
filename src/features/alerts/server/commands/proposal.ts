import type { ReadContext } from '../../../../platform/server/context.ts'
import { homesViewed } from '../../../milestones/server/queries.ts'
import type { AlertProposal } from '../../contract/alerts.ts'
import { proposedName, proposedSearch, searchProposed } from '../../rules/proposal.ts'
import { areaNames } from '../queries/answers.ts'
import { interestingHomes, knownInterest } from '../queries/interest.ts'

/** Homes that stand above the form as its ground. */
const MAX_HOMES = 24

/** The search that a listing alert of a lead, whom the caller has checked, begins with. */
export async function alertProposal(ctx: ReadContext, leadId: number): Promise<AlertProposal> {
  const { first_name, ...known } = await knownInterest(ctx, leadId)
  const homes = await interestingHomes(ctx, leadId, await homesViewed(ctx, leadId))
  const proposal = proposedSearch(known, homes)
  return {
    ...proposal,
    name: proposedName(searchProposed(proposal), await areaNames(ctx)),
    first_name,
    homes_viewed: homes.length,
    homes: homes.slice(0, MAX_HOMES),
  }
}
