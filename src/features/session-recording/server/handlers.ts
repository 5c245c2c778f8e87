import type { Handlers } from '../../../platform/server/calls/handlers.ts'
import type { Actor, Viewer } from '../../../platform/server/context.ts'
import { conflict, forbidden, invalid, notFound } from '../../../platform/server/errors.ts'
import { RECORDING_FEATURE, type recordingCalls } from '../contract.ts'
import { dayAt, type Watched } from '../rules/identification.ts'
import { readBatch, unpack } from './commands.ts'
import {
  chunkBody,
  chunksOf,
  deleteRecording,
  identificationOf,
  insertIdentification,
  insertViewing,
  isViewing,
  recordedPeople,
  recordingById,
  recordingPage,
  storeChunk,
} from './queries.ts'

const SWITCHED_OFF = 'Session recording is switched off.'
const OVER = 'This identification is over. Ask for a new one.'

export const recordingHandlers: Handlers<typeof recordingCalls> = {
  async identify(ctx) {
    requireSwitchedOn(ctx.viewer)
    return insertIdentification(ctx, { ...watchedOf(ctx), day: dayAt(ctx.now, ctx.viewer.zone) })
  },

  async append(ctx, { id, run, number }, { files: [file] }) {
    requireSwitchedOn(ctx.viewer)
    if (!file) throw invalid({ events: ['Send the events as a file.'] })
    const known = await identificationOf(ctx, id)
    const { user_id, actor_user_id } = watchedOf(ctx)
    if (known?.user_id !== user_id || known.actor_user_id !== actor_user_id) throw notFound('identification')
    if (known.day !== dayAt(ctx.now, ctx.viewer.zone)) throw conflict(OVER)
    return { is_stored: await storeChunk(ctx, { identification_id: id, run, number }, await readBatch(file.path)) }
  },

  list: recordingPage,
  people: recordedPeople,

  async open(ctx, { id }) {
    const recording = await recordingById(ctx, id)
    if (!recording) throw notFound('recording')
    const chunks = await chunksOf(ctx, id)
    const { person, by, day } = recording
    ctx.audit({
      subject: 'recording',
      subject_id: id,
      after: { user_id: person.id, acting_user_id: by?.id ?? null, day },
    })
    return {
      ...recording,
      viewing_id: await insertViewing(ctx, id),
      chunks: chunks.map(({ marks: _marks, ...chunk }) => chunk),
      marks: chunks.flatMap(({ marks }) => marks),
    }
  },

  async chunk(ctx, { id, viewing_id, number }) {
    if (!(await isViewing(ctx, viewing_id, id))) throw forbidden('Open the recording first.')
    const body = await chunkBody(ctx, id, number)
    if (!body) throw notFound('batch')
    return { events: await unpack(body) }
  },

  async remove(ctx, { id }) {
    const recording = await recordingById(ctx, id)
    if (!recording) throw notFound('recording')
    await deleteRecording(ctx, id)
    ctx.audit({ subject: 'recording', subject_id: id, before: { user_id: recording.person.id, day: recording.day } })
    ctx.changed('recordings', [id], ['right:view_session_recordings'])
    return { id }
  },
}

function requireSwitchedOn({ features }: Viewer): void {
  if (!features.has(RECORDING_FEATURE)) throw forbidden(SWITCHED_OFF)
}

const watchedOf = ({ viewer, actor }: { viewer: Viewer; actor: Actor }): Watched => ({
  user_id: viewer.user_id,
  actor_user_id: actor.user_id,
})
