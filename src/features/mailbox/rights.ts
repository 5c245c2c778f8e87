import { defineRights, everybody, nothing } from '../../testing/rights.ts'
import { mailboxCalls } from './contract.ts'

/** A valid request for each call, and who may make it. */
export const rights = defineRights(mailboxCalls, { mailbox: [everybody, nothing], check: [everybody, nothing] })
