import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { placesCalls } from '../contract.ts'
import { addArea, changeArea, managedArea, retireArea } from './commands/areas.ts'
import { mergeAreas, previewMerge } from './commands/merging.ts'
import { addPasted } from './commands/paste.ts'
import { addSite, changeSite, managedSite, retireSite } from './commands/sites.ts'
import { previewUndo, undoableMerges, undoMerge } from './commands/undo.ts'
import { managedAreas } from './queries/areas.ts'
import { managedSites } from './queries/sites.ts'

export const placesHandlers: Handlers<typeof placesCalls> = {
  areas: ctx => managedAreas(ctx),
  addArea: async (ctx, options) => managedArea(ctx, await addArea(ctx, options)),

  async changeArea(ctx, { id, ...given }, { ifMatch }) {
    const { name, parent_id } = given
    const wanted = { ...(name === undefined ? {} : { name }), ...(parent_id === undefined ? {} : { parent_id }) }
    await changeArea(ctx, id, { wanted, version: ifMatch })
    return managedArea(ctx, id)
  },

  async retireArea(ctx, { id, is_retired }, { ifMatch }) {
    await retireArea(ctx, id, { is_retired, version: ifMatch })
    return managedArea(ctx, id)
  },

  previewMerge: (ctx, { id, into }) => previewMerge(ctx, id, into),

  async mergeArea(ctx, { id, into }, { ifMatch }) {
    const merge_id = await mergeAreas(ctx, id, { into, version: ifMatch })
    return { ...(await managedArea(ctx, into)), merge_id }
  },

  merges: ctx => undoableMerges(ctx),
  previewUndo: (ctx, { id }) => previewUndo(ctx, id),

  async undoMerge(ctx, { id }) {
    const { area_id, changed } = await undoMerge(ctx, id)
    return { area: await managedArea(ctx, area_id), changed }
  },

  addAreas: (ctx, { text }) => addPasted(ctx, text),

  sites: ctx => managedSites(ctx),
  addSite: async (ctx, given) => managedSite(ctx, await addSite(ctx, given)),

  async changeSite(ctx, { id, ...wanted }, { ifMatch }) {
    await changeSite(ctx, id, { wanted, version: ifMatch })
    return managedSite(ctx, id)
  },

  async retireSite(ctx, { id, is_retired }, { ifMatch }) {
    await retireSite(ctx, id, { is_retired, version: ifMatch })
    return managedSite(ctx, id)
  },
}
