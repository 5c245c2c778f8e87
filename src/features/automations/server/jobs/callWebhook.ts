import { z } from 'zod'
import { postWebhook } from '../../../../integrations/webhooks/client.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { finishStep } from '../commands/finish.ts'
import { CALL_WEBHOOK } from '../commands/wake.ts'
import { waitingCall, writeTry } from '../queries/webhooks.ts'

const MAX_TRIES = 6
const Data = z.object({ run_id: Id, step_id: z.string() })

/** Calls the webhook of a step, signed; the run goes on when the receiver took it, and fails when it never did. */
export const callWebhook: Job<z.output<typeof Data>> = defineJob({
  name: CALL_WEBHOOK.name,
  title: 'Call the webhook of an automation',
  data: Data,
  sends: true,
  retryLimit: MAX_TRIES - 1,
  expireInSeconds: 60,
  async run(ctx, { run_id, step_id }) {
    const call = await waitingCall(ctx, run_id, step_id)
    if (!call) return
    const { url, secret, event } = call
    if (secret === null) {
      const text = 'Webhook not called: its secret cannot be read any more, as KEYTURN_SECRET was changed'
      await ctx.transaction(change => finishStep(change, { run_id, step_id, state: 'failed', text }))
      return
    }
    const message = { id: `automation_${run_id}_${step_id}`, sentAt: ctx.now, body: JSON.stringify(event) }
    const result = await postWebhook(message, { url, secret }, ctx.config)
    const tries = call.tries + 1
    if (result.isDelivered) {
      const text = `Webhook answered ${result.status ?? ''}${tries > 1 ? ` on try ${tries}` : ''}`
      await ctx.transaction(change => finishStep(change, { run_id, step_id, state: 'done', text }))
      return
    }
    const problem = result.problem ?? 'No answer.'
    if (result.isPermanent || tries >= MAX_TRIES) {
      const text = `Webhook not delivered: ${problem}`
      await ctx.transaction(change => finishStep(change, { run_id, step_id, state: 'failed', text }))
      return
    }
    await ctx.transaction(change => writeTry(change, { run_id, step_id, tries, text: `Try ${tries}: ${problem}` }))
    throw new Error(`The webhook of a run was not delivered: ${problem}`)
  },
})
