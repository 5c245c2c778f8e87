/** Which parts of the product are switched on, for the administration. */
export { FeaturesPanel } from './FeaturesPanel.tsx'
/** Maintenance, and what everybody is told. */
export { MaintenancePanel } from './MaintenancePanel.tsx'
/** Who changed a setting, when and why. */
export { SettingHistory } from './SettingHistory.tsx'
