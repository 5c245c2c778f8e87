import { defineRights, nothing, office } from '../../testing/rights.ts'
import { firstStepsCalls } from './contract.ts'

/** A valid request for each call, and who may make it. */
export const rights = defineRights(firstStepsCalls, {
  overview: [office, nothing],
  sender: [office, nothing],
  addAreas: [office, nothing, 'in turn'],
  addSite: [
    office,
    world => {
      const name = `site-${world.unused()}`
      return { body: { name, domain: `${name}.test` } }
    },
  ],
  dismiss: [office, nothing, 'in turn'],
  restore: [office, nothing, 'in turn'],
})
