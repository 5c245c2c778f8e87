import { access, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testConfig } from '../../testing/config.ts'
import { fileStore } from './client.ts'
import { folderStore } from './folder.ts'
import { s3Store } from './s3.ts'
import type { FileStore } from './store.ts'

let folder: string
let bucket: S3rver
let endpoint: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyturn-files-'))
  bucket = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'brokerage', configs: [] }],
  })
  const { port } = await bucket.run()
  endpoint = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

/** The keys that the stand-in knows. */
const keys = { FILES_S3_ACCESS_KEY: 'S3RVER', FILES_S3_SECRET_KEY: 'S3RVER' }
const inBucket = (purpose: string): FileStore =>
  fileStore(testConfig({ FILES_S3_BUCKET: 'brokerage', FILES_S3_ENDPOINT: endpoint, ...keys }), purpose)
const inFolder = (purpose: string): FileStore => fileStore(testConfig({ KEYTURN_DATA: folder }), purpose)

const textOf = async (store: FileStore, name: string): Promise<string | null> => {
  const found = await store.open(name)
  return found && (await buffer(found.body)).toString()
}
const later = () => new Date(Date.now() + 60_000)

describe.each([
  ['a folder', inFolder],
  ['a bucket of S3', inBucket],
] as const)('files in %s', (_place, open) => {
  it('are there whole once they are stored, and are replaced by a later one of their name', async () => {
    const store = open('kept')
    expect(await store.open('a')).toBeNull()
    await store.keep('a', Buffer.from('first'))
    await store.keep('a', Buffer.from('the second one'))
    expect(await textOf(store, 'a')).toBe('the second one')
    const found = await store.open('a')
    found?.body.on('error', () => undefined).destroy()
    expect(found?.size).toBe(14)
  })

  it('can be written piece by piece, and are there when that is finished', async () => {
    const store = open('pieces')
    const file = await store.create('export')
    const piece = 'x'.repeat(100_000)
    for (let count = 0; count < 20; count++) file.write(piece)
    file.end()
    await finished(file)
    expect(await textOf(store, 'export')).toBe(piece.repeat(20))
  })

  it('that were broken off while they were written leave nothing to be read as whole', async () => {
    const store = open('broken')
    const file = await store.create('half')
    file.on('error', () => undefined)
    file.write('half of it')
    file.destroy()
    await finished(file).catch(() => undefined)
    await store.remove('half')
    expect(await store.open('half')).toBeNull()
  })

  it('can be moved there from the disk', async () => {
    const path = join(folder, `received-${Math.random()}`)
    await writeFile(path, 'as it was received')
    const store = open('moved')
    await store.keepFile('a', path)
    expect(await textOf(store, 'a')).toBe('as it was received')
    await expect(access(path)).rejects.toThrow()
  })

  it('are apart by their purpose', async () => {
    await open('one').keep('same', Buffer.from('1'))
    await open('other').keep('same', Buffer.from('2'))
    expect(await textOf(open('one'), 'same')).toBe('1')
    expect(await open('other').untouchedSince(later())).toEqual(['same'])
  })

  it('are deleted, also when there are none', async () => {
    const store = open('deleted')
    await store.keep('a', Buffer.from('gone'))
    await store.remove('a')
    await store.remove('a')
    expect(await store.open('a')).toBeNull()
  })

  it('are found by how long nobody has written to them', async () => {
    const store = open('old')
    expect(await store.untouchedSince(later())).toEqual([])
    for (const name of ['a', 'b', 'c']) await store.keep(name, Buffer.from(name))
    expect((await store.untouchedSince(later())).sort()).toEqual(['a', 'b', 'c'])
    expect(await store.untouchedSince(new Date('2020-01-01'))).toEqual([])
  })

  it('have names that lead nowhere else', async () => {
    const store = open('named')
    for (const name of ['../a', 'a/b', '', '.', 'a b'])
      await expect((async () => store.keep(name, Buffer.from('x')))(), name).rejects.toThrow(
        'is no name of a stored file',
      )
  })
})

describe('a bucket', () => {
  it('that cannot be reached, or is not there, is an error and never a missing file', async () => {
    const settings = { region: 'us-east-1', credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' } }
    await expect(s3Store({ ...settings, bucket: 'nobodys', endpoint }, 'x').open('a')).rejects.toThrow()
    const unreachable = s3Store({ ...settings, bucket: 'brokerage', endpoint: 'http://127.0.0.1:9' }, 'x')
    const sentence = { code: 'unavailable', message: 'Files cannot be reached right now. Try again shortly.' }
    await expect(unreachable.open('a')).rejects.toMatchObject(sentence)
    await expect(unreachable.keep('a', Buffer.from('x'))).rejects.toMatchObject(sentence)
    await expect(unreachable.remove('a')).rejects.toMatchObject(sentence)
  })

  it('needs both halves of its key, or none', () => {
    expect(() => testConfig({ FILES_S3_BUCKET: 'brokerage', FILES_S3_ACCESS_KEY: 'a' })).toThrow('must be set together')
    expect(testConfig({ FILES_S3_BUCKET: 'brokerage' }).filesS3).toMatchObject({ credentials: null, endpoint: null })
    expect(testConfig({}).filesS3).toBeNull()
  })
})

describe('a folder', () => {
  it('is closed to other users of the machine', async () => {
    const { stat } = await import('node:fs/promises')
    await folderStore(folder, 'private').keep('a', Buffer.from('x'))
    expect((await stat(join(folder, 'private'))).mode & 0o077).toBe(0)
    expect((await stat(join(folder, 'private', 'a'))).mode & 0o077).toBe(0)
  })
})
