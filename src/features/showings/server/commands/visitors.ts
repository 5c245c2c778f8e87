import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import { conflict, notFound } from '../../../../platform/server/errors.ts'
import type { InputOf } from '../../../../platform/wire/call.ts'
import { parseInstant } from '../../../../platform/wire/fields.ts'
import { areLinksRecalled } from '../../../leads/server/queries/links.ts'
import { addTaskAbout } from '../../../tasks/server/commands/tasks.ts'
import type { ClientShowing, Showing, showingCalls } from '../../contract.ts'
import { type ClientAnswer, isOn, isOver, type ShowingStatus } from '../../rules.ts'
import { type ShowingClient, showingClient } from '../queries/emails.ts'
import { type ShownLead, showingById, showingOfLink, writeAnswer } from '../queries/showings.ts'
import { readShowingToken } from './links.ts'
import { reasonsAgainstNotifying } from './mayEmail.ts'
import { notifyOfAnswer } from './notices.ts'
import { notifyClient } from './notify.ts'
import { publishAnswer, publishShowing } from './publish.ts'
import { recordOnTimeline } from './showings.ts'

const MAX_SUBJECT = 200

interface Visit {
  showing: Showing
  lead: ShownLead
  client: ShowingClient
}

/** What a link from an e-mail is for; refused like one that never was once the showing is over, deleted or its lead gone, or the link recalled. */
export async function requireVisit(ctx: QueryContext, token: string, isForChange: boolean): Promise<Visit> {
  const { showing_id, made_at } = readShowingToken(ctx.config, token, ctx.now)
  const found = await showingOfLink(ctx, showing_id, isForChange)
  const client = found && (await showingClient(ctx, found.lead.id))
  if (!found || !client || isOver(found.showing, ctx.now)) throw notFound('page')
  if (await areLinksRecalled(ctx, [found.lead.id], made_at)) throw notFound('page')
  return { ...found, client }
}

/** A showing as its client sees it. */
export const clientShowing = (ctx: QueryContext, { showing, client }: Omit<Visit, 'lead'>): ClientShowing => ({
  ...showing,
  site_name: ctx.config.siteName,
  first_name: client.first_name,
  agent: client.agent,
})

type Answered = Omit<InputOf<typeof showingCalls.answer>, 'token'>

/** Does what a client answers, once: the same answer again changes nothing. */
export async function acceptAnswer(
  ctx: Change,
  visit: Visit,
  { answer, message = '', starts_at }: Answered,
): Promise<ClientShowing> {
  const { showing, lead, client } = visit
  if (showing.client_answer === answer && showing.client_message === message && statusAfter[answer] === showing.status)
    return clientShowing(ctx, visit)
  if (!isOn(showing.status)) throw conflict('This showing is no longer on.')
  if (parseInstant(starts_at)?.getTime() !== Date.parse(showing.starts_at))
    throw conflict('The time has changed. Check the new time before you answer.')
  const status = statusAfter[answer]
  await writeAnswer(ctx, showing.id, { answer, message, status })
  const after = await showingById(ctx, showing.id)
  await recordOnTimeline(ctx, lead, after, {
    text: [`${client.first_name || 'The client'} ${answerText[answer]}`, message],
    isOnlyNote: status === showing.status || answer === 'another_time',
  })
  if (answer === 'cancelled' && (await reasonsAgainstNotifying(ctx, client)).length === 0)
    await notifyClient(ctx, after)
  ctx.audit({ subject: 'showing', subject_id: showing.id, before: showing, after })
  await publishShowing(ctx, lead, showing.id)
  await notifyAgent(ctx, visit, answer, message)
  return clientShowing(ctx, { showing: await showingById(ctx, showing.id), client })
}

/** What asks for work becomes a task, of which the agent is reminded at once; a confirmation is only said. */
async function notifyAgent(
  ctx: Change,
  { showing, lead, client }: Visit,
  answer: ClientAnswer,
  message: string,
): Promise<void> {
  await notifyOfAnswer(ctx, { showing, lead, answer, message })
  if (answer === 'confirmed') return publishAnswer(ctx, lead, showing.id)
  const what = `${client.first_name || 'The client'} ${answerText[answer]}: ${showing.address_formatted}`
  await addTaskAbout(ctx, lead, {
    task_type: 'phone_call',
    subject: (message ? `${what}. “${message}”` : what).slice(0, MAX_SUBJECT),
    scheduled_at: null,
    taskable_type: null,
    taskable: null,
  })
}

/** What an answer makes of a showing: a time that does not suit is asked for again. */
const statusAfter: Readonly<Record<ClientAnswer, ShowingStatus>> = {
  confirmed: 'confirmed',
  another_time: 'requested',
  cancelled: 'cancelled',
}

const answerText: Readonly<Record<ClientAnswer, string>> = {
  confirmed: 'confirmed it',
  another_time: 'asks for another time',
  cancelled: 'cancelled it',
}
