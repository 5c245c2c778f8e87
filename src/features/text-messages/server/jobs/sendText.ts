import { addMinutes } from 'date-fns'
import { z } from 'zod'
import { sendText, type TextOutcome } from '../../../../integrations/twilio/client.ts'
import { hookUrl } from '../../../../integrations/twilio/hooks.ts'
import type { Change, JobContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { recordStopped } from '../../../blocked-numbers/server/commands.ts'
import { blocksOf } from '../../../blocked-numbers/server/queries.ts'
import { fateBy } from '../../../outbound/server/commands/fate.ts'
import { recordOutcome } from '../../../outbound/server/commands/outcomes.ts'
import { beginTrying } from '../../../outbound/server/commands/trying.ts'
import { problemOf, STOPPED_CODE } from '../../rules/carrier.ts'
import { publishThread } from '../commands/publish.ts'
import { distrustNumber, recordStop } from '../commands/report.ts'
import { filesToSend } from '../queries/pictures.ts'
import { saveReport, type WrittenText, writtenText } from '../queries/texts.ts'

const Data = z.object({ sending_id: Id })

export const STATUS_HOOK = '/crm/hooks/twilio/sms-status'
export const PICTURES_PATH = '/text-pictures/'
/** Where Twilio fetches a picture of a text that goes out. */
const picturePath = (file: string): string => `${PICTURES_PATH}${file}.jpg`
/** Minutes until a text that the provider would not take yet is tried again, and how often. */
const RETRY_MINUTES = 1
const MAX_TRIES = 6
/** What a person writes is worth nothing hours later: it is not to leave the carrier's queue in the night. */
const VALID_SECONDS = 3600

/** Hands one text to the provider, when the door lets it out. */
export const sendTextMessage: Job<z.output<typeof Data>> = defineJob({
  name: 'send-text',
  title: 'Send a text to a lead',
  data: Data,
  ...fateBy(({ sending_id }: z.output<typeof Data>) => ({ id: sending_id })),
  expireInSeconds: 120,
  concurrency: 4,
  sends: true,
  async run(ctx, { sending_id }) {
    const text = await writtenText(ctx, { sending_id })
    if (!text) return
    const trial = await ctx.transaction(change => askDoor(change, text))
    if (trial?.verdict === 'paused' || trial?.verdict === 'busy')
      throw new Error(`This text cannot go out now: ${trial.verdict}.`)
    if (trial?.verdict !== 'go') return
    const { twilio } = ctx.config
    const pictures = await filesToSend(ctx, text.id)
    const outcome: TextOutcome = twilio
      ? await sendText(
          twilio,
          {
            to: trial.address,
            body: text.body,
            mediaUrls: pictures.map(file => hookUrl(ctx.config, picturePath(file))),
            statusCallback: `${hookUrl(ctx.config, STATUS_HOOK)}?text=${text.id}`,
            validSeconds: VALID_SECONDS,
          },
          trial.permit,
        )
      : { state: 'failed', problem: 'Texts are not set up here.', code: null }
    await ctx.transaction(change => saveOutcome(change, text, { outcome, tries: trial.tries }))
  },
})

async function askDoor(ctx: Change, text: WrittenText) {
  const trial = await beginTrying(ctx, { id: text.sending_id })
  if (trial?.verdict === 'refused') {
    const block = (await blocksOf(ctx, [text.number], text.agent_id)).get(text.number)
    if (block) await recordStopped(ctx, block, { kind: 'text_refused', agent_id: text.agent_id })
  }
  if (trial) await publishThread(ctx, { id: text.lead_id, agent_id: text.agent_id })
  return trial
}

async function saveOutcome(
  ctx: Change & Pick<JobContext, 'now'>,
  text: WrittenText,
  { outcome, tries }: { outcome: TextOutcome; tries: number },
): Promise<void> {
  const name = { id: text.sending_id }
  if (outcome.state === 'waiting' && tries < MAX_TRIES) {
    const retry_at = addMinutes(ctx.now, RETRY_MINUTES * 2 ** tries)
    await recordOutcome(ctx, name, { state: 'waiting', problem: outcome.problem, retry_at })
    await ctx.enqueue(sendTextMessage, { sending_id: text.sending_id }, { startAfter: retry_at })
  } else if (outcome.state === 'sent') {
    await recordOutcome(ctx, name, { state: 'sent', problem: '', provider_id: outcome.provider_id })
    await saveReport(ctx, text.id, { provider_id: outcome.provider_id })
  } else {
    const error_code = outcome.state === 'failed' ? outcome.code : null
    const state = outcome.state === 'unknown' ? 'unknown' : 'failed'
    await recordOutcome(ctx, name, { state, problem: problemOf(error_code) ?? outcome.problem })
    await saveReport(ctx, text.id, { error_code })
    if (error_code === STOPPED_CODE) await recordStop(ctx, text.lead_id)
    await distrustNumber(ctx, text, error_code)
  }
  await publishThread(ctx, { id: text.lead_id, agent_id: text.agent_id })
}
