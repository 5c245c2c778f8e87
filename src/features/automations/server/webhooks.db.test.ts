import { expect, it } from 'vitest'
import { serveFakeReceiver } from '../../../integrations/webhooks/fake.ts'
import { automationWorld, callTask, inOrder } from '../../../testing/followUp/automations.ts'
import { callWebhook } from './jobs/callWebhook.ts'
import { requireAutomation } from './queries/automations.ts'

// Receivers refuse what is signed for another time.
const world = automationWorld(() => new Date())

/** A lead whose run has come to the call of a webhook. */
async function runAt(url: string) {
  const automation = await world.add(inOrder({ kind: 'webhook', url }, callTask))
  const lead = await world.addLead({ status_value: 1 })
  await world.setStatus(lead, 3)
  await world.work()
  const [run] = await world.runs(automation)
  const { webhook_secret: secret } = await requireAutomation(world.reading(), automation)
  const call = () => callWebhook.run(world.job(), { run_id: Number(run.id), step_id: 's1' })
  return { automation, lead, run: Number(run.id), secret, call }
}

it('a webhook is called signed, tried again, and the run goes on once it was taken', async () => {
  let secret: string | null = null
  const receiver = await serveFakeReceiver({
    secret: () => secret,
    fault: request => (request === 1 ? { status: 503 } : null),
  })
  const { automation, lead, run, call, ...made } = await runAt(receiver.url)
  secret = made.secret
  expect(await world.log(lead)).toEqual(['s1: waiting Calls the webhook'])
  // What is stored signs nothing.
  const [stored] = await world.rows('SELECT webhook_secret FROM automations WHERE id = $1', [automation])
  expect(stored.webhook_secret).not.toContain(secret)
  await expect(call()).rejects.toThrow('503')
  await call()
  await call()
  await world.work()
  expect(receiver.received).toMatchObject([
    {
      id: `automation_${run}_s1`,
      event: { type: 'automation.step', data: { automation: { id: automation }, run_id: run, lead: { id: lead } } },
    },
  ])
  expect(await world.log(lead)).toEqual(['s1: done Webhook answered 200 on try 2', 's2: done Call task'])
  await receiver.close()
})

it('a private address is never called, and the run fails there', async () => {
  const { automation, lead, call } = await runAt('https://10.0.0.1/hook')
  await call()
  expect((await world.log(lead))[0]).toMatch(/^s1: failed Webhook not delivered: /)
  expect((await world.runs(automation))[0]).toMatchObject({ state: 'failed' })
})

it('what it is signed with cannot be read after the secret of the installation changed, and the run fails there', async () => {
  const receiver = await serveFakeReceiver()
  const { automation, lead, call } = await runAt(receiver.url)
  await world.rows(`UPDATE automations SET webhook_secret = 'sealed elsewhere' WHERE id = $1`, [automation])
  await call()
  expect(receiver.requests).toBe(0)
  expect((await world.log(lead))[0]).toMatch(/^s1: failed Webhook not called: its secret cannot be read any more/)
  await receiver.close()
})

it('nothing is called while the automation is off, and calls are put aside while sending is paused, as after a restore', async () => {
  const receiver = await serveFakeReceiver()
  const { automation, call } = await runAt(receiver.url)
  await world.rows(`UPDATE automations SET state = 'off' WHERE id = $1`, [automation])
  await call()
  expect(receiver.requests).toBe(0)
  expect(callWebhook.sends).toBe(true)
  await receiver.close()
})
