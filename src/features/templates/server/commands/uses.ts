import type { Change } from '../../../../platform/server/context.ts'
import { addUses, type TemplateCounts } from '../queries/templates.ts'

/**
 * Counts that somebody sent a template, `uses` times at once. Called in the transaction that sends; a template that was deleted
 * meanwhile counts on, in case it is brought back.
 */
export async function countTemplateUse(
  ctx: Change,
  templateId: number,
  { sender, uses = 1 }: { sender: { user_id: number; zone: string }; uses?: number },
): Promise<void> {
  await addUses(ctx, { id: templateId, user_id: sender.user_id, zone: sender.zone, uses })
  ctx.changed('templates', [templateId], [`user:${sender.user_id}`])
}

/** Counts what went out of a template, or, below zero, what came back; whose message it was. */
export const countTemplateSent = (
  ctx: Change,
  templateId: number,
  { user_id, sent }: { user_id: number; sent: number },
): Promise<void> => count(ctx, templateId, user_id, { sent })

/** Counts that a lead wrote back to a message from a template. */
export const countTemplateAnswer = (ctx: Change, templateId: number, { user_id }: { user_id: number }): Promise<void> =>
  count(ctx, templateId, user_id, { answered: 1 })

/** Without a day of the sender's own: these are summed over all time. */
async function count(ctx: Change, id: number, user_id: number, counts: TemplateCounts): Promise<void> {
  await addUses(ctx, { id, user_id, zone: 'UTC', ...counts })
  ctx.changed('templates', [id], [`user:${user_id}`])
}
