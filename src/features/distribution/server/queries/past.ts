import { sql } from 'kysely'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Row } from '../../../../platform/server/database/rows.ts'
import type { RecordedDecision } from '../../rules/record.ts'
import { type PastRound, type PastStep, withCandidates } from '../../rules/rehearse.ts'
import type { OfferOutcome } from '../../rules/states.ts'

/** Decisions that are read at once: each holds all agents there were. */
const BATCH = 500

type Entry = Pick<Row<'distribution_ledger'>, 'lead_id' | 'entry' | 'at' | 'content'>

interface Offer extends Pick<Row<'distribution_offers'>, 'lead_id' | 'round' | 'agent_id'> {
  outcome: OfferOutcome | null
  seconds: number
}

/**
 * Rounds that began since a moment and are over, in the order in which they began, as the ledger recorded their decisions. Leads
 * that were erased, whose offers are gone, are left out, as are leads that are being offered now.
 */
export async function pastRounds(ctx: QueryContext, since: Date): Promise<PastRound[]> {
  const offers = await offersSince(ctx, since)
  const rounds = new Map<string, { lead_id: number; steps: PastStep[]; isWhole: boolean }>()
  let after: Entry | undefined
  do {
    const entries = await decisionsAfter(ctx, since, after)
    for (const { lead_id, at, content } of entries) {
      const { round, input, decision, chosen = null } = JSON.parse(content) as Partial<RecordedDecision>
      if (!round || !input?.lead || !decision) continue
      const key = keyOf({ lead_id, round })
      const known = rounds.get(key) ?? { lead_id, steps: [], isWhole: input.asked.length === 0 }
      const offer = chosen === null ? null : offers.get(key)?.find(({ agent_id }) => agent_id === chosen)
      const answer = offer?.outcome ? { outcome: offer.outcome, seconds: offer.seconds } : null
      rounds.set(key, {
        ...known,
        steps: [...known.steps, { at, input: withCandidates({ input, decision }), chosen, answer }],
        isWhole: known.isWhole && (chosen === null || answer !== null),
      })
    }
    after = entries.length === BATCH ? entries.at(-1) : undefined
  } while (after)
  return [...rounds.values()].flatMap(({ isWhole, lead_id, steps }) => (isWhole ? [{ lead_id, steps }] : []))
}

const keyOf = ({ lead_id, round }: { lead_id: number; round: number }): string => `${lead_id}/${round}`

async function decisionsAfter(ctx: QueryContext, since: Date, after: Entry | undefined): Promise<Entry[]> {
  const behind = after
    ? sql`(at, lead_id, entry) > (${after.at}::timestamptz, ${after.lead_id}, ${after.entry})`
    : sql`true`
  const { rows } = await sql<Entry>`
    SELECT lead_id, entry, at, content FROM distribution_ledger
    WHERE kind = 'decided' AND at >= ${since} AND ${behind} ORDER BY at, lead_id, entry LIMIT ${BATCH}`.execute(ctx.db)
  return rows
}

async function offersSince(ctx: QueryContext, since: Date): Promise<ReadonlyMap<string, Offer[]>> {
  const { rows } = await sql<Offer>`
    SELECT lead_id, round, agent_id, outcome,
           extract(epoch FROM coalesce(answered_at, expires_at) - offered_at)::float8 AS seconds
    FROM distribution_offers WHERE offered_at >= ${since}`.execute(ctx.db)
  return Map.groupBy(rows, keyOf)
}
