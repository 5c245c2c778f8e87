export { TrustPanel } from './deal/TrustPanel.tsx'
