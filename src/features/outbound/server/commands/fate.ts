import type { QueryContext } from '../../../../platform/server/context.ts'
import type { JobSubject } from '../../../../platform/server/jobs/jobs.ts'
import { fateOfSending, type SendingName } from '../queries/sendings.ts'

/**
 * What people are told of a failed job that sends a message to a lead: whom it was for. Where the provider may have it already, a
 * person settles that with the lead, and the job is not run again on a guess.
 */
export const fateBy = <Data>(nameOf: (data: Data) => SendingName) => ({
  about: async (ctx: QueryContext, data: Data): Promise<JobSubject | null> => {
    const fate = await fateOfSending(ctx, nameOf(data))
    return fate && { kind: 'lead', id: fate.lead_id }
  },
  isUncertain: async (ctx: QueryContext, data: Data): Promise<boolean> =>
    (await fateOfSending(ctx, nameOf(data)))?.is_uncertain ?? false,
})
