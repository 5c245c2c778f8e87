import type { Handlers } from '../../../../platform/server/calls/handlers.ts'
import { pageOfWhole } from '../../../../platform/server/calls/page.ts'
import type { QueryContext, WriteContext } from '../../../../platform/server/context.ts'
import { invalid, notFound } from '../../../../platform/server/errors.ts'
import { agentsByIds } from '../../../people/server/queries/users.ts'
import type { AgentAvailability, distributionCalls } from '../../contract.ts'
import { always, availabilities, storeAvailability, type Times, timesOf } from '../queries/availability.ts'

type Names = 'ownAvailability' | 'setOwnAvailability' | 'availabilities' | 'availability' | 'setAvailability'

export const availabilityHandlers: Pick<Handlers<typeof distributionCalls>, Names> = {
  ownAvailability: ctx => availabilityOf(ctx, ctx.viewer.agent_id ?? 0),

  setOwnAvailability: (ctx, fields) => change(ctx, ctx.viewer.agent_id ?? 0, fields),

  availabilities: async (ctx, asked) =>
    pageOfWhole(await availabilities(ctx, { search: asked.search }), { asked }, ({ agent_id }) => agent_id),

  availability: (ctx, { id }) => availabilityOf(ctx, id),

  setAvailability: (ctx, { id, ...fields }) => change(ctx, id, fields),
}

async function availabilityOf(ctx: QueryContext, id: number): Promise<AgentAvailability> {
  const [found] = await availabilities(ctx, { id })
  if (!found) throw notFound('agent')
  return found
}

/** Changes when an agent takes leads; what is left out stays. */
async function change(ctx: WriteContext, id: number, fields: Partial<Times>): Promise<AgentAvailability> {
  await availabilityOf(ctx, id)
  const before = (await timesOf(ctx, id)) ?? always
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  const after: Times = { ...before, ...given }
  refuseHalf(after)
  await refuseSubstitute(ctx, id, after)
  await storeAvailability(ctx, id, { ...after, days_off: [...new Set(after.days_off)].toSorted() })
  ctx.audit({ subject: 'availability', subject_id: id, before, after })
  ctx.changed('availability', [id], ['right:is_admin', `agent:${id}`])
  return availabilityOf(ctx, id)
}

/** Hours and vacations have a beginning and an end. */
function refuseHalf({ starts_at, ends_at, away_from, away_until }: Times): void {
  if ((starts_at === null) !== (ends_at === null)) throw invalid({ ends_at: ['Hours need a start and an end.'] })
  if (starts_at !== null && starts_at.slice(0, 5) === ends_at?.slice(0, 5))
    throw invalid({ ends_at: ['The end must differ from the start.'] })
  if ((away_from === null) !== (away_until === null))
    throw invalid({ away_until: ['A vacation needs a first and a last day.'] })
  if (away_from !== null && away_until !== null && away_until < away_from)
    throw invalid({ away_until: ['The last day must not be before the first.'] })
}

async function refuseSubstitute(ctx: QueryContext, id: number, { substitute_id }: Times): Promise<void> {
  if (substitute_id === null) return
  if (substitute_id === id) throw invalid({ substitute_id: ['An agent cannot stand in for themselves.'] })
  const [agent] = await agentsByIds(ctx.db, [substitute_id])
  if (!agent?.is_active) throw invalid({ substitute_id: ['This agent does not exist, or no longer works here.'] })
}
