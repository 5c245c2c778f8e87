import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fileStore } from '../src/integrations/files/client.ts'
import { testConfig } from '../src/testing/config.ts'
import { newFolder } from './programs.ts'

let server: S3rver
let endpoint: string
beforeAll(async () => {
  const directory = await newFolder('s3')
  const configureBuckets = [{ name: 'brokerage', configs: [] }]
  server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  endpoint = `http://127.0.0.1:${(await server.run()).port}`
})
afterAll(() => server.close())

it('s3rver holds files as a bucket does', async () => {
  const settings = { FILES_S3_BUCKET: 'brokerage', FILES_S3_ENDPOINT: endpoint }
  const store = fileStore(
    testConfig({ ...settings, FILES_S3_ACCESS_KEY: 'S3RVER', FILES_S3_SECRET_KEY: 'S3RVER' }),
    'peers',
  )
  const bytes = Buffer.alloc(6 * 1024 * 1024, 'keyturn')
  await store.keep('agreement', bytes)
  const found = await store.open('agreement')
  expect(found && Buffer.compare(await buffer(found.body), bytes)).toBe(0)
  await store.remove('agreement')
  expect(await store.open('agreement')).toBeNull()
})
