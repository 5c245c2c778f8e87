import { subDays } from 'date-fns'
import { z } from 'zod'
import { removeUnused } from '../../../integrations/files/removeUnused.ts'
import { defineJob, type Job } from '../../../platform/server/jobs/jobs.ts'
import { photosInUse } from './queries.ts'
import { photoFiles } from './remote/photos.ts'

/** The name of a photo, of which each file is one width. */
const photoOfFile = (file: string): string => file.replace(/-\d+$/, '')

/** Deletes files of photos that no home shows any more, such as those of an upload that was broken off. */
export const purgeBrokeragePhotos: Job<Record<string, unknown>> = defineJob({
  name: 'purge-brokerage-photos',
  title: 'Delete photos that no listing shows any more',
  data: z.object({}),
  cron: '50 8 * * *',
  keyed: true,
  async run(ctx) {
    await removeUnused(photoFiles(ctx.config), subDays(ctx.now, 1), async files => {
      const shown = new Set(await photosInUse(ctx, files.map(photoOfFile)))
      return files.filter(file => shown.has(photoOfFile(file)))
    })
  },
})
