import { defineEvent } from '../../platform/server/events.ts'

/** Tags were put on leads, or taken from them; one entry for each lead and tag. */
export interface ChangedTags {
  changes: readonly { lead_id: number; agent_id: number | null; tag_id: number }[]
  kind: 'added' | 'removed'
}
export const tagsChanged = defineEvent<ChangedTags>('tags changed')

/** The last lead of a tag has moved to the one it was merged into: whatever keeps the old id should keep the new one. */
export const tagMerged = defineEvent<{ from: number; into: number }>('tag merged')
