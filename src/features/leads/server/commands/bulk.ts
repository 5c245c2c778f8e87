import { z } from 'zod'
import { defineBulkAction } from '../../../bulk/server/commands.ts'
import { StatusValue } from '../../contract/record.ts'
import { statusLabel } from '../../rules.ts'
import { reachedLeads, skippedReasons } from '../queries/reach.ts'
import { changeStatuses } from './change.ts'
import { removeLeads, restoreLeads } from './removal.ts'

/** What an undo of a status change needs, and which campaigns the change stopped. */
export const StatusesBefore = z.object({
  leads: z.array(z.tuple([z.int(), z.int()])),
  stopped_campaigns: z.array(z.int()),
})

/** Sets the status of many leads. */
export const leadStatusAction = defineBulkAction({
  name: 'leads.status',
  params: z.object({ status_value: StatusValue }),
  right: 'view_leads',
  title: ({ status_value }) => `Set status to ${statusLabel(status_value)}`,

  async apply(ctx, ids, { status_value }) {
    const { leads, skipped } = await reachedLeads(ctx, ids)
    const reached = leads.map(lead => lead.id)
    const { changed, before, stopped_campaigns } = await changeStatuses(ctx, reached, status_value)
    const same = { reason: `already ${statusLabel(status_value)}`, count: reached.length - changed.length }
    return {
      changed,
      skipped: [...skippedReasons([same]), ...skipped],
      before: { leads: before, stopped_campaigns } satisfies z.input<typeof StatusesBefore>,
    }
  },

  async undo(ctx, before, { status_value }) {
    const { leads } = StatusesBefore.parse(before)
    const reached = new Set(
      (
        await reachedLeads(
          ctx,
          leads.map(([id]) => id),
        )
      ).leads.map(lead => lead.id),
    )
    const changed: number[] = []
    for (const [status, group] of Map.groupBy(leads, ([, was]) => was)) {
      const ids = group.flatMap(([id]) => (reached.has(id) ? id : []))
      changed.push(...(await changeStatuses(ctx, ids, status, { from: status_value })).changed)
    }
    return { changed, skipped: skippedReasons([{ reason: 'changed since', count: leads.length - changed.length }]) }
  },
})

const RemovedIds = z.array(z.int())

/** Deletes personal leads; they can be put back. */
export const leadRemovalAction = defineBulkAction({
  name: 'leads.remove',
  params: z.object({}),
  right: 'view_leads',
  title: () => 'Delete personal leads',

  async apply(ctx, ids) {
    const { leads, skipped } = await reachedLeads(ctx, ids)
    const personal = leads.flatMap(lead => (lead.is_personal ? lead.id : []))
    const changed = await removeLeads(ctx, personal)
    const others = { reason: 'not a personal lead', count: leads.length - personal.length }
    return { changed, skipped: [...skippedReasons([others]), ...skipped], before: changed }
  },

  async undo(ctx, before) {
    const ids = RemovedIds.parse(before)
    const { restored, taken } = await restoreLeads(ctx, ids)
    const rest = ids.length - restored.length - taken.length
    return {
      changed: restored,
      skipped: skippedReasons([
        { reason: 'the same person was added again', count: taken.length },
        { reason: 'changed since', count: rest },
      ]),
    }
  },
})
