import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import '@fastify/multipart'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Call } from '../../wire/call.ts'
import { MAX_FILE_BYTES } from '../../wire/uploads.ts'
import { parseForm } from '../calls/forms.ts'
import type { UploadedFile } from '../calls/handlers.ts'
import { Refusal } from '../errors.ts'

/** What one upload may hold. Its fields are held in memory, its files on the disk. */
const LIMITS = { fieldSize: 64 * 1024, fieldNameSize: 100 }
/** How many of each an upload may hold when its call does not say. */
export const USUAL_UPLOAD: NonNullable<Call['upload']> = { files: 5, fields: 20 }

/** Nobody uploads for longer: a file that is older was left by a process that died. */
const ABANDONED_MS = 3_600_000

/** Where files are while they arrive. */
export const incomingFolder = (filesDir: string) => join(filesDir, 'incoming')

/**
 * Streams the files of a multipart request to disk and reads its other fields as a form. The files are the caller's to
 * move away or to remove by `removeUploads`; of a request that is refused none stays.
 */
export async function receiveFiles(
  request: FastifyRequest,
  {
    files: field = '',
    upload: { bytes: together = Infinity, fileBytes = MAX_FILE_BYTES, ...upload } = USUAL_UPLOAD,
  }: Pick<Call, 'files' | 'upload'>,
  filesDir: string,
): Promise<{ body: unknown; files: UploadedFile[] }> {
  const folder = incomingFolder(filesDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const files: UploadedFile[] = []
  const fields: string[] = []
  try {
    const limits = { ...LIMITS, ...upload, fileSize: fileBytes, parts: upload.files + upload.fields }
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields.push(formField(part))
      else if (part.fieldname.replace(/\[\d*\]$/, '') !== field)
        throw new Refusal('invalid_request', `Files belong under "${field}".`)
      else await saveFile(part, join(folder, randomUUID()), { files, most: fileBytes })
      if (files.reduce((sum, { size }) => sum + size, 0) > together)
        throw new Refusal('too_large', `The files of one upload may be at most ${together / 1024 / 1024} MB together.`)
    }
    return { body: parseForm(fields.join('&')), files }
  } catch (error) {
    await removeUploads(files)
    throw error
  }
}

function formField({ fieldname, value, fieldnameTruncated, valueTruncated }: MultipartValue): string {
  if (fieldnameTruncated || valueTruncated)
    throw new Refusal('too_large', `A field of an upload holds at most ${LIMITS.fieldSize / 1024} KB.`)
  if (typeof value !== 'string') throw new Refusal('invalid_request', 'Fields of an upload are text.')
  return `${encodeURIComponent(fieldname)}=${encodeURIComponent(value)}`
}

async function saveFile(
  part: MultipartFile,
  path: string,
  { files, most }: { files: UploadedFile[]; most: number },
): Promise<void> {
  // Known before it is written, so that it is removed when that fails.
  const file = { filename: part.filename, mimetype: part.mimetype, path, size: 0 }
  files.push(file)
  const out = createWriteStream(path, { mode: 0o600 })
  await pipeline(part.file, out)
  if (part.file.truncated)
    throw new Refusal('too_large', `${part.filename.slice(0, 200)} is larger than ${most / 1024 / 1024} MB.`)
  file.size = out.bytesWritten
}

/** Removes what is still where it was received. */
export async function removeUploads(files: readonly UploadedFile[]): Promise<void> {
  await Promise.all(files.map(({ path }) => rm(path, { force: true })))
}

/** Removes files that were received more than an hour before `now` and never moved: nobody will ask for them. */
export async function removeAbandonedUploads(filesDir: string, now: Date): Promise<void> {
  const folder = incomingFolder(filesDir)
  const names = await readdir(folder).catch(nothingThere)
  for (const name of names ?? []) {
    const path = join(folder, name)
    const found = await stat(path).catch(nothingThere)
    if (found?.isFile() && found.mtimeMs < now.getTime() - ABANDONED_MS) await rm(path, { force: true })
  }
}

/** The folder is made by the first upload; a file may be gone before it is looked at. */
export function nothingThere(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
