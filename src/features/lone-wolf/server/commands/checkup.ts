import { type Finding, fine, wrong } from '../../../../platform/server/checkup/finding.ts'
import type { QueryContext } from '../../../../platform/server/context.ts'
import { openCounts } from '../queries/outbox.ts'
import { isOn } from './prepare.ts'

const CHECK = 'Deals in Lone Wolf'

/** Looks for deals of which nobody knows whether Lone Wolf has them, and for those that wait for a person. */
export async function checkTrades(ctx: QueryContext): Promise<Finding[]> {
  if (!isOn(ctx)) return []
  const { unknown, people } = await openCounts(ctx)
  if (people > 0)
    return [
      wrong(
        CHECK,
        'warning',
        `${people} ${people === 1 ? 'deal waits' : 'deals wait'} for somebody of the deals office.`,
        'Their notifications lead to each of them.',
      ),
    ]
  if (unknown > 0)
    return [
      wrong(
        CHECK,
        'warning',
        `Nobody knows of ${unknown} ${unknown === 1 ? 'deal' : 'deals'} whether Lone Wolf has it.`,
        'Nothing: they are looked for every minute, and sent again only once they can no longer arrive.',
      ),
    ]
  return [fine(CHECK, 'Lone Wolf has every deal that was sent.')]
}
