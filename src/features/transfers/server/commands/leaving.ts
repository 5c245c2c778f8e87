import { z } from 'zod'
import type { ReadContext, WriteContext } from '../../../../platform/server/context.ts'
import { conflict, invalid } from '../../../../platform/server/errors.ts'
import type { BulkRun, Skipped } from '../../../bulk/contract.ts'
import {
  type BulkContext,
  type BulkOutcome,
  defineBulkAction,
  requireExpected,
  runBulk,
} from '../../../bulk/server/commands.ts'
import { workOfAgent } from '../../../leads/events.ts'
import { changeAgents } from '../../../leads/server/commands/agents.ts'
import type { User } from '../../../people/contract/people.ts'
import { requireMayClose, requireUser, setAccountOpen } from '../../../people/server/commands/users.ts'
import { openSessionsOf } from '../../../people/server/queries/sessions.ts'
import { teamLedBy } from '../../../people/server/queries/teams.ts'
import type { LeavingPerson } from '../../contract.ts'
import { leadsOfAgent, lockMovingLeads, pendingCounts, stillWith } from '../queries.ts'
import { assignLeads, requireReceiver } from './handOver.ts'
import { giveBack, HeldBefore } from './reassign.ts'

const Successor = z.object({ agent_id: z.int(), name: z.string() })

const Params = z.object({
  user_id: z.int(),
  agent_id: z.int().nullable(),
  name: z.string(),
  to: z.array(Successor),
  /** Whether the account closes at the end; not that of somebody whose account is closed already. */
  closes: z.boolean(),
})

const Before = z.object({ given: z.array(z.object({ to: z.int(), leads: z.array(HeldBefore) })) })

/** Gives everything of somebody who leaves to colleagues, in equal shares; the account closes with the last lead. */
export const handOverLeads = defineBulkAction({
  name: 'leads.hand-over',
  params: Params,
  right: 'manage_users',
  title: ({ name, to }) => `Hand over ${name}${to.length > 0 ? ` to ${listed(to.map(one => one.name))}` : ''}`,

  async apply(ctx, ids, { agent_id, to }): Promise<BulkOutcome> {
    const own = agent_id === null ? [] : await stillWith(ctx, ids, agent_id)
    const given: z.output<typeof Before>['given'] = []
    const skipped: Skipped[] = [{ reason: 'changed since', count: ids.length - own.length }]
    for (const [index, { agent_id: successor }] of to.entries()) {
      const share = own.filter((_, position) => position % to.length === index)
      const outcome = await giveTo(ctx, share, successor)
      given.push({ to: successor, leads: [...outcome.held] })
      skipped.push(...outcome.skipped)
    }
    return { changed: given.flatMap(({ leads }) => leads.map(({ id }) => id)), skipped, before: { given } }
  },

  async undo(ctx, stored): Promise<BulkOutcome> {
    const changed: number[] = []
    const skipped: Skipped[] = []
    for (const { to, leads } of Before.parse(stored).given) {
      const outcome = await giveBack(ctx, leads, to)
      changed.push(...outcome.changed)
      skipped.push(...outcome.skipped)
    }
    return { changed, skipped }
  },

  async atEnd(ctx, { user_id, agent_id, name, closes }, state) {
    if (!closes) return
    if (state === 'undone') return setAccountOpen(ctx, user_id, true)
    const left = agent_id === null ? [] : await leadsOfAgent(ctx, agent_id)
    if (left.length > 0)
      throw conflict(
        `${name} still has ${left.length === 1 ? 'one lead' : `${left.length} leads`}, so the account stays open. Hand over again.`,
      )
    await setAccountOpen(ctx, user_id, false)
  },
})

/** Flagged leads go along without a word: nobody is to look at them, but they must not stay with a closed account. */
async function giveTo(ctx: BulkContext, ids: readonly number[], successor: number) {
  const to = await requireReceiver(ctx, successor, 'to')
  const bogus = (await lockMovingLeads(ctx, ids)).filter(lead => lead.is_bogus).map(({ id }) => id)
  const { held, skipped } = await assignLeads(
    ctx,
    ids.filter(id => !bogus.includes(id)),
    to,
  )
  return { held: [...held, ...(await changeAgents(ctx, bogus, to.id))], skipped }
}

/** "Ada, Ben and 2 others". */
function listed(names: readonly string[]): string {
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} others`] : names
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** What would go to others if this person left. */
export async function leavingPerson(ctx: ReadContext, user: User): Promise<LeavingPerson> {
  const sessions = await openSessionsOf(ctx.db, user.id, ctx.now)
  const { agent_id } = user
  if (agent_id === null) return { ...NO_WORK, sessions }
  const { received, sent } = await pendingCounts(ctx, agent_id)
  return {
    ...(await workOfAgent.gather(ctx, { agent_id })),
    leads: (await leadsOfAgent(ctx, agent_id)).length,
    received_transfers: received,
    sent_transfers: sent,
    sessions,
    leads_team: await teamLedBy(ctx.db, agent_id),
  }
}

const NO_WORK = {
  leads: 0,
  open_tasks: 0,
  showings: 0,
  alerts: 0,
  received_transfers: 0,
  sent_transfers: 0,
  leads_team: null,
}

interface HandingOver {
  to?: readonly number[] | undefined
  close?: boolean | undefined
  expected?: number | undefined
}

/** Begins the hand-over of somebody who leaves. */
export async function handOverPerson(
  ctx: WriteContext,
  userId: number,
  { to = [], close = true, expected }: HandingOver,
): Promise<BulkRun> {
  const user = await requireUser(ctx, userId)
  if (close) await requireMayClose(ctx, userId)
  const ids = user.agent_id === null ? [] : await leadsOfAgent(ctx, user.agent_id)
  if (expected !== undefined) requireExpected({ expected, count: ids.length }, 'leads')
  if (ids.length > 0 && to.length === 0) throw invalid({ to: [`Choose who gets the leads of ${user.name}.`] })
  if (ids.length === 0 && !close) throw conflict(`${user.name} has no leads to hand over.`)
  const successors = await Promise.all([...new Set(to)].map(id => requireReceiver(ctx, id, 'to')))
  if (successors.some(({ user_id }) => user_id === userId))
    throw invalid({ to: [`Choose somebody else than ${user.name}.`] })
  return runBulk(ctx, handOverLeads, ids, {
    user_id: userId,
    agent_id: user.agent_id,
    name: user.name,
    to: successors.map(({ id, name }) => ({ agent_id: id, name })),
    closes: close && user.is_active,
  })
}
