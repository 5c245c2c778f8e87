import { call } from '../../../platform/web/calls/call.ts'
import { queryOf } from '../../../platform/web/calls/queryOf.ts'
import { mailboxCalls } from '../contract.ts'

/** How well the mailbox of the person is read. */
export const mailboxQuery = queryOf(mailboxCalls.mailbox, {}, { topics: ['mailbox', 'google'], staleTime: 10_000 })

/** Counts the mailbox anew, and reads what is missing. */
export const checkMailbox = () => call(mailboxCalls.check)
