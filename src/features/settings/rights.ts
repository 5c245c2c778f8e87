import { body, defineRights, nothing, office } from '../../testing/rights.ts'
import { settingsCalls } from './contract.ts'

/** A valid request for each call, and who may make it. */
export const rights = defineRights(settingsCalls, {
  systemStatus: ['public', nothing],
  setMaintenance: [office, body({ end: 1 }), 'in turn'],
  setNotice: [office, body({ notice: '' }), 'in turn'],
  features: [office, nothing],
  setFeature: [office, body({ feature: 'my-leads', scope: 'all', enabled: 1 })],
  setFeatureReach: [office, () => ({ path: { name: 'my-leads' }, body: { on_for: 'agents' } })],
  setFeatureOptions: [['super'], () => ({ path: { name: 'my-leads' }, body: { agent_only: 1 } })],
})
