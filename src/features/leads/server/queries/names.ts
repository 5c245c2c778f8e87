import { sql } from 'kysely'

/** Names of the agent and the tags, beside the columns of `l`. */
export const joinedNames = sql`
  u.first_name || ' ' || u.last_name AS agent_name,
  CASE WHEN l.tag_ids = '{}' THEN NULL ELSE (
    SELECT json_agg(json_build_object('id', t.id, 'name', t.name, 'permanent', t.agent_id IS NULL, 'colour', t.colour)
                    ORDER BY t.name) FROM tags t WHERE t.id = ANY(l.tag_ids) AND t.deleted_at IS NULL) END AS tags`
export const namingJoins = sql`LEFT JOIN agents a ON a.id = l.agent_id LEFT JOIN users u ON u.id = a.user_id`
