import { z } from 'zod'
import type { FileAnswer } from '../../../platform/server/calls/handlers.ts'
import type { Config } from '../../../platform/server/config.ts'
import { forbidden, invalid, notFound } from '../../../platform/server/errors.ts'
import { secretsFor } from '../../../platform/server/secrets.ts'
import { Id, instantText } from '../../../platform/wire/fields.ts'
import { type ExportFormat, LINK_MINUTES } from '../contract.ts'
import { exportFiles } from './jobs/makeExport.ts'

const links = (config: Config) => secretsFor('export links', config)
const Pass = z.object({ id: Id, user_id: Id, until: z.number() })

/** What opens one file to one user for an hour. */
export function makeLink(config: Config, { id, user_id, now }: { id: number; user_id: number; now: Date }) {
  const until = now.getTime() + LINK_MINUTES * 60_000
  const token = links(config).seal(JSON.stringify({ id, user_id, until }))
  return { url: `/crm/exports/${id}/file?token=${token}`, token, expires_at: instantText(new Date(until)) }
}

/** Refuses to open a file without a link, and by one that was made for another file or user, is too old, or was not made here. */
export function checkLink(
  config: Config,
  token: string | undefined,
  { id, user_id, now }: { id: number; user_id: number; now: Date },
): void {
  if (!token) throw invalid({ token: [`token is required. Get it from the link of GET exports/${id}.`] })
  const opened = links(config).open(token)
  const pass = Pass.safeParse(opened && JSON.parse(opened)).data
  if (!pass || pass.id !== id || pass.user_id !== user_id)
    throw forbidden('This link does not match the file. Open the export again for a new one.')
  if (pass.until < now.getTime()) throw forbidden('This link has expired. Open the export again for a new one.')
}

const types: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The file of an export, as it is sent. */
export async function fileOf(
  config: Config,
  { stored_as, format, file_name }: { stored_as: string | null; format: ExportFormat; file_name: string },
): Promise<FileAnswer> {
  const opened = stored_as === null ? null : await exportFiles(config).open(stored_as)
  if (!opened) throw notFound('file')
  return { filename: file_name, type: types[format], body: opened.body }
}
