import type { Audience, Change, QueryContext } from '../../../platform/server/context.ts'
import { region } from '../../../product/region/region.ts'
import { blockedSentence, type StoppedKind } from '../rules.ts'
import { type BlockInForce, blocksAmong, insertStopped } from './queries.ts'

/** Whose lists a block stands in. */
export const audienceOf = (agentId: number | null): Audience[] => [agentId === null ? 'everyone' : `agent:${agentId}`]

/** Something that a block stopped. */
export interface Stopped {
  kind: StoppedKind
  /** Whom it was for, or who tried. */
  agent_id: number | null
  /** What a text said. */
  body?: string
}

/** Records that a block stopped a call or a text, in either direction. */
export async function recordStopped(
  ctx: Change,
  block: BlockInForce,
  { kind, agent_id, body }: Stopped,
): Promise<void> {
  await insertStopped(ctx, { blocked_number_id: block.id, kind, agent_id, body: body ?? null })
  ctx.changed('blocked-numbers', [block.id], audienceOf(block.is_for_all ? null : agent_id))
}

/** Whom somebody wants to reach: whose client they are, and their number (E.164). */
interface Person {
  lead_id: number
  agent_id: number | null
  phone: string | null
}

interface Asked {
  channel: string
  /** In whose name it goes; the agent of each lead when nobody in particular. */
  sender_agent_id: number | null
  people: readonly Person[]
}

/** The rule by which blocks refuse messages and calls, as the door for messages names it. */
const RULE = { id: 'house-blocked', label: 'House rule: blocked numbers', since: '2026-11-22' }

/** What blocks have against calls and texts: of the one who sends, and of everybody. E-mails have no number. */
export async function objectToBlocked(ctx: QueryContext, { channel, sender_agent_id, people }: Asked) {
  const objections = new Map<number, { code: 'blocked'; sentence: string; since: string; rule: typeof RULE }[]>()
  if (channel === 'email') return objections
  const reached = people.flatMap(({ lead_id, agent_id, phone }) =>
    phone === null ? [] : [{ lead_id, number: phone, agent_id: sender_agent_id ?? agent_id }],
  )
  const blocks = Map.groupBy(await blocksAmong(ctx, reached), ({ number }) => number)
  for (const { lead_id, number, agent_id } of reached) {
    const block = blocks.get(number)?.findLast(one => one.is_for_all || one.agent_id === agent_id)
    if (block) objections.set(lead_id, [{ code: 'blocked', ...saidOf(block), rule: RULE }])
  }
  return objections
}

const saidOf = (block: BlockInForce) => ({
  sentence: blockedSentence({ ...block, since: dayOf(block.blocked_at) }),
  since: block.blocked_at,
})

const dayOf = (instant: string): string =>
  new Intl.DateTimeFormat('en-CA', { dateStyle: 'medium', timeZone: region.zone }).format(new Date(instant))
