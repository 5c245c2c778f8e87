import type { WriteContext } from '../../../../platform/server/context.ts'
import { invalid } from '../../../../platform/server/errors.ts'
import { settingOf, storeSetting } from '../../../settings/server/queries.ts'
import { agentOfUser } from '../queries.ts'

/** Chooses who gets the leads that are not for agents; `null` for nobody. */
export async function chooseRecruiter(ctx: WriteContext, userId: number | null): Promise<void> {
  if (userId !== null && !(await agentOfUser(ctx, userId)))
    throw invalid({ user_id: ['The recruiter must be an active agent.'] })
  const before = await settingOf(ctx.db, 'recruiter')
  await storeSetting(ctx.db, { key: 'recruiter', value: userId, by: ctx.actor.user_id })
  ctx.audit({ subject: 'recruiter', subject_id: 'recruiter', before: { user_id: before }, after: { user_id: userId } })
  ctx.changed('recruiter', [], ['everyone'])
}
