export { TradePanel } from './TradePanel.tsx'
