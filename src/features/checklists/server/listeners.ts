import { dealsCreated } from '../../deals/events.ts'
import { startChecklist } from './commands.ts'

/** Gives every new deal its checklist. */
export function startChecklists(): void {
  dealsCreated.on(async (ctx, { deals }) => {
    for (const deal of deals) await startChecklist(ctx, deal)
  })
}
