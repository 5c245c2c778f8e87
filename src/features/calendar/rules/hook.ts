/** Where Google calls when a calendar changed. */
export const CALENDAR_HOOK = '/crm/hooks/google/calendar'
