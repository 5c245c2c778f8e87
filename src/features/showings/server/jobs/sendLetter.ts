import { z } from 'zod'
import { attemptMail } from '../../../../integrations/mail/attempt.ts'
import type { JobContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs.ts'
import { letterAddress } from '../../../../platform/server/letter.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { fullName } from '../../../leads/rules.ts'
import { milestoneType } from '../../../milestones/rules.ts'
import { addMilestones } from '../../../milestones/server/commands.ts'
import { isOff, isOver, showingWords } from '../../rules.ts'
import { tellOfShowings } from '../commands/announce.ts'
import { calendarFile } from '../commands/calendarFile.ts'
import { reasonsAgainstTelling } from '../commands/gate.ts'
import { type LetterKind, showingLetter } from '../commands/letter.ts'
import { showingUrl } from '../commands/links.ts'
import {
  type ClaimedLetter,
  claimLetter,
  type LetterOutcome,
  type ShowingClient,
  showingClient,
  writeLetterOutcome,
} from '../queries/letters.ts'

const MOST_TRIES = 8
const Data = z.object({ letter_id: Id })

/** Tells a client how a showing stands. A worker that dies after sending sends the same message again, under its id. */
export const sendShowingLetter: Job<z.output<typeof Data>> = defineJob({
  name: 'send-showing-letter',
  data: Data,
  // Waiting for an earlier letter counts as a try of the job, not of the letter.
  retryLimit: MOST_TRIES + 4,
  expireInSeconds: 120,
  concurrency: 2,
  sends: true,
  async run(ctx, { letter_id }) {
    const letter = await ctx.transaction(change => claimLetter(change, letter_id))
    if (letter === 'busy') throw new Error('An earlier e-mail about this showing is on its way.')
    if (letter === null) return
    const client = await showingClient(ctx, letter.showing.lead_id)
    if (!client) return
    const outcome = await attempt(ctx, letter, client)
    await keep(ctx, { letter, client, outcome })
    if (outcome.state === 'waiting') throw new Error(`The e-mail about a showing waits: ${outcome.problem}`)
  },
})

const nothingNew: LetterOutcome = { state: 'replaced', kind: null, problem: null }

async function attempt(ctx: JobContext, letter: ClaimedLetter, client: ShowingClient): Promise<LetterOutcome> {
  const { showing } = letter
  const kind = kindOf(letter, ctx.now)
  if (kind === null) return nothingNew
  const reasons = await reasonsAgainstTelling(ctx, client)
  const base = letterAddress(ctx.config)
  if (reasons.length > 0 || base === null || !client.email)
    return { state: 'refused', kind, problem: reasons.join(' ') }
  const url = showingUrl(ctx.config, { base, showingId: showing.id, now: ctx.now })
  const isGone = kind === 'cancellation'
  const { method, content } = calendarFile(ctx.config, {
    showing,
    client,
    purpose: 'invitation',
    isGone,
    answerUrl: isGone ? null : url,
    stamp: new Date(letter.created_at),
  })
  const mail = {
    to: { name: fullName(client), address: client.email },
    key: `showing-${showing.id}-${letter.id}`,
    ...showingLetter(ctx.config, { kind, showing, client, told: letter.told, url, base }),
    calendar: { method: method === 'CANCEL' ? method : ('REQUEST' as const), filename: 'showing.ics', content },
  }
  return { kind, ...(await attemptMail(ctx.config, mail, { tries: letter.tries, most: MOST_TRIES })) }
}

/** What there is to say; `null` when the client knows it, or when there is nothing to say any more. */
function kindOf({ showing, is_deleted, is_again, told }: ClaimedLetter, now: Date): LetterKind | null {
  if (isOver(showing, now) || showing.status === 'completed') return null
  if (told?.is_same && !is_again) return null
  if (is_deleted || isOff(showing.status)) return told ? 'cancellation' : null
  return told ? 'change' : 'invitation'
}

const sentWords: Readonly<Record<LetterKind, string>> = {
  invitation: 'Invitation to a showing',
  change: 'Change of a showing',
  cancellation: 'Cancellation of a showing',
}

async function keep(
  ctx: JobContext,
  { letter, client, outcome }: { letter: ClaimedLetter; client: ShowingClient; outcome: LetterOutcome },
): Promise<void> {
  const { showing } = letter
  await ctx.transaction(async change => {
    if (!(await writeLetterOutcome(change, letter, outcome))) return
    if (outcome.state === 'sent' && outcome.kind)
      await addMilestones({ ...change, author: letter.author }, [
        {
          lead_id: client.id,
          agent_id: client.agent_id,
          milestone_type_id: milestoneType.email,
          milestone_option_id: milestoneType.email * 100 + 1,
          value: sentWords[outcome.kind],
          description: `${sentWords[outcome.kind]}: ${showingWords(showing)}`,
          model_id: showing.id,
          model_type: 'showing',
        },
      ])
    tellOfShowings(change, client)
  })
}
