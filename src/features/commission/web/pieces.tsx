export { CommissionPanel } from './deal/CommissionPanel.tsx'
