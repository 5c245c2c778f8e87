import { workOfAgent } from '../../leads/events.ts'
import { bootstrapParts } from '../../people/events.ts'
import { answeredStatuses } from '../rules.ts'
import { comingShowingsOf } from './queries/showings.ts'

/** Puts the states of showings into what every screen needs. */
export function contributeShowingStatuses(): void {
  bootstrapParts.from(async () => ({ showingStatuses: answeredStatuses }))
}

/** Counts the showings that go along with the leads of an agent. */
export function contributeComingShowings(): void {
  workOfAgent.from(async (ctx, { agent_id }) => ({ showings: await comingShowingsOf(ctx, agent_id) }))
}
