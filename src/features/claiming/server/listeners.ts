import { leadsClaimed } from '../../leads/events.ts'
import { insertClaims } from './queries/claims.ts'

/** Remembers what agents take out of the pool, by whichever door. */
export function recordClaims(): void {
  leadsClaimed.on(async (ctx, { leads, by }) => {
    if (by !== 'offer') await insertClaims(ctx, leads, by)
  })
}
