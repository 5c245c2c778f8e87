import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { QueryContext } from '../../../platform/server/context.ts'
import { conflict, forbidden, invalid, notFound, type Refusal } from '../../../platform/server/errors.ts'
import { runBulk } from '../../bulk/server/commands.ts'
import { fullName } from '../../leads/rules.ts'
import { requireLead } from '../../leads/server/queries/leads.ts'
import { askedLeads } from '../../leads/server/queries/selection.ts'
import { requireUser } from '../../people/server/commands/users.ts'
import { settingOf } from '../../settings/server/queries.ts'
import type { Recruiter, transferCalls } from '../contract.ts'
import { flagBogus, restoreBogus } from './commands/bogus.ts'
import {
  acknowledgeAll,
  assignLeads,
  cancelTransfer,
  decideTransfer,
  type HandedOver,
  requireReceiver,
  sendLeads,
} from './commands/handOver.ts'
import { handOverPerson, leavingPerson } from './commands/leaving.ts'
import { reassignLeads } from './commands/reassign.ts'
import { chooseRecruiter } from './commands/recruiter.ts'
import { agentOfUser, bogusLeads, pendingTransfers, transferById, transfersOfLead } from './queries.ts'

export const transferHandlers: Handlers<typeof transferCalls> = {
  list: (ctx, asked) => pendingTransfers(ctx, ctx.viewer.agent_id, asked),

  async ofLead(ctx, { id, ...asked }) {
    const lead = await requireLead(ctx, id)
    return transfersOfLead(ctx, lead.id, asked)
  },

  async send(ctx, { id, agent }) {
    await requireLead(ctx, id)
    if (agent === ctx.viewer.agent_id) throw invalid({ agent: ['You cannot send a lead to yourself.'] })
    const to = await requireReceiver(ctx, agent, 'agent')
    return transferById(ctx, onlyOne(await sendLeads(ctx, [id], to)))
  },

  async assign(ctx, { id, agent }) {
    await requireLead(ctx, id)
    const to = await requireReceiver(ctx, agent, 'agent')
    return transferById(ctx, onlyOne(await assignLeads(ctx, [id], to)))
  },

  decide: (ctx, { id, accept }) => decideTransfer(ctx, id, accept),
  cancel: (ctx, { id }) => cancelTransfer(ctx, id),
  acknowledge: async ctx => ({ acknowledged: await acknowledgeAll(ctx) }),

  async reassign(ctx, { agentId, ...selection }) {
    if (!ctx.viewer.rights.has('is_admin') && ctx.viewer.agent_id === null)
      throw forbidden('Only agents and administrators can transfer leads.')
    const to = await requireReceiver(ctx, agentId, 'agentId')
    if (agentId === ctx.viewer.agent_id && !ctx.viewer.rights.has('is_admin'))
      throw invalid({ agentId: ['You cannot send leads to yourself.'] })
    const params = { agent_id: to.id, agent_name: to.name }
    const run = await runBulk(ctx, reassignLeads, await askedLeads(ctx, selection), params)
    return { reassigned: run.changed, run }
  },

  async handToRecruiter(ctx, { id }) {
    const lead = await requireLead(ctx, id)
    const recruiter = await recruiterOf(ctx)
    if (!recruiter) throw conflict('No recruiter is set. An administrator can choose one under Admin, Hand-overs.')
    const to = await requireReceiver(ctx, recruiter.agent_id, 'recruiter')
    onlyOne(await assignLeads(ctx, [id], to))
    return { lead: { id, name: fullName(lead) }, recruiter: { id: recruiter.id, name: recruiter.name } }
  },

  leavingPerson: async (ctx, { id }) => leavingPerson(ctx, await requireUser(ctx, id)),
  handOver: async (ctx, { id, ...given }) => ({ run: await handOverPerson(ctx, id, given) }),

  recruiter: ctx => notifiedRecruiter(ctx),

  async setRecruiter(ctx, { user_id }): Promise<Recruiter> {
    await chooseRecruiter(ctx, user_id)
    return notifiedRecruiter(ctx)
  },

  async flagBogus(ctx, { id }) {
    const { undo_until } = await flagBogus(ctx, id)
    return { id, undo_until }
  },

  async restoreBogus(ctx, { id }) {
    await restoreBogus(ctx, id)
    return { id }
  },

  bogusLeads: (ctx, asked) => bogusLeads(ctx, asked),
}

/** The transfer of a single lead, or why it did not go. */
function onlyOne({ moved, skipped }: HandedOver): number {
  const [one] = moved
  if (!one) throw whyNot(skipped[0]?.reason)
  return one.transfer_id
}

const whyNot = (reason: string | undefined): Refusal =>
  reason === undefined || reason === GONE ? notFound('lead') : conflict(`This lead is ${reason}.`)
const GONE = 'gone or no longer yours'

async function notifiedRecruiter(ctx: QueryContext): Promise<Recruiter> {
  const recruiter = await recruiterOf(ctx)
  return { recruiter: recruiter && { id: recruiter.id, name: recruiter.name } }
}

/** The recruiter as long as they work here. */
async function recruiterOf(ctx: QueryContext) {
  const user = await settingOf(ctx.db, 'recruiter')
  const agent = user === null ? null : await agentOfUser(ctx, user)
  return agent && { id: agent.user_id, name: agent.name, agent_id: agent.id }
}
