import { defineRights, nothing, office } from '../../testing/rights.ts'
import type { World } from '../../testing/world.ts'
import { auditCalls } from './contract.ts'

/** An entry that can be reverted: a lead that got the status that it has. */
const entry = ({ one }: World): Promise<number> =>
  one(
    `WITH made AS (INSERT INTO leads (first_name, status_value) VALUES ('Moved', 3) RETURNING id)
     INSERT INTO audit_entries (call, subject, subject_id, changes)
     SELECT 'leads.changeStatus', 'lead', id::text, jsonb_build_array(jsonb_build_object('subject', 'lead',
       'subject_id', id, 'before', '{"status_value": 1}'::jsonb, 'after', '{"status_value": 3}'::jsonb)) FROM made
     RETURNING id`,
  )

/** A valid request for each call, and who may make it. */
export const rights = defineRights(auditCalls, {
  list: [office, nothing],
  export: [office, nothing],
  revert: [office, async world => ({ path: { id: await entry(world) } })],
})
