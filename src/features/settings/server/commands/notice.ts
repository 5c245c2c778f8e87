import type { WriteContext } from '../../../../platform/server/context.ts'
import { settingOf, storeSetting } from '../queries.ts'

/** Shows a sentence to everybody, or takes it away. */
export async function changeNotice(ctx: WriteContext, notice: string | null): Promise<void> {
  const before = await settingOf(ctx.db, 'notice')
  await storeSetting(ctx.db, { key: 'notice', value: notice, by: ctx.actor.user_id })
  ctx.audit({ subject: 'notice', subject_id: 'notice', before: { notice: before }, after: { notice } })
  ctx.changed('system', [], ['everyone'])
}
