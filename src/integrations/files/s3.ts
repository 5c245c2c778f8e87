import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { S3Client } from '@aws-sdk/client-s3'
import { Refusal } from '../../platform/server/errors.ts'
import type { S3Bucket } from './config.ts'
import { type FileStore, requireFileName } from './store.ts'

/** The library is large, and only loaded where a bucket is configured. */
const library = () => import('@aws-sdk/client-s3')

/** The library itself waits for a silent bucket without end, and whoever stores or opens a file with it. */
const TIMEOUT_MS = 20_000

const clients = new WeakMap<S3Bucket, Promise<S3Client>>()

/** One client for each configuration: it holds the connections. */
function clientOf(bucket: S3Bucket): Promise<S3Client> {
  const known = clients.get(bucket) ?? connect(bucket)
  clients.set(bucket, known)
  return known
}

async function connect({ region, endpoint, credentials, timeoutMs = TIMEOUT_MS }: S3Bucket): Promise<S3Client> {
  const { S3Client } = await library()
  return new S3Client({
    region,
    // Of silence, not of the whole transfer: large files take their time.
    requestHandler: { connectionTimeout: timeoutMs, socketTimeout: timeoutMs },
    ...(credentials ? { credentials } : {}),
    // What is not Amazon's has no host name for each bucket, and may not know the newest checksums.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** Files in a bucket, those of each purpose under a prefix of their own. */
export function s3Store(settings: S3Bucket, purpose: string): FileStore {
  const { bucket: Bucket } = settings
  const keyOf = (name: string) => `${purpose}/${requireFileName(name)}`
  const put = async (name: string, Body: Uint8Array | Readable, ContentLength: number) => {
    const { PutObjectCommand } = await library()
    const command = new PutObjectCommand({ Bucket, Key: keyOf(name), Body, ContentLength })
    await (await clientOf(settings)).send(command).catch(unreachable)
  }
  const putFile = async (name: string, path: string) => put(name, createReadStream(path), (await stat(path)).size)
  return {
    async create(name) {
      keyOf(name)
      return uploadOnceWhole(path => putFile(name, path))
    },
    keep: (name, bytes) => put(name, bytes, bytes.length),
    async keepFile(name, path) {
      await putFile(name, path)
      await rm(path)
    },
    async open(name) {
      const { GetObjectCommand } = await library()
      const Key = keyOf(name)
      const client = await clientOf(settings)
      const found = await client.send(new GetObjectCommand({ Bucket, Key })).catch(missing).catch(unreachable)
      if (!(found?.Body instanceof Readable)) return null
      return { body: found.Body, size: found.ContentLength ?? 0 }
    },
    async remove(name) {
      const { DeleteObjectCommand } = await library()
      const command = new DeleteObjectCommand({ Bucket, Key: keyOf(name) })
      await (await clientOf(settings)).send(command).catch(unreachable)
    },
    async untouchedSince(time) {
      const { paginateListObjectsV2 } = await library()
      const names: string[] = []
      const pages = paginateListObjectsV2({ client: await clientOf(settings) }, { Bucket, Prefix: `${purpose}/` })
      for await (const { Contents = [] } of pages)
        for (const { Key = '', LastModified } of Contents)
          if (LastModified && LastModified < time) names.push(Key.slice(purpose.length + 1))
      return names
    },
  }
}

/** What is written goes to a file of the machine first, as a bucket must know the size; it finishes once the bucket has it. */
function uploadOnceWhole(upload: (path: string) => Promise<void>): Writable {
  const path = join(tmpdir(), `keyturn-upload-${randomUUID()}`)
  const file = createWriteStream(path, { mode: 0o600, flags: 'wx' })
  const finish = async () => {
    file.end()
    await finished(file)
    await upload(path)
  }
  return new Writable({
    write: (chunk, _encoding, done) => void file.write(chunk, done),
    final: done => void finish().then(() => done(), done),
    destroy(error, done) {
      file.destroy()
      rm(path, { force: true }).then(
        () => done(error),
        () => done(error),
      )
    },
  })
}

/** Failures of the connection; what a bucket answers has other codes. */
const AWAY = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ETIMEDOUT', 'EPIPE'])

/** Says that it is the files that cannot be reached: by its code alone it could be the database as well. */
function unreachable(error: unknown): never {
  const { code = '', name = '' } = error as { code?: string; name?: string }
  if (!AWAY.has(code) && name !== 'TimeoutError') throw error
  throw new Refusal('unavailable', 'Files cannot be reached right now. Try again shortly.', { retryAfter: 5 })
}

function missing(error: unknown): null {
  if (error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')) return null
  throw error
}
