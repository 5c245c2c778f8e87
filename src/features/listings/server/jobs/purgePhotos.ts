import { subDays } from 'date-fns'
import { z } from 'zod'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { copiesInUse } from '../queries/photos.ts'
import { photoFiles } from '../webhooks.ts'

/** Homes off the market are still looked at for a while; later their photos are fetched again when somebody asks. */
const DAYS_AFTER = 90
const AT_ONCE = 1000

/** Deletes copies of photos that are nobody's any more. */
export const purgePhotos: Job<Record<string, unknown>> = defineJob({
  name: 'forget-photos',
  title: 'Delete copies of photos that nobody looks at',
  data: z.object({}),
  cron: '40 8 * * *',
  keyed: true,
  async run(ctx) {
    const store = photoFiles(ctx.config)
    const names = await store.untouchedSince(subDays(ctx.now, 1))
    for (let start = 0; start < names.length && !ctx.signal.aborted; start += AT_ONCE) {
      const some = names.slice(start, start + AT_ONCE).map(name => ({ name, copy: name.replace(/-\d+$/, '') }))
      const copies = some.map(({ copy }) => copy)
      const stored = new Set(await copiesInUse(ctx, copies, subDays(ctx.now, DAYS_AFTER)))
      for (const { name, copy } of some) if (!stored.has(copy)) await store.remove(name)
    }
  },
})
