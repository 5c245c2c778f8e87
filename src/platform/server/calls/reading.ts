import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Call } from '../../wire/call.ts'
import { AFTER_CHANGE_MS, NEWEST_HEADER } from '../../wire/live.ts'
import type { Db } from '../database/database.ts'
import type { Reading, Replica } from '../database/replica.ts'
import { Refusal } from '../errors.ts'
import type { SignedIn } from '../http/authenticate.ts'
import type { LiveHub } from '../live/live.ts'

/** What decides whether a read may go to a replica. */
export interface ReadingDependencies {
  replica: Replica | null
  running: { live: LiveHub } | null
}

/**
 * Where a read is looked up other than in the primary; `null` for the primary. Whoever changed something, heard of a change or says that
 * one came before within `AFTER_CHANGE_MS` reads from the primary: the replica may be as far behind as it is relied on (`caughtUp.ts`).
 */
export function readingOf(
  { replica, running }: ReadingDependencies,
  { call, request, signedIn }: { call: Call; request: Pick<FastifyRequest, 'headers'>; signedIn: SignedIn | null },
): Reading | null {
  if (!replica || !running || !signedIn || call.kind !== 'read' || call.needsPrimary) return null
  // Other systems read what a webhook has just named.
  if (signedIn.apiKey) return null
  if (request.headers[NEWEST_HEADER] !== undefined || running.live.isRecent(signedIn.viewer, AFTER_CHANGE_MS))
    return null
  return replica.reading()
}

/** Looks something up where it may be looked up. What a replica refuses or cannot answer is for the primary to say. */
export async function answerRead(
  { reading, primary, log }: { reading: Reading | null; primary: Db; log: Pick<Logger, 'warn'> },
  read: (db: Db) => Promise<unknown>,
): Promise<unknown> {
  if (!reading) return read(primary)
  try {
    return await reading.during(() => read(reading.db))
  } catch (error) {
    if (!(error instanceof Refusal)) log.warn({ err: error }, 'the replica could not answer, the primary was asked')
    return read(primary)
  }
}
