import { sql } from 'kysely'
import { z } from 'zod'
import { defineCursors, pageOf, windowOf } from '../../../../platform/server/calls/page.ts'
import type { QueryContext } from '../../../../platform/server/context.ts'
import type { Page, PageInput } from '../../../../platform/wire/page.ts'
import { rolesString } from '../../../leads/rules.ts'
import type { OwnDecision } from '../../contract.ts'
import type { SkipCode } from '../../rules/decide.ts'
import { NOT_NEEDED, ownOutcome, ownSkip } from '../../rules/own.ts'
import type { OfferOutcome } from '../../rules/states.ts'

interface OwnRow {
  lead_id: number
  entry: number
  hash: string
  at: string
  /** `null` of a lead that was erased. */
  roles: string[] | null
  areas: string[] | null
  chosen: number | null
  skip: { code: SkipCode; reason: string } | null
  outcome: OfferOutcome | null
  why: string | null
}

const ownCursors = defineCursors(z.object({ at: z.iso.datetime(), lead: z.int32(), entry: z.int32() }))

/**
 * What the decisions meant for one agent, the latest first: every decision looks at every agent that there is at the time. No other
 * agent is named, and no lead that was not theirs is told apart from another. Decisions outlive leads that are erased.
 */
export async function ownDecisions(ctx: QueryContext, agentId: number, asked: PageInput): Promise<Page<OwnDecision>> {
  const { offset, limit } = windowOf(asked)
  const before = asked.cursor ? ownCursors.read(asked.cursor) : null
  const looked = sql`kind = 'decided' AND decision_agents(content) @> ARRAY[${agentId}::int]`
  const { rows } = await sql<OwnRow>`
    WITH looked AS (
      SELECT lead_id, entry, hash, at, content FROM distribution_ledger
      WHERE ${looked} AND ${before ? sql`(at, lead_id, entry) < (${before.at}::timestamptz, ${before.lead}, ${before.entry})` : sql`true`}
      ORDER BY at DESC, lead_id DESC, entry DESC LIMIT ${limit} OFFSET ${offset})
    SELECT d.lead_id, d.entry, d.hash, d.at, l.roles, d.content::jsonb -> 'chosen' AS chosen, o.outcome, o.why,
           (SELECT array_agg(a.name ORDER BY place) FROM unnest(l.area_ids) WITH ORDINALITY AS chosen (id, place)
            JOIN areas a ON a.id = chosen.id) AS areas,
           jsonb_path_query_first(d.content::jsonb, '$.decision.skipped[*] ? (@.agent_id == $id)',
             jsonb_build_object('id', ${agentId}::int)) AS skip
    FROM looked d LEFT JOIN leads l ON l.id = d.lead_id
    LEFT JOIN distribution_ledger e ON e.lead_id = d.lead_id AND e.entry = d.entry + 1 AND e.kind = 'offered'
      AND e.agent_id = ${agentId}
    LEFT JOIN distribution_offers o ON o.id = e.offer_id
    ORDER BY d.at DESC, d.lead_id DESC, d.entry DESC`.execute(ctx.db)
  const { rows: counted } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM distribution_ledger WHERE ${looked}`.execute(ctx.db)
  const page = pageOf(rows, {
    asked,
    total: counted[0]?.total ?? 0,
    isEstimate: false,
    cursorAfter: ({ at, lead_id, entry }) => ownCursors.write({ at, lead: lead_id, entry }),
  })
  return { ...page, data: page.data.map(row => ownDecision(row, agentId)) }
}

/** Digits of the entry's hash that tell rows apart, and say nothing of the lead. */
const OWN_ID = 16

function ownDecision(
  { lead_id, hash, at, roles, areas, chosen, skip, outcome, why }: OwnRow,
  agentId: number,
): OwnDecision {
  const isTheirs = chosen === agentId
  return {
    id: hash.slice(0, OWN_ID),
    lead_id: outcome === 'accepted' && isTheirs ? lead_id : null,
    at,
    roles_string: rolesString(roles ?? []),
    areas: areas ?? [],
    outcome: isTheirs ? ownOutcome(outcome) : skip ? 'skipped' : 'not_needed',
    reason: isTheirs ? (why ?? '') : skip ? ownSkip(skip.code, skip.reason) : NOT_NEEDED,
  }
}
