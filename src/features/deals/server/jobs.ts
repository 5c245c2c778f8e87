import { z } from 'zod'
import { connectLoneWolf, LoneWolfError } from '../../../integrations/lone-wolf/client.ts'
import { defineJob } from '../../../platform/server/jobs/jobs.ts'
import { saveAccount } from './queries/account.ts'

/** Looks whether the account at the back office is valid. While nobody can say, what was known stays. */
export const checkLoneWolfAccount = defineJob({
  name: 'check-lone-wolf-account',
  title: 'Check the connection to Lone Wolf',
  data: z.object({}),
  cron: '*/15 * * * *',
  retryLimit: 0,
  async run(ctx) {
    if (ctx.config.loneWolf === null) return
    try {
      const state = await connectLoneWolf(ctx.config.loneWolf).account()
      await ctx.transaction(change => saveAccount(change, state.is_valid, state.is_valid ? null : state.problem))
    } catch (error) {
      if (!(error instanceof LoneWolfError)) throw error
      ctx.log.warn({ problem: error.message }, 'The Lone Wolf account could not be checked.')
    }
  },
})
