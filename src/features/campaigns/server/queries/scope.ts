import { sql } from 'kysely'
import type { Viewer } from '../../../../platform/server/context.ts'

/** Instances `i` that a viewer's figures count: everybody's, or those of the agents whom they reach. */
export const countedInstances = ({ viewer }: { viewer: Viewer }) =>
  viewer.rights.has('view_all_leads') ? sql`true` : sql`i.agent_id = ANY(${[...viewer.reach]}::int[])`

/** Of steps `r` of instances `i`: nothing ran after it, so that what ended the instance came before the next. */
export const isLastThatRan = sql`r.id = (
  SELECT last.id FROM campaign_instance_steps last WHERE last.instance_id = i.id AND last.state IN ('sent', 'task')
  ORDER BY last.ran_at DESC, last.id DESC LIMIT 1)`
