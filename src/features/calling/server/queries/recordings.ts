import { sql } from 'kysely'
import type { Change, QueryContext } from '../../../../platform/server/context.ts'
import type { Row, RowAs } from '../../../../platform/server/database/rows.ts'
import type { CallRecording } from '../../contract.ts'
import type { RecordingState } from '../../rules.ts'

/** A recording as commands and jobs know it. */
export type StoredRecording = RowAs<'call_recordings', Row<'call_recordings'>, 'kind' | 'state'> & {
  kind: 'call' | 'voicemail'
  state: RecordingState
}

/** What was recorded of the call `c`, as it is answered. */
export const recordingOfCall = sql<CallRecording | null>`(
  SELECT jsonb_build_object('kind', r.kind, 'state', r.state, 'seconds', r.seconds)
  FROM call_recordings r WHERE r.call_id = c.id ORDER BY r.id DESC LIMIT 1)`

/** The newest recording of a call; `null` when nothing was recorded. */
export async function recordingOf({ db }: QueryContext, callId: number): Promise<StoredRecording | null> {
  const { rows } = await sql<StoredRecording>`
    SELECT * FROM call_recordings WHERE call_id = ${callId} ORDER BY id DESC LIMIT 1`.execute(db)
  return rows[0] ?? null
}

/** A recording by its id; `null` when it is gone. */
export async function recordingById({ db }: QueryContext, id: number): Promise<StoredRecording | null> {
  const { rows } = await sql<StoredRecording>`SELECT * FROM call_recordings WHERE id = ${id}`.execute(db)
  return rows[0] ?? null
}

/** Begins a recording of a kind, of which a call has one; `null` when it was begun before. */
export async function beginRecording(
  ctx: Change,
  { call_id, kind }: Pick<StoredRecording, 'call_id' | 'kind'>,
): Promise<StoredRecording | null> {
  const { rows } = await sql<StoredRecording>`
    INSERT INTO call_recordings (call_id, kind, state, started_at) VALUES (${call_id}, ${kind}, 'starting', ${ctx.now})
    ON CONFLICT (call_id, kind) DO NOTHING RETURNING *`.execute(ctx.db)
  return rows[0] ?? null
}

/** The recording of a kind of a call, locked; `null` when there is none. */
export async function lockRecording(
  ctx: Change,
  { call_id, kind }: Pick<StoredRecording, 'call_id' | 'kind'>,
): Promise<StoredRecording | null> {
  const { rows } = await sql<StoredRecording>`
    SELECT * FROM call_recordings WHERE call_id = ${call_id} AND kind = ${kind} FOR UPDATE`.execute(ctx.db)
  return rows[0] ?? null
}

/** Changes a recording. */
export async function writeRecording(
  ctx: Change,
  id: number,
  set: Partial<Omit<StoredRecording, 'id' | 'call_id' | 'kind'>>,
): Promise<void> {
  await ctx.db.updateTable('call_recordings').set(set).where('id', '=', id).execute()
}

/** Recordings that are older than is kept, some of them. */
export async function oldRecordings(
  { db }: QueryContext,
  before: Date,
): Promise<Pick<StoredRecording, 'id' | 'call_id' | 'file'>[]> {
  const { rows } = await sql<Pick<StoredRecording, 'id' | 'call_id' | 'file'>>`
    SELECT id, call_id, file FROM call_recordings WHERE state = 'stored' AND started_at < ${before}
    ORDER BY started_at LIMIT 200`.execute(db)
  return rows
}

/** Of these files, those that belong to a recording. */
export async function filesInUse({ db }: QueryContext, files: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ file: string }>`
    SELECT file FROM call_recordings WHERE file = ANY (${[...files]}::text[])`.execute(db)
  return rows.map(({ file }) => file)
}
