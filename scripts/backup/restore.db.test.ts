import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, inject, it, test } from 'vitest'
import { prepareDatabase } from '../../src/app/server.ts'
import { migrate, readMigrations } from '../../src/platform/server/database/migrate.ts'
import { prepareQueue } from '../../src/platform/server/jobs/jobs.ts'
import { StartError } from '../../src/platform/server/start-error.ts'
import { type BackupKind, backUp } from './backup.ts'
import { pgProgram } from './pg-programs.ts'
import { restore } from './restore.ts'
import { ask, testDatabases } from './test-databases.ts'

const MB = 1024 * 1024
/** Each test makes some databases, on a server that may write all of it to a slow disk. */
const SLOW_DISK_MS = 120_000
const databases = testDatabases('restore')
let folder = ''
/** Holds a few megabytes that do not compress. */
let source = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keyturn-restore-test-'))
  source = await databases.empty()
  await prepareDatabase(source)
  await ask(
    source,
    `INSERT INTO audit_entries (call, subject_id)
     SELECT md5(n::text) || md5((n + 0.5)::text) || md5((n + 0.7)::text), n::text FROM generate_series(1, 60000) n`,
  )
}, SLOW_DISK_MS)
afterAll(async () => {
  await databases.drop()
  await rm(folder, { recursive: true, force: true })
}, SLOW_DISK_MS)

const entries = async (url: string) => {
  const [row] = await ask(
    url,
    'SELECT count(*)::int AS count, md5(string_agg(call, id::text ORDER BY id)) FROM audit_entries',
  )
  return row
}
const isEmpty = async (url: string) => {
  const [row] = await ask(url, "SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname IN ('public', 'pgboss')")
  return row?.tables === 0
}

async function usedDatabase(): Promise<string> {
  const url = await databases.empty()
  await prepareDatabase(url)
  await ask(url, "INSERT INTO audit_entries (call) SELECT 'of the day' FROM generate_series(1, 3)")
  return url
}

async function fileOf(name: string, content: Buffer): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, content)
  return file
}

/** Every megabyte, and where things begin and end. */
function* placesToCut(size: number): Generator<number> {
  yield* [0, 1, 2, 5, 11, 100, 1000, 4097, size - 9, size - 8, size - 1]
  for (let place = MB; place < size; place += MB) yield* [place, place + 1]
}

describe.each<BackupKind>(['archive', 'pg_dump'])('a backup made by %s', { timeout: SLOW_DISK_MS }, kind => {
  let file = ''
  let whole: Buffer = Buffer.alloc(0)
  let isPossible = true
  beforeAll(async () => {
    isPossible = kind === 'archive' || (await pgProgram('pg_dump', inject('databaseUrl'))) !== null
    if (!isPossible) return
    file = join(folder, `${kind}.backup`)
    expect(await backUp(source, file, kind)).toBe(kind)
    whole = await readFile(file)
    expect(whole.length).toBeGreaterThan(2 * MB)
  })

  it('changes nothing when it is cut off, wherever that is', async context => {
    if (!isPossible) return context.skip('no pg_dump of the version of this server')
    const used = await usedDatabase()
    const empty = await databases.empty()
    const before = await entries(used)
    // A dump is complete without the checksum that stands behind it.
    const size = kind === 'archive' ? whole.length : whole.length - 100
    for (const place of placesToCut(size)) {
      const cut = await fileOf('cut.backup', whole.subarray(0, place))
      await expect(restore(used, cut, { replace: true }), `cut at ${place}`).rejects.toThrow(
        /damaged or not complete|not a backup/,
      )
    }
    await expect(restore(empty, await fileOf('half.backup', whole.subarray(0, size / 2)))).rejects.toThrow(StartError)
    expect(await entries(used)).toEqual(before)
    expect(await isEmpty(empty)).toBe(true)
    await restore(empty, file)
    expect(await entries(empty)).toEqual(await entries(source))
  })

  it('changes nothing when a byte of it is another one', async context => {
    if (!isPossible) return context.skip('no pg_dump of the version of this server')
    const used = await usedDatabase()
    const before = await entries(used)
    for (const place of [200, MB + 7, Math.floor(whole.length / 2), whole.length - 3000]) {
      const flipped = Buffer.from(whole)
      flipped.writeUInt8(flipped.readUInt8(place) ^ 4, place)
      const damaged = await fileOf('flipped.backup', flipped)
      await expect(restore(used, damaged, { replace: true }), `flipped at ${place}`).rejects.toThrow(
        'Nothing was changed',
      )
    }
    expect(await entries(used)).toEqual(before)
  })

  it('replaces what a database holds, and pauses sending there', async context => {
    if (!isPossible) return context.skip('no pg_dump of the version of this server')
    const used = await usedDatabase()
    await restore(used, file, { replace: true })
    expect(await entries(used)).toEqual(await entries(source))
    const [pause] = await ask(used, 'SELECT reason, backup_at IS NOT NULL AS is_dated FROM sending_pauses')
    expect(pause).toEqual({ reason: 'restored', is_dated: kind === 'archive' })
    await expect(ask(used, 'DELETE FROM audit_entries')).rejects.toThrow('append-only')
  })
})

/** An archive with other content, and a trailer that says so. */
function rewritten(whole: Buffer, change: (text: string) => string): Buffer {
  const text = gunzipSync(whole).toString()
  const trailerAt = text.lastIndexOf('-- keyturn end ')
  const trailer = JSON.parse(text.slice(trailerAt + '-- keyturn end '.length))
  const body = change(text.slice(0, trailerAt))
  const sha256 = createHash('sha256').update(body).digest('hex')
  return gzipSync(`${body}-- keyturn end ${JSON.stringify({ ...trailer, sha256 })}\n`)
}

/** As versions without a trailer wrote it. */
const ofOldFormat = (whole: Buffer, migration: number): Buffer =>
  rewritten(whole, text =>
    text.replace(/^-- keyturn .*\n/, line => {
      const { queue, at } = JSON.parse(line.slice('-- keyturn '.length))
      return `-- keyturn ${JSON.stringify({ migration, queue, at })}\n`
    }),
  )
const withoutTrailer = (whole: Buffer): Buffer =>
  gzipSync(
    gunzipSync(whole)
      .toString()
      .replace(/-- keyturn end .*\n$/, ''),
  )

describe('an archive', { timeout: SLOW_DISK_MS }, () => {
  const small = async () => {
    const url = await usedDatabase()
    const file = join(folder, `small-${Math.random()}.backup`)
    await backUp(url, file, 'archive')
    return { url, whole: await readFile(file) }
  }

  it('whose rows refer to nothing leaves the old data complete', async () => {
    const { url, whole } = await small()
    const broken = rewritten(whole, text =>
      text.replace(/^(COPY public\.settings .*\n)/m, '$1nobody\t{}\t2026-01-01 00:00:00+00\t4711\n'),
    )
    const counted = gzipSync(
      gunzipSync(broken)
        .toString()
        .replace(/"public\.settings":(\d+)/, (_all, rows) => `"public.settings":${Number(rows) + 1}`),
    )
    await expect(restore(url, await fileOf('dangling.backup', counted), { replace: true })).rejects.toThrow(
      /foreign key/,
    )
    expect(await entries(url)).toMatchObject({ count: 3 })
    const empty = await databases.empty()
    await expect(restore(empty, await fileOf('dangling.backup', counted))).rejects.toThrow(/foreign key/)
    expect(await isEmpty(empty)).toBe(true)
  })

  it('of a newer version is refused, and says with what to restore it', async () => {
    const { url, whole } = await small()
    const newer = rewritten(whole, text => text.replace('"migrations":[', '"migrations":[209901011200,'))
    await expect(restore(url, await fileOf('newer.backup', newer), { replace: true })).rejects.toThrow(
      'The backup holds migration 209901011200, which this Keyturn does not know: restore it with a newer Keyturn.',
    )
    expect(await entries(url)).toMatchObject({ count: 3 })
  })

  it('of an older version is brought to the newest migration, with and without a trailer', async () => {
    const all = await readMigrations(join(import.meta.dirname, '../../db/migrations'))
    const counted = all.filter(({ number }) => number <= 27)
    const old = await databases.empty()
    await migrate(old, counted)
    await prepareQueue(old)
    await ask(old, "INSERT INTO audit_entries (call) VALUES ('long ago')")
    const file = join(folder, 'old.backup')
    await backUp(old, file, 'archive')
    const whole = await readFile(file)
    for (const content of [whole, withoutTrailer(ofOldFormat(whole, 27))]) {
      const url = await databases.empty()
      await restore(url, await fileOf('older.backup', content))
      expect(await ask(url, 'SELECT call FROM audit_entries')).toEqual([{ call: 'long ago' }])
      const [{ count } = {}] = await ask(url, 'SELECT count(*)::int FROM migrations')
      expect(count).toBe(all.length)
    }
  })

  it('without a trailer is read to its end, too', async () => {
    const { url, whole } = await small()
    const old = withoutTrailer(ofOldFormat(whole, 27))
    for (const place of [old.length - 1, old.length - 9, Math.floor(old.length / 2)])
      await expect(
        restore(url, await fileOf('old-cut.backup', old.subarray(0, place)), { replace: true }),
      ).rejects.toThrow('damaged or not complete')
    const text = gunzipSync(old).toString()
    const open = gzipSync(text.slice(0, text.indexOf('of the day') + 11))
    await expect(restore(url, await fileOf('old-open.backup', open), { replace: true })).rejects.toThrow(
      'in the middle of a table',
    )
    expect(await entries(url)).toMatchObject({ count: 3 })
  })
})

test('jobs of an old backup are kept, although the queue would have deleted them by now', async () => {
  const url = await databases.empty()
  await prepareDatabase(url)
  await ask(url, 'SELECT pgboss.create_queue(\'send-alert\', \'{"policy": "standard"}\')')
  await ask(
    url,
    `INSERT INTO pgboss.job (name, data, start_after, keep_until)
     VALUES ('send-alert', '{"send_id": 1}', now() - interval '60 days', now() - interval '46 days')`,
  )
  const file = join(folder, 'jobs.backup')
  await backUp(url, file, 'archive')
  const target = await databases.empty()
  await restore(target, file)
  const stored = await ask(
    target,
    "SELECT data FROM pgboss.job WHERE name = 'send-alert' AND keep_until > now() + interval '13 days'",
  )
  expect(stored).toEqual([{ data: { send_id: 1 } }])
})
