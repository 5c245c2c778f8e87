import type { Change } from '../../../../platform/server/context.ts'
import { addUses } from '../queries/templates.ts'

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
