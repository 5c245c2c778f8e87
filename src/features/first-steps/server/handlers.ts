import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { QueryContext, WriteContext } from '../../../platform/server/context.ts'
import { conflict } from '../../../platform/server/errors.ts'
import { municipalities } from '../../../product/region/places.ts'
import { addPlaces, addSite } from '../../settings/server/queries.ts'
import type { FirstSteps, firstStepsCalls } from '../contract.ts'
import { dataSteps } from '../rules.ts'
import { countsOf, dismissalOf, insertDismissal, removeDismissal } from './queries.ts'
import { checkSender } from './remote.ts'

export const firstStepsHandlers: Handlers<typeof firstStepsCalls> = {
  overview: ctx => firstSteps(ctx),
  sender: ctx => checkSender(ctx),

  async addAreas(ctx) {
    const before = await countsOf(ctx)
    await addPlaces(ctx.db, municipalities)
    const after = await countsOf(ctx)
    ctx.audit({
      subject: 'first steps',
      subject_id: null,
      before: { areas: before.areas },
      after: { areas: after.areas },
    })
    publish(ctx)
    return firstSteps(ctx)
  },

  async addSite(ctx, { name, domain }) {
    const id = await addSite(ctx.db, { name, domain: domain.toLowerCase() })
    if (id === null) throw conflict('There is a site of this name already.')
    ctx.audit({ subject: 'site', subject_id: id, after: { name, domain } })
    publish(ctx)
    return firstSteps(ctx)
  },

  async dismiss(ctx) {
    if (await insertDismissal(ctx, ctx.actor.user_id)) {
      ctx.audit({ subject: 'first steps', subject_id: null, after: { is_dismissed: true } })
      publish(ctx)
    }
    return {}
  },

  async restore(ctx) {
    if (await removeDismissal(ctx)) {
      ctx.audit({ subject: 'first steps', subject_id: null, after: { is_dismissed: false } })
      publish(ctx)
    }
    return {}
  },
}

const firstSteps = async (ctx: QueryContext): Promise<FirstSteps> => ({
  steps: dataSteps(await countsOf(ctx)),
  dismissed: await dismissalOf(ctx),
})

const publish = (ctx: WriteContext): void => ctx.changed('first-steps', [], ['everyone'])
