export { CommissionPanel } from './deal/CommissionPanel.tsx'
export { DealParts } from './deal/DealParts.tsx'
