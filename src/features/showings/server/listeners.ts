import { bootstrapParts } from '../../people/events.ts'
import { answeredStatuses } from '../rules.ts'

/** Puts the states of showings into what every screen needs. */
export function contributeShowingStatuses(): void {
  bootstrapParts.from(async () => ({ showingStatuses: answeredStatuses }))
}
