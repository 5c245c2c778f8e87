/** How long messages that were discarded can be put back. */
export const UNDO_DAYS = 7

/** What stands on a message that was discarded. */
export const DISCARDED = 'Sending was paused, and an administrator discarded what was overdue.'

/** What becomes of a message that was begun during a pause. */
export const SENT_ON_RESUME = 'Sending is paused: the e-mail goes out once an administrator resumes it.'

/** Why a message cannot be sent at once during a pause. */
export const SENDING_IS_PAUSED = 'Sending is paused. An administrator can resume it under Admin, System.'
