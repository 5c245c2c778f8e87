/** Requests are deleted, whole as they came, after so many days. */
export const DELIVERY_DAYS = 90
/** What visitors did whom nobody ever knew is deleted after so many days. */
export const ANONYMOUS_DAYS = 90
/** The bytes of a mail that is a lead, or was put aside, are deleted after so many days; what was read of it stays. */
export const RAW_MAIL_DAYS = 90
/** Mails that are about no lead, or that nobody ever read, are deleted after so many days. */
export const UNUSED_MAIL_DAYS = 365
