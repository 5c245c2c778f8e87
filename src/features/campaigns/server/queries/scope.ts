import { sql } from 'kysely'
import type { Viewer } from '../../../../platform/server/context.ts'

/** Instances `i` that a viewer's figures count: everybody's, or those of the agents whom they reach. */
export const countedInstances = ({ viewer }: { viewer: Viewer }) =>
  viewer.rights.has('view_all_leads') ? sql`true` : sql`i.agent_id = ANY(${[...viewer.reach]}::int[])`
