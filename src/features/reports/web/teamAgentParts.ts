import type { TeamAgentPart } from '../../team/web/extensions.ts'
import { AgentGoals } from './goals/AgentGoals.tsx'

export const teamAgentParts: readonly TeamAgentPart[] = [{ id: 'goals', order: 10, Part: AgentGoals }]
