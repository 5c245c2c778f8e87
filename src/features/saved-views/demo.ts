import type { DemoPart } from '../../platform/demo/part.ts'
import { broughtViews } from './rules.ts'
import { bringView } from './server/queries/views.ts'

/** The views that every brokerage begins with. */
export const demo: DemoPart = {
  async addDailyWork({ db }) {
    for (const view of broughtViews) await bringView({ db }, view)
  },
}
