import type { Change } from '../../../platform/server/context.ts'
import { insertMessage, type NewOutboxMessage } from './queries.ts'

/** Keeps a message that the demo's mail server took, and shows it to everybody who looks. */
export async function saveMessage(ctx: Change, message: NewOutboxMessage): Promise<void> {
  ctx.changed('outbox', [await insertMessage(ctx.db, message)], ['everyone'])
}
