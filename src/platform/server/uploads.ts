import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { parseForm } from './decode.ts'
import { Refusal } from './errors.ts'
import type { UploadedFile } from './handlers.ts'

/** The largest file of an upload. */
export const MAX_FILE_BYTES = 50 * 1024 * 1024
const MAX_FILES = 20

/** Streams the files of a multipart request to disk and reads its other fields as a form. */
export async function receiveFiles(
  request: FastifyRequest,
  field: string,
  filesDir: string,
): Promise<{ body: unknown; files: UploadedFile[] }> {
  const folder = join(filesDir, 'incoming')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const files: UploadedFile[] = []
  const fields: string[] = []
  try {
    for await (const part of request.parts({
      limits: { fileSize: MAX_FILE_BYTES, files: MAX_FILES, fieldSize: 1024 * 1024 },
    })) {
      if (part.type === 'field')
        fields.push(`${encodeURIComponent(part.fieldname)}=${encodeURIComponent(String(part.value))}`)
      else if (part.fieldname.replace(/\[\d*\]$/, '') !== field)
        throw new Refusal('invalid_request', `Files belong under "${field}".`)
      else {
        const path = join(folder, randomUUID())
        files.push({ filename: part.filename, mimetype: part.mimetype, path, size: 0 })
        const out = createWriteStream(path, { mode: 0o600 })
        await pipeline(part.file, out)
        if (part.file.truncated)
          throw new Refusal('too_large', `${part.filename} is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB.`)
        Object.assign(files.at(-1) ?? {}, { size: out.bytesWritten })
      }
    }
  } catch (error) {
    await Promise.all(files.map(({ path }) => rm(path, { force: true })))
    throw error
  }
  return { body: parseForm(fields.join('&')), files }
}
