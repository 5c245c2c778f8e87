/** Which parts of the product are switched on, for the administration. */
export { FeaturesPanel } from './FeaturesPanel.tsx'
/** Maintenance, and what everybody is told. */
export { MaintenancePanel } from './MaintenancePanel.tsx'
