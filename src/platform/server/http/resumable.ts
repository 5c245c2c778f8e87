import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { FileStore } from '@tus/file-store'
import { type Locker, Server } from '@tus/server'
import type { Call } from '../../wire/call.ts'
import { MAX_FILE_BYTES, MAX_UNFINISHED, UPLOAD_LIFE_MS, UPLOADS_PATH } from '../../wire/uploads.ts'
import type { UploadedFile } from '../calls/handlers.ts'
import { conflict, Refusal } from '../errors.ts'
import { incomingFolder, nothingThere, removeUploads, USUAL_UPLOAD } from './uploads.ts'

/** An upload that nothing came for in this time gives way to new ones of the same person. */
const IDLE_MS = 15 * 60_000
/** How long a request that is stuck may go on when another one comes for the same upload. */
const DRAIN_MS = 250

/** Files that are sent piece by piece; those of a person have a folder of their own, so that those of others are not found. */
const resumableFolder = (filesDir: string) => join(incomingFolder(filesDir), 'resumable')
const folderOf = (filesDir: string, userId: number) => join(resumableFolder(filesDir), String(userId))

/** What is known of a file beside it. */
const infoOf = (path: string) => `${path}.json`

const storeIn = (directory: string) => new FileStore({ directory, expirationPeriodInMilliseconds: UPLOAD_LIFE_MS })

/** The tus server for the uploads of one person. */
export async function uploadsOf(filesDir: string, userId: number, locker: Locker): Promise<Server> {
  const directory = folderOf(filesDir, userId)
  // The store makes it as well, but ends the process when it cannot.
  await mkdir(directory, { recursive: true, mode: 0o700 })
  return new Server({
    path: `/crm/${UPLOADS_PATH}`,
    relativeLocation: true,
    allowedOrigins: [],
    maxSize: MAX_FILE_BYTES,
    lockDrainTimeout: DRAIN_MS,
    locker,
    datastore: storeIn(directory),
    namingFunction: () => randomUUID(),
  })
}

interface Unfinished {
  path: string
  size: number
  startedAt: number
  touchedAt: number
}

async function unfinishedIn(directory: string): Promise<Unfinished[]> {
  const names = (await readdir(directory).catch(nothingThere)) ?? []
  const found = await Promise.all(
    names.filter(name => !name.endsWith('.json')).map(name => unfinishedAt(join(directory, name))),
  )
  return found.flatMap(one => one ?? [])
}

async function unfinishedAt(path: string): Promise<Unfinished | null> {
  const [content, info, text] = await Promise.all([
    stat(path).catch(nothingThere),
    stat(infoOf(path)).catch(nothingThere),
    readFile(infoOf(path), 'utf8').catch(nothingThere),
  ])
  if (!content) return null
  return {
    path,
    size: sizeIn(text) ?? content.size,
    startedAt: info?.mtimeMs ?? content.mtimeMs,
    touchedAt: content.mtimeMs,
  }
}

function sizeIn(info: string | null): number | null {
  try {
    const { size } = JSON.parse(info ?? '{}')
    return typeof size === 'number' ? size : null
  } catch {
    // It is just being written.
    return null
  }
}

const removeUnfinished = async ({ path }: Pick<Unfinished, 'path'>): Promise<void> => {
  await Promise.all([rm(path, { force: true }), rm(infoOf(path), { force: true })])
}

/** Refuses a new file that is too large, or more than a person may have begun. Those that they left lying give way. */
export async function makeRoom(filesDir: string, userId: number, size: number, now: Date): Promise<void> {
  if (size > MAX_FILE_BYTES)
    throw new Refusal('too_large', `This file is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB.`)
  const oldestFirst = (await unfinishedIn(folderOf(filesDir, userId))).sort((a, b) => a.touchedAt - b.touchedAt)
  const isFull = () =>
    oldestFirst.length >= MAX_UNFINISHED.files ||
    oldestFirst.reduce((sum, one) => sum + one.size, size) > MAX_UNFINISHED.bytes
  for (const one of [...oldestFirst]) {
    if (!isFull() || one.touchedAt > now.getTime() - IDLE_MS) break
    await removeUnfinished(one)
    oldestFirst.shift()
  }
  if (isFull()) throw conflict('Too many of your uploads are not finished. Finish or cancel one of them first.')
}

/** Whose uploads are meant, and which. */
interface Uploads {
  userId: number
  ids: readonly string[]
}

/**
 * Copies finished uploads to where files are received, in their order; `null` when one of them is not there. They count with those that
 * came in the body beside them. What is checked and kept is
 * the copy, which no request that is still under way can write into.
 */
export async function takeUploads(
  filesDir: string,
  { userId, ids, beside }: Uploads & { beside: readonly UploadedFile[] },
  { upload: { files: most, bytes: together = Infinity, fileBytes = MAX_FILE_BYTES } = USUAL_UPLOAD }: Call,
): Promise<UploadedFile[] | null> {
  if (ids.length + beside.length > most) throw new Refusal('too_large', `One request takes at most ${most} files.`)
  const files: UploadedFile[] = []
  try {
    for (const id of ids) {
      const file = await copyOf(filesDir, folderOf(filesDir, userId), id)
      if (file) files.push(file)
      if (file && file.size > fileBytes)
        throw new Refusal('too_large', `${file.filename} is larger than ${fileBytes / 1024 / 1024} MB.`)
    }
    if ([...beside, ...files].reduce((sum, { size }) => sum + size, 0) > together)
      throw new Refusal('too_large', `The files of one upload may be at most ${together / 1024 / 1024} MB together.`)
  } catch (error) {
    await removeUploads(files)
    throw error
  }
  if (files.length === ids.length) return files
  await removeUploads(files)
  return null
}

async function copyOf(filesDir: string, directory: string, id: string): Promise<UploadedFile | null> {
  const upload = await storeIn(directory).getUpload(id).catch(unknownUpload)
  if (!upload) return null
  if (upload.offset !== upload.size) throw conflict('This file has not arrived whole yet.')
  const path = join(incomingFolder(filesDir), randomUUID())
  const filename = (upload.metadata?.filename ?? 'file').replaceAll('\0', '').slice(0, 200).toWellFormed()
  const file = { filename, mimetype: upload.metadata?.filetype ?? '', path, size: upload.offset }
  try {
    await copyFile(join(directory, id), path, constants.COPYFILE_FICLONE)
    return file
  } catch (error) {
    await removeUploads([file])
    return nothingThere(error)
  }
}

/** The store throws what it would answer. */
function unknownUpload(error: unknown): null {
  const status = typeof error === 'object' && error !== null && 'status_code' in error ? error.status_code : null
  if (status === 404 || status === 410) return null
  return nothingThere(error)
}

/** Removes uploads whose content was kept. */
export async function removeTaken(filesDir: string, { userId, ids }: Uploads): Promise<void> {
  await Promise.all(ids.map(id => removeUnfinished({ path: join(folderOf(filesDir, userId), id) })))
}

/** Removes uploads that were begun more than a day before `now`. */
export async function removeExpiredUploads(filesDir: string, now: Date): Promise<void> {
  const people = (await readdir(resumableFolder(filesDir)).catch(nothingThere)) ?? []
  for (const person of people)
    for (const one of await unfinishedIn(join(resumableFolder(filesDir), person)))
      if (one.startedAt < now.getTime() - UPLOAD_LIFE_MS) await removeUnfinished(one)
}
