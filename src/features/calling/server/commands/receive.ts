import { addSeconds } from 'date-fns'
import type { Change } from '../../../../platform/server/context.ts'
import { recordStopped } from '../../../blocked-numbers/server/commands.ts'
import { blocksOf, usersWhoBlock } from '../../../blocked-numbers/server/queries.ts'
import { createLead } from '../../../leads/server/commands/create.ts'
import { samePeople } from '../../../leads/server/queries/arrivals.ts'
import { type Instruction, identityOf, NUMBER_BLOCKED } from '../../rules.ts'
import {
  calledLead,
  insertCall,
  lockProviderCall,
  officeUsers,
  ringable,
  type StoredCall,
  writeCall,
} from '../queries/calls.ts'
import { voicemail } from './lines.ts'
import { publishCall } from './publish.ts'
import { giveNotice } from './recording.ts'

/** Seconds that each round of people is rung before a call goes on to the next. */
const RING_SECONDS = 20
/** The provider rings ten names at once at the most. */
const MAX_RUNG = 10
/** Where leads come from that call a number of the brokerage. */
const SOURCE = 'Phone call'

const NUMBER = /^\+[1-9]\d{6,14}$/

interface Incoming {
  providerId: string
  from: string
  to: string
}

/**
 * Writes down a call that came in, with whoever calls: somebody unknown becomes a lead. One from a number that is blocked for
 * whomever it is for is refused, and recorded as stopped. A repeated hook finds it again.
 */
export async function receiveCall(ctx: Change, incoming: Incoming): Promise<StoredCall> {
  const { providerId, from, to } = incoming
  const known = (await lockProviderCall(ctx, providerId)) ?? (await refuseBlocked(ctx, incoming))
  if (known) return known
  const lead = NUMBER.test(from) ? await createLead(ctx, { phone: from, source: SOURCE }) : null
  const call = await insertCall(ctx, {
    lead_id: lead?.id ?? null,
    agent_id: lead?.agent_id ?? null,
    direction: 'inbound',
    state: 'ringing',
    from_number: from,
    to_number: to,
    provider_id: providerId,
  })
  if (!call) throw new Error('A call came in twice at once.')
  return writeCall(ctx, call.id, { ringing_at: ctx.now.toISOString() })
}

async function refuseBlocked(ctx: Change, { providerId, from, to }: Incoming): Promise<StoredCall | null> {
  // The oldest record of several comes last.
  const lead = (await samePeople(ctx, [], [from])).at(-1)
  const agent_id = lead?.agent_id ?? null
  const block = (await blocksOf(ctx, [from], agent_id)).get(from)
  if (!block) return null
  const call = await insertCall(ctx, {
    lead_id: lead?.id ?? null,
    agent_id,
    direction: 'inbound',
    state: 'refused',
    reason: NUMBER_BLOCKED,
    from_number: from,
    to_number: to,
    provider_id: providerId,
  })
  if (!call) throw new Error('A call came in twice at once.')
  await recordStopped(ctx, block, { kind: 'call_rejected', agent_id })
  const refused = await writeCall(ctx, call.id, { ended_at: ctx.now.toISOString() })
  publishCall(ctx, refused)
  return refused
}

/** Rings a round of people, and after the last one takes a message. */
export async function ringRound(ctx: Change, call: StoredCall, round: number): Promise<Instruction> {
  if (call.state === 'refused') return { do: 'reject' }
  if (call.state !== 'ringing') return { do: 'hang up' }
  const users = (await roundsOf(ctx, call))[round]?.slice(0, MAX_RUNG)
  if (!users) {
    publishCall(ctx, await writeCall(ctx, call.id, { rings_until: ctx.now.toISOString() }))
    return voicemail(ctx)
  }
  const rings = [...new Set([...call.rings, ...users])]
  const rings_until = addSeconds(ctx.now, RING_SECONDS).toISOString()
  publishCall(ctx, await writeCall(ctx, call.id, { rings, rings_until }))
  const notice = round === 0 ? await giveNotice(ctx, call) : null
  return {
    do: 'ring',
    identities: users.map(identityOf),
    seconds: RING_SECONDS,
    next: String(round + 1),
    ...(notice === null ? {} : { notice }),
  }
}

/**
 * Whom a call rings, one round after the other: the lead's agent, then the team; the office for what is nobody's. Nobody is
 * rung by a number that they blocked themselves.
 */
async function roundsOf(ctx: Change, call: StoredCall): Promise<number[][]> {
  const lead = call.lead_id === null ? null : await calledLead(ctx, call.lead_id)
  const { own, team } = lead?.agent_id ? await ringable(ctx, lead.agent_id) : { own: [], team: [] }
  const rounds = [own, team].filter(users => users.length > 0)
  const all = rounds.length > 0 ? rounds : [await officeUsers(ctx, MAX_RUNG)]
  const blocking = await usersWhoBlock(ctx, call.from_number)
  return all.map(users => users.filter(id => !blocking.has(id))).filter(users => users.length > 0)
}
