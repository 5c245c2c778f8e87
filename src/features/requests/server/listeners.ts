import { wantedHomes } from '../../showings/events.ts'
import { askedViewings } from './queries.ts'

/** Tells the form that books a showing what the lead asked to see. */
export function contributeAskedViewings(): void {
  wantedHomes.from(async (ctx, { lead_id }) => ({ asked: await askedViewings(ctx, lead_id) }))
}
