import type { Change, JobName } from '../../../../platform/server/context.ts'

/** The job that runs what is due; only its name, for whoever wakes it. */
export const RUN_AUTOMATIONS: JobName<Record<string, never>> = { name: 'run-automations' }

/** Wakes the workers now. */
export const wake = (ctx: Change): Promise<void> => ctx.enqueue(RUN_AUTOMATIONS, {})

/** The job that calls the webhook of a step; only its name, for whoever puts it in. */
export const CALL_WEBHOOK: JobName<{ run_id: number; step_id: string }> = { name: 'call-automation-webhook' }
