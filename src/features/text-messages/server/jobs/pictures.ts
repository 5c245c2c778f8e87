import { subDays } from 'date-fns'
import { z } from 'zod'
import { removeUnused } from '../../../../integrations/files/removeUnused.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { publishStranger, publishThread } from '../commands/publish.ts'
import { FETCH_PICTURE } from '../commands/receive.ts'
import { arrivingPicture, deleteUnsent, filesInUse, saveArrival } from '../queries/pictures.ts'
import { fetchPicture, pictureFiles } from '../remote.ts'

const Data = z.object({ picture_id: Id })

/** Stores a picture that came with a text here. */
export const fetchTextPicture: Job<z.output<typeof Data>> = defineJob({
  name: FETCH_PICTURE.name,
  title: 'Fetch a picture of a text',
  data: Data,
  async about(ctx, { picture_id }) {
    const lead = (await arrivingPicture(ctx, picture_id))?.lead
    return lead ? { kind: 'lead', id: lead.id } : null
  },
  retryLimit: 12,
  concurrency: 2,
  async run(ctx, { picture_id }) {
    const picture = await arrivingPicture(ctx, picture_id)
    if (!picture) return
    const arrival = await fetchPicture(ctx.config, picture.source)
    await ctx.transaction(async change => {
      if (!(await saveArrival(change, picture_id, arrival))) return
      if (picture.lead) await publishThread(change, picture.lead)
      else await publishStranger(change, picture.number)
    })
  },
})

/** Deletes pictures that were chosen and never sent, and files that belong to none. */
export const purgeTextPictures: Job<Record<string, unknown>> = defineJob({
  name: 'purge-text-pictures',
  title: 'Delete old pictures of texts',
  data: z.object({}),
  cron: '55 8 * * *',
  keyed: true,
  async run(ctx) {
    const dayAgo = subDays(ctx.now, 1)
    await ctx.transaction(change => deleteUnsent(change, dayAgo))
    await removeUnused(pictureFiles(ctx.config), dayAgo, files => filesInUse(ctx, files))
  },
})
