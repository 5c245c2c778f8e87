import { sql } from 'kysely'
import type { QueryContext, Viewer } from '../../../../platform/server/context.ts'
import type { StepComparison } from '../../contract/records.ts'
import { compared, likelyRange, type Tally } from '../../rules/comparison.ts'
import { countedInstances, isLastThatRan } from './scope.ts'

type Asking = QueryContext & { viewer: Viewer }

interface Counts {
  step_id: number
  since: string
  a_sent: number
  a_replies: number
  b_sent: number
  b_replies: number
}

const isReply = sql`i.stop_reason = 'replied' AND ${isLastThatRan}`

/** How the wordings of each step do that has two, in the words that it has now. Messages that did not arrive count for neither. */
export async function comparisonsOf(ctx: Asking, campaignId: number): Promise<StepComparison[]> {
  const { rows } = await sql<Counts>`
    SELECT st.id AS step_id, st.compared_since AS since,
      count(DISTINCT g.lead_id) FILTER (WHERE g.wording = 'a')::int AS a_sent,
      count(DISTINCT g.lead_id) FILTER (WHERE g.wording = 'a' AND g.is_reply)::int AS a_replies,
      count(DISTINCT g.lead_id) FILTER (WHERE g.wording = 'b')::int AS b_sent,
      count(DISTINCT g.lead_id) FILTER (WHERE g.wording = 'b' AND g.is_reply)::int AS b_replies
    FROM campaign_steps st LEFT JOIN (
      SELECT r.step_id, r.compared_since, r.wording, i.lead_id, ${isReply} AS is_reply
      FROM campaign_instances i JOIN campaign_instance_steps r ON r.instance_id = i.id
      JOIN sendings s ON s.id = r.sending_id AND s.state IN ('sent', 'delivered')
      WHERE i.campaign_id = ${campaignId} AND ${countedInstances(ctx)} AND r.wording IS NOT NULL
    ) g ON g.step_id = st.id AND g.compared_since = st.compared_since
    WHERE st.campaign_id = ${campaignId} AND st.deleted_at IS NULL AND st.compared_since IS NOT NULL
    GROUP BY st.id ORDER BY st.position, st.id`.execute(ctx.db)
  return rows.map(({ step_id, since, ...counts }) => {
    const a = { sent: counts.a_sent, replies: counts.a_replies }
    const b = { sent: counts.b_sent, replies: counts.b_replies }
    return { step_id, since, a: figuresOf(a), b: figuresOf(b), ...compared(a, b) }
  })
}

const percent = (share: number): number => Math.round(share * 1000) / 10

function figuresOf(tally: Tally): StepComparison['a'] {
  const { low, high } = likelyRange(tally)
  const rate = tally.sent === 0 ? null : percent(tally.replies / tally.sent)
  return { ...tally, rate, low: percent(low), high: percent(high) }
}
