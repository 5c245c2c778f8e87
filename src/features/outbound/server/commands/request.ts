import type { Change, JobName } from '../../../../platform/server/context.ts'
import { leadAudience } from '../../../leads/server/commands/audience.ts'
import type { SendingState } from '../../contract.ts'
import { addressOf, type Decision, reasonText } from '../../rules/decide.ts'
import { insertSendings, type NewSending, sendingsByCause } from '../queries/sendings.ts'
import { type Decided, decideFor, type Intention } from './decide.ts'

/** A request to send something to leads. */
export interface SendingRequest extends Intention {
  /** Who asked for it; the system when not said. */
  user_id?: number | null
  /** From which template it was written: counted when it goes out, and when the lead answers. */
  template_id?: number | null
  /** Names what was asked for together, such as bulk-email:7. */
  batch?: string | null
  /** Not before; at once when not said. */
  due_at?: Date
  /**
   * The job that hands it to the provider. It gets `sending_id`, and must call `beginTrying` first. Left out by those who work
   * through their sendings themselves.
   */
  job?: JobName<{ sending_id: number }>
  /**
   * To whom; `cause` names what causes each, and makes asking twice the same as asking once. Each may have its own `due_at`, and its own
   * `user_id` where not one person asks for all of them.
   */
  to: readonly { lead_id: number; cause: string; due_at?: Date; user_id?: number }[]
}

/** What came of the request for one lead. */
export interface RequestedSending {
  id: number
  cause: string
  lead_id: number
  state: SendingState
  /** `null` when it was asked for before: then nothing was decided anew. */
  decision: Decision | null
}

/** How many are decided and written at once. */
const BATCH = 1000

/**
 * The door for every message to a lead, and every call: decides whether it may go, writes the decision down with its reasons, and
 * has the channel's provider job run only where it may. The decision is asked once more just before the provider is (`beginTrying`),
 * so that whatever changes meanwhile still counts. Answers in the order of the request; leads that do not exist are left out.
 */
export async function requestSendings(ctx: Change, request: SendingRequest): Promise<RequestedSending[]> {
  const answers: RequestedSending[] = []
  for (let from = 0; from < request.to.length; from += BATCH)
    answers.push(...(await requestBatch(ctx, request, request.to.slice(from, from + BATCH))))
  return answers
}

async function requestBatch(
  ctx: Change,
  request: SendingRequest,
  to: SendingRequest['to'],
): Promise<RequestedSending[]> {
  const decisions = await decideFor(
    ctx,
    request,
    to.map(({ lead_id }) => lead_id),
  )
  const asked = to.flatMap(one => {
    const decided = decisions.get(one.lead_id)
    return decided ? [{ ...one, decided, row: rowOf(ctx, request, one, decided) }] : []
  })
  const written = await insertSendings(
    ctx,
    asked.map(({ row }) => row),
  )
  const fresh = new Map(written.map(one => [one.cause, one]))
  const before = asked.filter(({ cause }) => !fresh.has(cause))
  const known = new Map((await causesOf(ctx, before)).map(one => [one.cause, one]))
  const answers: RequestedSending[] = []
  for (const { lead_id, cause, decided, row } of asked) {
    const isNew = fresh.get(cause)
    const found = isNew ?? known.get(cause)
    if (!found) continue
    const { id, state } = found
    answers.push({ id, cause, lead_id, state, decision: isNew ? decided.decision : null })
    if (isNew && request.job && state !== 'refused')
      await ctx.enqueue(request.job, { sending_id: id }, startOf(ctx, row.due_at))
  }
  publish(ctx, asked)
  return answers
}

const causesOf = (ctx: Change, asked: readonly { cause: string }[]) =>
  asked.length === 0
    ? []
    : sendingsByCause(
        ctx,
        asked.map(({ cause }) => cause),
      )

const startOf = ({ now }: Change, due: string) => (Date.parse(due) > now.getTime() ? { startAfter: new Date(due) } : {})

const stateOf: Readonly<Record<Decision['verdict'], SendingState>> = {
  send: 'prepared',
  wait: 'waiting',
  confirm: 'refused',
  refuse: 'refused',
}

function rowOf(
  ctx: Change,
  request: SendingRequest,
  { cause, due_at = request.due_at ?? ctx.now, user_id = request.user_id ?? undefined }: SendingRequest['to'][number],
  { decision, recipient }: Decided,
): NewSending {
  const due = Math.max(due_at.getTime(), decision.until ? Date.parse(decision.until) : 0)
  return {
    cause,
    batch: request.batch ?? null,
    template_id: request.template_id ?? null,
    lead_id: recipient.id,
    agent_id: request.sender_agent_id === undefined ? recipient.agent_id : request.sender_agent_id,
    user_id: user_id ?? null,
    channel: request.channel,
    class: request.class,
    is_marketing: request.is_marketing ?? false,
    is_by_hand: request.is_by_hand ?? false,
    is_confirmed: request.is_confirmed ?? false,
    state: stateOf[decision.verdict],
    reason: reasonText(decision),
    rule: decision.rule?.id ?? null,
    rule_since: decision.rule?.since ?? null,
    ground: decision.ground,
    address: addressOf(request.channel, recipient),
    job: request.job?.name ?? null,
    due_at: new Date(due).toISOString(),
  }
}

function publish(ctx: Change, asked: readonly { lead_id: number; decided: Decided }[]): void {
  for (const [agent_id, group] of Map.groupBy(asked, ({ decided }) => decided.recipient.agent_id))
    ctx.changed(
      'sendings',
      group.map(({ lead_id }) => lead_id),
      leadAudience({ agent_id }),
    )
}
