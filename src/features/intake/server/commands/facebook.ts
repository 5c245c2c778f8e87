import type { Change, JobContext } from '../../../../platform/server/context.ts'
import { type LeadNotice, noticeOf, readFacebookLead } from '../../rules/leadForms.ts'
import { insertDeliveries } from '../queries/deliveries.ts'
import { type DueFetch, endFetch, insertFetches, takeDueFetches } from '../queries/fetches.ts'
import { sourceById } from '../queries/sources.ts'
import { facebookOf } from '../remote.ts'
import type { EventsAtWork } from './deal.ts'
import { storeRefusal } from './receive.ts'
import { storeEvents } from './store.ts'

/** Tries to read a lead, over about four hours, after which it waits for a person. */
const MAX_FETCHES = 8
/** Leads that one run reads. */
const AT_ONCE = 50

/** Writes down what Facebook told, before it is answered. */
export async function storeNotice(
  ctx: Change,
  sourceId: number,
  { body, notices }: { body: string; notices: readonly LeadNotice[] },
): Promise<void> {
  const delivery = { source_id: sourceId, body, events: notices.length, refused: 0, problem: null }
  await insertDeliveries(ctx, [delivery])
  await insertFetches(ctx, sourceId, notices)
}

/** Reads the leads that are due from Facebook, and deals with them as with what comes in by a door. */
export async function fetchLeads(ctx: JobContext): Promise<void> {
  const client = facebookOf(ctx)
  if (!client) return
  const work: EventsAtWork = { log: ctx.log, transaction: (_name, run) => ctx.transaction(run) }
  for (const due of await ctx.transaction(change => takeDueFetches(change, AT_ONCE))) {
    if (ctx.signal.aborted) return
    try {
      const lead = await client.lead(due.lead_ref)
      const source = await sourceById(ctx, due.source_id)
      if (source) await storeEvents(work, source, { body: JSON.stringify(lead), read: readFacebookLead(lead, ctx.now) })
      await ctx.transaction(change => endFetch(change, due))
    } catch (error) {
      ctx.log.warn({ err: error, tries: due.tries }, 'a lead could not be read from Facebook')
      if (due.tries >= MAX_FETCHES) await giveUp(ctx, work, due, error)
    }
  }
}

/** What cannot be read waits among the refused requests, where a person has it tried again. */
async function giveUp(ctx: JobContext, { transaction }: EventsAtWork, due: DueFetch, error: unknown): Promise<void> {
  const why = error instanceof Error ? error.message : 'unknown'
  await storeRefusal(
    transaction,
    { id: due.source_id },
    { body: JSON.stringify(noticeOf(due.notice)), problem: `Facebook did not give lead ${due.lead_ref}: ${why}` },
  )
  await ctx.transaction(change => endFetch(change, due))
}
