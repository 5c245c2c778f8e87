import { subDays } from 'date-fns'
import { z } from 'zod'
import { defineJob, type Job } from '../../../platform/server/jobs/jobs.ts'
import { photosInUse } from './queries.ts'
import { photoFiles } from './remote/photos.ts'

/** Deletes files of photos that no home shows any more, such as those of an upload that was broken off. */
export const purgeBrokeragePhotos: Job<Record<string, unknown>> = defineJob({
  name: 'purge-brokerage-photos',
  data: z.object({}),
  cron: '50 8 * * *',
  keyed: true,
  async run(ctx) {
    const store = photoFiles(ctx.config)
    const files = (await store.untouchedSince(subDays(ctx.now, 1))).map(name => ({
      name,
      photo: name.replace(/-\d+$/, ''),
    }))
    const shown = new Set(
      await photosInUse(
        ctx,
        files.map(({ photo }) => photo),
      ),
    )
    for (const { name, photo } of files) if (!shown.has(photo)) await store.remove(name)
  },
})
