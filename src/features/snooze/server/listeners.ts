import { leadAgentsChanged } from '../../leads/events.ts'
import { endSnooze } from './commands/snooze.ts'

/** A snooze is what one agent wanted: whoever gets the lead next hears of it at once. */
export function endWithAgent(): void {
  leadAgentsChanged.on((ctx, { leads }) =>
    endSnooze(
      ctx,
      leads.filter(({ before, after }) => before !== null && before !== after).map(({ id }) => id),
    ),
  )
}
