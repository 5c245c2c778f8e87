import { addMinutes } from 'date-fns'

/** Minutes between the tries of an e-mail that a mail server would not take yet: about a day in all. */
const pauses: readonly number[] = [1, 5, 15, 60, 180, 360, 720]

/** After so many tries an e-mail counts as failed. */
export const MAX_TRIES = pauses.length + 1

/** When an e-mail is tried again after so many tries. */
export const nextTryAt = (tries: number, now: Date): Date => addMinutes(now, pauses[tries - 1] ?? Math.max(...pauses))

/** Answers of mail servers that speak of the mailbox, not of the message: there is none, or it is closed for good. */
const DEAD_MAILBOX = /^5\.(1\.(1|2|3|6|10)|2\.1)$/

/** Whether an address does not work, by the enhanced status code (RFC 3463) with which it was refused. */
export const isDeadAddress = (status: string | null): boolean => status !== null && DEAD_MAILBOX.test(status)
