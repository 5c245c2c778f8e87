/** The users of the brokerage, for the administration. */
export { UsersPanel } from './admin/UsersPanel.tsx'
