import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scanFile } from '../src/integrations/clamav/client.ts'
import { freePort } from '../src/platform/server/embedded/server.ts'
import { testConfig } from '../src/testing/config.ts'
import { newFolder, type Program, startProgram } from './programs.ts'

/** A signature of our own, so that no database of signatures has to be downloaded. */
const BAD = 'KEYTURN-PEER-TEST-SIGNATURE'
let port: number
let clamd: Program
beforeAll(async () => {
  const folder = await newFolder('clamd')
  await chmod(folder, 0o755)
  await mkdir(join(folder, 'signatures'))
  await writeFile(join(folder, 'signatures', 'own.ndb'), `Keyturn.Test:0:*:${Buffer.from(BAD).toString('hex')}\n`)
  port = await freePort()
  const settings = [
    'Foreground yes',
    `DatabaseDirectory ${join(folder, 'signatures')}`,
    `TCPSocket ${port}`,
    'TCPAddr 127.0.0.1',
    'StreamMaxLength 1M',
  ]
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
  clamd = await startProgram(['clamd', '--config-file', join(folder, 'clamd.conf')], { folder, port })
})
afterAll(() => clamd?.stop())

function scan(content: string | Buffer) {
  const { clamd: address } = testConfig({ CLAMD_ADDRESS: `tcp://127.0.0.1:${port}` })
  if (!address) throw new Error('There is no scanner.')
  return scanFile(address, Readable.from([Buffer.from(content)]))
}

it('clamd finds what it knows, and passes what is clean', async () => {
  expect(await scan('a purchase agreement')).toEqual({ state: 'clean' })
  expect(await scan(`before ${BAD} after`)).toEqual({
    state: 'infected',
    found: expect.stringContaining('Keyturn.Test'),
  })
})

it('clamd says when a file is larger than it takes', async () => {
  expect(await scan(Buffer.alloc(4 * 1024 * 1024, 'x'))).toEqual({ state: 'too_large' })
})
