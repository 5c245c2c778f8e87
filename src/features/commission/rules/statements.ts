/** Why lines were added to what was said of a deal. */
export const statementKinds = ['closing', 'reopening', 'correction'] as const
export type StatementKind = (typeof statementKinds)[number]

/** Roles whose holders set up plans, correct statements and see what everybody is paid. */
const editors: readonly string[] = ['admin', 'super_admin', 'deals_admin']

/** Whether somebody answers for the commission of all agents. */
export const keepsCommission = ({ roles }: { roles: readonly string[] }): boolean =>
  roles.some(role => editors.includes(role))

/** Whether a line is an agent’s own: they get it, or it comes from their side. */
export const isOwnLine = (
  { agent_id, of_agent_id }: { agent_id: number | null; of_agent_id: number | null },
  agent: number | null,
): boolean => agent !== null && (agent_id === agent || of_agent_id === agent)
