import { z } from 'zod'
import { connectLoneWolf, type LoneWolfClient, LoneWolfError } from '../../../integrations/lone-wolf/client.ts'
import type { JobContext } from '../../../platform/server/context.ts'
import { defineJob } from '../../../platform/server/jobs/jobs.ts'
import { isAccountValid } from '../../deals/server/queries/account.ts'
import { recordAccount } from './commands/account.ts'
import { isOn, SEND } from './commands/prepare.ts'
import { readChanges } from './remote/read.ts'
import { workOutbox } from './remote/send.ts'

/** Does something there; while they cannot be reached everything stays as it is, and the next round tries again. */
async function reaching(ctx: JobContext, work: (client: LoneWolfClient) => Promise<void>): Promise<void> {
  if (ctx.config.loneWolf === null) return
  try {
    await work(connectLoneWolf(ctx.config.loneWolf))
  } catch (error) {
    if (!(error instanceof LoneWolfError)) throw error
    ctx.log.warn({ problem: error.message }, 'Lone Wolf could not be asked.')
  }
}

/** Looks whether the account at the back office is valid. While nobody can say, what was known stays. */
export const checkLoneWolfAccount = defineJob({
  name: 'check-lone-wolf-account',
  title: 'Check the connection to Lone Wolf',
  data: z.object({}),
  cron: '*/15 * * * *',
  retryLimit: 0,
  run: ctx =>
    reaching(ctx, async client => {
      const state = await client.account()
      await ctx.transaction(change => recordAccount(change, state.is_valid ? null : state.problem))
    }),
})

/** Sends what waits, and looks for what nobody knows of: at once after a change, and every minute. */
export const sendToLoneWolf = defineJob({
  name: SEND.name,
  title: 'Send deals to Lone Wolf',
  data: z.object({}),
  cron: '* * * * *',
  retryLimit: 0,
  keyed: true,
  run: ctx =>
    reaching(ctx, async client => {
      if (isOn(ctx) && (await isAccountValid(ctx))) await workOutbox(ctx, client)
    }),
})

/** Reads what they changed. */
export const readLoneWolf = defineJob({
  name: 'read-lone-wolf',
  title: 'Read changes of trades from Lone Wolf',
  data: z.object({}),
  cron: '*/5 * * * *',
  retryLimit: 0,
  run: ctx =>
    reaching(ctx, async client => {
      if (isOn(ctx) && (await isAccountValid(ctx))) await readChanges(ctx, client)
    }),
})
