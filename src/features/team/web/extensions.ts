import type { ComponentType } from 'react'
import { defineSlot } from '../../../platform/web/page/slot.ts'

/** A part of the panel of an agent, on the page of the team. */
export interface TeamAgentPart {
  id: string
  /** Its place among the others. */
  order: number
  Part: ComponentType<{ agentId: number }>
}

/** What features further up show of an agent. */
export const teamAgentParts = defineSlot<'teamAgentParts', TeamAgentPart>('teamAgentParts')
