import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { testConfig } from '../../testing/config.ts'
import { scanFile } from './client.ts'
import { type FakeClamd, MALWARE, MALWARE_NAME, serveFakeClamd } from './fake.ts'

const started: FakeClamd[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map(one => one.close()))
})

async function start(options?: Parameters<typeof serveFakeClamd>[0]): Promise<FakeClamd> {
  const clamd = await serveFakeClamd(options)
  started.push(clamd)
  return clamd
}

function scan({ address }: Pick<FakeClamd, 'address'>, content: string | Buffer, silenceMs = 5000) {
  const { clamd } = testConfig({ CLAMD_ADDRESS: address })
  if (!clamd) throw new Error('There is no scanner.')
  return scanFile(clamd, Readable.from([Buffer.from(content)]), { silenceMs })
}

describe('the scanner', () => {
  it('knows clean files from infected ones, and says what it found', async () => {
    const clamd = await start()
    expect(await scan(clamd, 'a purchase agreement')).toEqual({ state: 'clean' })
    expect(await scan(clamd, `before ${MALWARE} after`)).toEqual({ state: 'infected', found: MALWARE_NAME })
    expect(await scan(clamd, '')).toEqual({ state: 'clean' })
  })

  it('is sent large files in pieces, and finds what lies at their end', async () => {
    const clamd = await start()
    const large = Buffer.concat([Buffer.alloc(3 * 1024 * 1024, 'x'), Buffer.from(MALWARE)])
    expect(await scan(clamd, large)).toMatchObject({ state: 'infected' })
  })

  it('is reached over a unix socket, too', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'keyturn-clamd-'))
    const clamd = await start({ path: join(folder, 'clamd.ctl') })
    expect(await scan(clamd, 'clean')).toEqual({ state: 'clean' })
    await rm(folder, { recursive: true })
  })

  it('says when a file is larger than it takes', async () => {
    const clamd = await start({ maxBytes: 1000 })
    expect(await scan(clamd, 'x'.repeat(500_000))).toEqual({ state: 'too_large' })
  })

  it('that is away, silent or talks nonsense is an error, and never a clean file', async () => {
    const away = await start()
    await away.close()
    await expect(scan(away, 'x')).rejects.toThrow('The scanner cannot be reached.')
    await expect(scan(await start({ fault: () => 'silence' }), 'x', 100)).rejects.toThrow('did not answer in time')
    await expect(scan(await start({ fault: () => 'stream: maybe' }), 'x')).rejects.toThrow('“stream: maybe”')
    await expect(scan(await start({ fault: () => '' }), 'x')).rejects.toThrow('cannot be reached')
  })
})

describe('its address', () => {
  it('is a host or a socket', () => {
    expect(testConfig({}).clamd).toBeNull()
    expect(testConfig({ CLAMD_ADDRESS: 'tcp://scanner.lan' }).clamd).toEqual({ host: 'scanner.lan', port: 3310 })
    expect(testConfig({ CLAMD_ADDRESS: 'unix:/run/clamd.ctl' }).clamd).toEqual({ path: '/run/clamd.ctl' })
    expect(() => testConfig({ CLAMD_ADDRESS: 'scanner.lan' })).toThrow('CLAMD_ADDRESS')
  })
})
