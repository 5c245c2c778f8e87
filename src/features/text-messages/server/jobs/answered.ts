import { subDays } from 'date-fns'
import { z } from 'zod'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { deleteAnswersBefore } from '../queries/answered.ts'

/** Carriers bring a text again within hours. */
const KEPT_DAYS = 30

/** Forgets what was said back to texts of colleagues long ago. */
export const purgeAnsweredTexts: Job<Record<string, unknown>> = defineJob({
  name: 'purge-answered-texts',
  title: 'Forget old answers to texts of colleagues',
  data: z.object({}),
  cron: '57 8 * * *',
  keyed: true,
  async run(ctx) {
    await ctx.transaction(change => deleteAnswersBefore(change, subDays(ctx.now, KEPT_DAYS)))
  },
})
