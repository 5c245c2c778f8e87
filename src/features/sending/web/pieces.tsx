/** Whether messages go out, and what waits, for the administration. */
export { SendingPanel } from './SendingPanel.tsx'
