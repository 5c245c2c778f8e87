/** The users of the brokerage, for the administration. */
export { UsersPanel } from './admin/UsersPanel.tsx'
/** An agent by a part of the name. */
export { AgentPicker } from './agents/AgentPicker.tsx'
