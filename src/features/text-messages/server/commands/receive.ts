import { subDays } from 'date-fns'
import type { Change, JobName } from '../../../../platform/server/context.ts'
import { recordStopped } from '../../../blocked-numbers/server/commands.ts'
import { blocksOf } from '../../../blocked-numbers/server/queries.ts'
import { phoneAsE164 } from '../../../leads/server/commands/contact.ts'
import { createLead } from '../../../leads/server/commands/create.ts'
import { samePeople } from '../../../leads/server/queries/arrivals.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import { countAnswer } from '../../../outbound/server/commands/answers.ts'
import { agentOfNumber } from '../../../people/server/queries/phones.ts'
import { colleagueTexted, textReceived } from '../../events.ts'
import { answerTo, keywordOf } from '../../rules/keywords.ts'
import { picturesText } from '../../rules/pictures.ts'
import { lockDelivery, saveAnswer, savedAnswer } from '../queries/answered.ts'
import { insertArriving } from '../queries/pictures.ts'
import { insertText, isStopAnswered, lastAnswer } from '../queries/texts.ts'
import { leadTextedAt } from '../queries/threads.ts'
import { notifyOfText } from './notices.ts'
import { publishStranger, publishThread } from './publish.ts'
import { recordWord } from './words.ts'

/** A text as the provider brings it. */
export interface IncomingText {
  provider_id: string
  /** Theirs, E.164. */
  from: string
  body: string
  /** Where the pictures that came with it are. */
  media: readonly string[]
  /** The carrier has answered the word that it is. */
  is_answered: boolean
}

interface Sender {
  id: number
  agent_id: number | null
}

/** The job that fetches a picture; only its name, for whoever asks for it. */
export const FETCH_PICTURE: JobName<{ picture_id: number }> = { name: 'fetch-text-picture' }

/** Where leads come from that write to a number of the brokerage. */
const SOURCE = 'Text message'

/** The option of the milestone "Text" that says that they wrote. */
const RECEIVED = 202

/**
 * Takes in a text: into the thread of the lead whose number it is. Somebody unknown becomes a lead, unless all they say is a
 * word that ends or begins texts, or nobody could call the number: such texts have a thread of their own. What is blocked is dropped and
 * recorded, yet a word that ends texts counts from whoever it comes. Told twice of the same text, nothing happens. Answers what is
 * said back to such a word; `null` for nothing.
 */
export async function receiveText(ctx: Change, text: IncomingText): Promise<string | null> {
  const answered = await answerColleague(ctx, text)
  if (answered !== null) return answered
  const known = await senderOf(ctx, text.from)
  const block = (await blocksOf(ctx, [text.from], known?.agent_id ?? null)).get(text.from)
  const word = keywordOf(text.body)
  const lead = known ?? (block || word ? null : await newSender(ctx, text.from))
  const id = await insertText(ctx, {
    lead_id: lead?.id ?? null,
    number: text.from,
    direction: 'in',
    body: block ? '' : text.body,
    media: text.media.length,
    keyword: word?.keyword ?? null,
    is_dropped: block !== undefined,
    provider_id: text.provider_id,
  })
  if (id === null) return null
  if (lead && word) await recordWord(ctx, await ownersOf(ctx, lead, text.from), text, word.keyword)
  if (block) {
    await recordStopped(ctx, block, { kind: 'text_dropped', agent_id: lead?.agent_id ?? null, body: text.body })
    return null
  }
  for (const picture_id of await insertArriving(ctx, id, text.media)) await ctx.enqueue(FETCH_PICTURE, { picture_id })
  const answer = word && !text.is_answered ? await answerOnce(ctx, lead, text, word) : null
  if (lead && !word) await countAnswer(ctx, { lead_id: lead.id, channel: 'text', at: ctx.now })
  if (lead) await publishReceived(ctx, lead, { id, ...text })
  else await publishStranger(ctx, text.from)
  return answer
}

/**
 * What a colleague is told whose text answers something, such as an offer; `null` for all other texts. A text that comes again answers nothing
 * that was offered since: the same is said back once more.
 */
async function answerColleague(ctx: Change, { provider_id, from, body }: IncomingText): Promise<string | null> {
  const colleague = await agentOfNumber(ctx, from)
  if (!colleague) return null
  await lockDelivery(ctx, provider_id)
  const saved = await savedAnswer(ctx, provider_id)
  if (saved !== null) return saved
  const said: string[] = []
  await colleagueTexted.emit(ctx, { ...colleague, body, answer: text => void said.push(text) })
  const [answer = null] = said
  if (answer !== null) await saveAnswer(ctx, provider_id, answer)
  return answer
}

async function senderOf(ctx: Change, number: string): Promise<Sender | null> {
  // The oldest record of several comes last.
  const known = (await samePeople(ctx, [], [number])).at(-1)
  return known ? { id: known.id, agent_id: known.agent_id } : leadTextedAt(ctx, number)
}

/** The lead that somebody becomes by writing; `null` for senders that are no phone, such as the short numbers of banks. */
async function newSender(ctx: Change, number: string): Promise<Sender | null> {
  if (phoneAsE164(number) !== number) return null
  const { id, agent_id } = await createLead(ctx, { phone: number, source: SOURCE, was_active: true })
  return { id, agent_id }
}

/** Everybody who has that number: what one of them says about texts to it holds for all. */
async function ownersOf(ctx: Change, lead: Sender, number: string): Promise<number[]> {
  return [...new Set([lead.id, ...(await samePeople(ctx, [], [number])).map(({ id }) => id)])]
}

/** The same word again within a day is not answered again, and one that ends texts not before they have begun again. */
async function answerOnce(
  ctx: Change,
  lead: Sender | null,
  { from }: IncomingText,
  word: NonNullable<ReturnType<typeof keywordOf>>,
): Promise<string | null> {
  if (word.keyword === 'stop' && (await isStopAnswered(ctx, from, lead?.id ?? null))) return null
  const { siteName: site, mailFrom } = ctx.config
  const answer = answerTo(word, { site, email: mailFrom.address })
  if ((await lastAnswer(ctx, from, subDays(ctx.now, 1))) === answer) return null
  await insertText(ctx, {
    lead_id: lead?.id ?? null,
    number: from,
    direction: 'out',
    body: answer,
    keyword: word.keyword,
    is_automatic: true,
  })
  return answer
}

async function publishReceived(
  ctx: Change,
  lead: Sender,
  { id, body, media }: IncomingText & { id: number },
): Promise<void> {
  const said = body || picturesText(media.length)
  await addMilestones(ctx, [
    {
      lead_id: lead.id,
      agent_id: lead.agent_id,
      milestone_type_id: milestoneType.text,
      milestone_option_id: RECEIVED,
      description: said,
      message: { text_id: id },
    },
  ])
  await publishThread(ctx, lead)
  await notifyOfText(ctx, {
    id,
    lead_id: lead.id,
    agent_id: lead.agent_id,
    body: said,
  })
  await textReceived.emit(ctx, { id, lead_id: lead.id, agent_id: lead.agent_id, body })
}
