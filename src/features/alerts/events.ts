import { defineEvent } from '../../platform/server/events.ts'

/** A lead got an alert, or one of theirs looks for something else, is on again, or off. */
export const alertsChanged = defineEvent<{ lead_id: number; agent_id: number | null }>('alerts changed')
