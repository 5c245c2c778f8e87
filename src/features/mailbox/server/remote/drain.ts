import { gmailUnits, headersOf } from '../../../../integrations/gmail/client.ts'
import type { MessageHeaders } from '../../../../integrations/gmail/messages.ts'
import { GoogleError } from '../../../../integrations/google/errors.ts'
import { mailboxPace } from '../../rules.ts'
import { pendingIds, settleMessages } from '../queries/mailboxes.ts'
import { type Owner, receiveMessages } from './receive.ts'
import { isOver, type Run, take } from './run.ts'

/** What came of fetching some messages. */
interface Fetched {
  read: MessageHeaders[]
  /** No longer in the mailbox. */
  gone: string[]
  /** Could not be read this time; the others could. */
  failed: string[]
  /** Why the rest was not asked for. */
  stopped: GoogleError | null
}

/** Reads what was listed and not read, batch by batch; each is stored whole, or not at all. Answers whether nothing is left. */
export async function drain(run: Run, owner: Owner): Promise<boolean> {
  const { ctx, userId } = run
  while (!isOver(run)) {
    const ids = await pendingIds(ctx, userId)
    if (ids.length === 0) return true
    await take(run, ids.length * gmailUnits.message)
    const { read, gone, failed, stopped } = await fetchAll(run, ids)
    await ctx.transaction(async change => {
      await receiveMessages(change, owner, read)
      await settleMessages(change, userId, { read: read.map(({ provider_id }) => provider_id), gone, failed })
      change.changed('mailbox', [userId], [`user:${userId}`])
    })
    if (stopped) throw stopped
    // Nothing but failures: Google is away rather than one message broken.
    if (failed.length === ids.length) throw new GoogleError('No message could be read.', 'unreachable')
  }
  return false
}

async function fetchAll({ access }: Run, ids: readonly string[]): Promise<Fetched> {
  const fetched: Fetched = { read: [], gone: [], failed: [], stopped: null }
  const left = [...ids]
  const worker = async () => {
    for (let id = left.shift(); id !== undefined && !fetched.stopped; id = left.shift()) {
      try {
        fetched.read.push(await headersOf(access, id))
      } catch (error) {
        fileFailure(fetched, id, error)
      }
    }
  }
  await Promise.all(Array.from({ length: mailboxPace.atOnce }, worker))
  return fetched
}

/** One message that is gone or broken is dropped by itself; too many requests, and tokens that ended, concern all. */
function fileFailure(fetched: Fetched, id: string, error: unknown): void {
  if (!(error instanceof GoogleError)) throw error
  if (error.reason === 'missing') fetched.gone.push(id)
  else if (['busy', 'revoked', 'denied'].includes(error.reason)) fetched.stopped = error
  else fetched.failed.push(id)
}
