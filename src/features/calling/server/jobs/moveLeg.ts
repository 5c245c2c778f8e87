import { z } from 'zod'
import { endLeg, followHook, LegOver } from '../../../../integrations/twilio-voice/control.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { MOVE_LEG } from '../commands/lines.ts'
import { accountOf, hooksOf } from '../remote/provider.ts'

const Data = z.object({ leg: z.string(), move: z.enum(['end', 'follow']) })

/** Has the provider end a leg, or ask what it is to do next: for what follows from what the provider itself has reported. */
export const moveLeg: Job<z.output<typeof Data>> = defineJob({
  name: MOVE_LEG.name,
  title: 'Pass a call on or end it',
  data: Data,
  // By the time that a person sees it the call is over.
  isRepeatable: false,
  expireInSeconds: 60,
  concurrency: 4,
  async run({ config }, { leg, move }) {
    const account = accountOf(config)
    if (move === 'end') return endLeg(account, leg)
    await followHook(account, leg, hooksOf(config).voice('next')).catch(error => {
      if (!(error instanceof LegOver)) throw error
    })
  },
})
