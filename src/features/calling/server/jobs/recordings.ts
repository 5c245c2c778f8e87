import { randomBytes } from 'node:crypto'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { subDays } from 'date-fns'
import { z } from 'zod'
import { removeUnused } from '../../../../integrations/files/removeUnused.ts'
import {
  fetchRecording as fetchSound,
  LegOver,
  removeRecording,
  startRecording as startAtProvider,
} from '../../../../integrations/twilio-voice/control.ts'
import type { Config } from '../../../../platform/server/config.ts'
import type { JobContext } from '../../../../platform/server/context.ts'
import { defineJob, type Job } from '../../../../platform/server/jobs/jobs.ts'
import { Id } from '../../../../platform/wire/fields.ts'
import { FETCH_RECORDING, publishById, START_RECORDING } from '../commands/recording.ts'
import { lockCallById } from '../queries/calls.ts'
import {
  filesInUse,
  lockRecording,
  oldRecordings,
  recordingById,
  type StoredRecording,
  writeRecording,
} from '../queries/recordings.ts'
import { callSettings } from '../queries/settings.ts'
import { accountOf, hooksOf, recordingFiles } from '../remote/provider.ts'

const Started = z.object({ call_id: Id })

/** Begins to record a call that is connected. Asked twice, it is recorded once. */
export const startRecording: Job<z.output<typeof Started>> = defineJob({
  name: START_RECORDING.name,
  title: 'Begin to record a call',
  data: Started,
  expireInSeconds: 60,
  concurrency: 4,
  async run(ctx, { call_id }) {
    const leg = await ctx.transaction(async change => {
      const call = await lockCallById(change, call_id)
      const recording = await lockRecording(change, { call_id, kind: 'call' })
      const isDue = call?.state === 'connected' && recording?.state === 'starting' && recording.provider_id === null
      return isDue && call.recording_refused_at === null ? call.lead_leg : null
    })
    if (leg === null) return
    const provider_id = await startAtProvider(accountOf(ctx.config), leg, hooksOf(ctx.config).ofCall).catch(error => {
      if (error instanceof LegOver) return null
      throw error
    })
    await ctx.transaction(async change => {
      const recording = await lockRecording(change, { call_id, kind: 'call' })
      if (recording?.state === 'starting')
        await writeRecording(
          change,
          recording.id,
          provider_id === null ? { state: 'failed' } : { provider_id, state: 'recording' },
        )
      else if (recording?.state === 'refused' && provider_id !== null) {
        await writeRecording(change, recording.id, { provider_id })
        await change.enqueue(FETCH_RECORDING, { recording_id: recording.id })
      }
      await publishById(change, call_id)
    })
  },
})

const Fetched = z.object({ recording_id: Id })
/** Three hours with two tracks at the quality of telephones have less. */
const MAX_BYTES = 200 * 1024 * 1024
const types: Readonly<Record<string, string>> = { 'audio/mpeg': 'mp3', 'audio/wav': 'wav', 'audio/x-wav': 'wav' }

/** Stores the sound of a recording here, and has the provider delete its copy then; only the latter of one that was refused. */
export const fetchRecording: Job<z.output<typeof Fetched>> = defineJob({
  name: FETCH_RECORDING.name,
  title: 'Fetch the recording of a call',
  data: Fetched,
  retryLimit: 12,
  concurrency: 2,
  async run(ctx, { recording_id }) {
    const recording = await recordingById(ctx, recording_id)
    if (!recording?.provider_id || recording.provider_removed_at !== null) return
    if (recording.state === 'arriving') await store(ctx, { ...recording, provider_id: recording.provider_id })
    const account = accountOf(ctx.config)
    await removeRecording(account, recording.provider_id)
    await ctx.transaction(change =>
      writeRecording(change, recording_id, { provider_removed_at: ctx.now.toISOString() }),
    )
  },
})

async function store(ctx: JobContext, { id, call_id, provider_id }: StoredRecording & { provider_id: string }) {
  const sound = await fetchSound(accountOf(ctx.config), provider_id)
  const stored = sound && types[sound.type] ? await keep(ctx.config, sound.body) : null
  await ctx.transaction(async change => {
    const now = await recordingById(change, id)
    if (now?.state !== 'arriving') return
    await writeRecording(
      change,
      id,
      stored && sound
        ? { state: 'stored', ...stored, type: sound.type, stored_at: ctx.now.toISOString() }
        : { state: 'failed' },
    )
    await publishById(change, call_id)
  })
}

/** Stores a sound under a name that nobody guesses; throws when it is larger than any recording is. */
async function keep(config: Config, body: NodeJS.ReadableStream): Promise<{ file: string; size: number }> {
  const file = randomBytes(16).toString('hex')
  let size = 0
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      done(size > MAX_BYTES ? new Error('A recording is too large.') : null, chunk)
    },
  })
  try {
    await pipeline(body, counted, await recordingFiles(config).create(file))
  } catch (error) {
    await recordingFiles(config).remove(file)
    throw error
  }
  return { file, size }
}

/** Deletes recordings that are older than they are kept for, and files that belong to none. */
export const purgeRecordings: Job<Record<string, unknown>> = defineJob({
  name: 'purge-recordings',
  title: 'Delete old recordings of calls',
  data: z.object({}),
  cron: '35 8 * * *',
  keyed: true,
  async run(ctx) {
    const store = recordingFiles(ctx.config)
    const { keep_days } = await callSettings(ctx)
    let old = await oldRecordings(ctx, subDays(ctx.now, keep_days))
    while (old.length > 0 && !ctx.signal.aborted) {
      for (const { id, call_id, file } of old) {
        // The file first: without its row nobody would look for it again for a day.
        if (file !== null) await store.remove(file)
        await ctx.transaction(async change => {
          await writeRecording(change, id, { state: 'removed', file: null })
          await publishById(change, call_id)
        })
      }
      old = await oldRecordings(ctx, subDays(ctx.now, keep_days))
    }
    await removeUnused(store, subDays(ctx.now, 1), files => filesInUse(ctx, files))
  },
})
