import { join } from 'node:path'
import { type DatabaseFacts, examineDatabase } from '../../platform/server/checkup/database.ts'
import { type Finding, fine, wrong } from '../../platform/server/checkup/finding.ts'
import { examineFolder, examineSite, lastBackup } from '../../platform/server/checkup/machine.ts'
import { examineReplica, judgeReplica } from '../../platform/server/checkup/replica.ts'
import {
  judgeBackup,
  judgeClock,
  judgeDatabase,
  judgeFolder,
  judgeJobs,
  judgeMigrations,
  judgeNode,
  judgeSite,
} from '../../platform/server/checkup/rules.ts'
import { type Config, ConfigError } from '../../platform/server/config.ts'
import { openDatabase } from '../../platform/server/database/database.ts'
import { type Migration, readMigrations } from '../../platform/server/database/migrate.ts'
import { existingCluster } from '../../platform/server/embedded/cluster.ts'
import { runningEmbedded, startEmbedded } from '../../platform/server/embedded/embedded.ts'
import { makeLog } from '../../platform/server/logs.ts'
import { readProductConfig } from '../config.ts'
import { product } from '../features.server.ts'
import { sentencesOf } from '../start-messages.ts'
import { checkMail } from './mail.ts'
import { checkFiles, checkProviders } from './providers.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../db/migrations')
const SITE_TIMEOUT_MS = 10_000

/** Looks at everything that an installation needs; changes nothing but a file that it writes and deletes. */
export async function examineInstallation(environment: NodeJS.ProcessEnv, now = new Date()): Promise<Finding[]> {
  const node = judgeNode(process.versions.node)
  const config = configOf(environment)
  if (Array.isArray(config)) return [node, ...config]
  const parts = await Promise.all([
    checkFolder(config),
    checkDatabase(config, now),
    checkFiles(config),
    checkSite(config),
    checkMail(config, now),
    checkProviders(config),
  ])
  return [node, fine('Configuration', 'All variables can be read.'), ...parts.flat()]
}

/** The configuration, or a finding for each variable that is wrong. */
function configOf(environment: NodeJS.ProcessEnv): Config | Finding[] {
  try {
    return readProductConfig(environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.sentences.map(said =>
      wrong(
        'Configuration',
        'error',
        said,
        'The README explains every variable. The rest is checked once they can be read.',
      ),
    )
  }
}

async function checkFolder({ dataDir }: Config): Promise<Finding> {
  return judgeFolder(dataDir, await examineFolder(dataDir))
}

async function checkSite({ publicUrl, mode }: Config): Promise<Finding> {
  if (mode === 'demo') return fine('Site address', 'The demo takes that of the request.')
  return judgeSite(publicUrl, publicUrl === null ? null : await examineSite(publicUrl, SITE_TIMEOUT_MS))
}

/** The database with what is in it; started for as long as that takes where it is the embedded one and does not run. */
async function checkDatabase(config: Config, now: Date): Promise<Finding[]> {
  let stop = async () => {}
  try {
    const open = await openedDatabase(config)
    if (open === null) return [fine('Database', `The first start makes one, in ${config.dataDir}.`)]
    stop = open.stop
    const migrations = await readMigrations(MIGRATIONS)
    const facts = await examineDatabase(open.url, extensionsOf(migrations))
    const steps = judgeMigrations(facts.migrations, migrations)
    return [
      ...judgeDatabase(facts, { connections: config.databaseConnections }),
      ...(await checkReplica(config, open.url)),
      steps,
      judgeClock(facts.aheadMs),
      ...judgeJobs(facts.jobs, facts.others),
      judgeBackup({ ...(await backupFacts(config, facts)), now }),
      ...(facts.migrations !== null && steps.state === 'ok' ? await checkFeatures(config, open.url, now) : []),
    ]
  } catch (error) {
    const [said = 'The database cannot be used.', ...more] = sentencesOf(error)
    return [
      wrong('Database', 'error', said, [...more, 'Look at DATABASE_URL and at the log of the database.'].join(' ')),
    ]
  } finally {
    await stop()
  }
}

async function checkReplica({ replicaUrl }: Config, primaryUrl: string): Promise<Finding[]> {
  if (replicaUrl === null) return []
  return [judgeReplica(await examineReplica(primaryUrl, replicaUrl).catch(() => null))]
}

const backupFacts = async ({ dataDir, mode }: Config, { archivedAt }: DatabaseFacts) => ({
  at: await lastBackup(dataDir),
  archivedAt,
  isDemo: mode === 'demo',
})

async function openedDatabase({
  databaseUrl,
  dataDir,
  sharedBuffers,
}: Config): Promise<{ url: string; stop(): Promise<void> } | null> {
  const running = databaseUrl ?? (await runningEmbedded(dataDir))
  if (running) return { url: running, stop: async () => {} }
  if ((await existingCluster(dataDir)) === null) return null
  return startEmbedded({ dataDir, sharedBuffers, log: { info: () => {}, warn: () => {} } })
}

/** What the migrations need of the server. */
const extensionsOf = (migrations: readonly Migration[]): string[] =>
  migrations.flatMap(({ sql }) =>
    [...sql.matchAll(/CREATE EXTENSION IF NOT EXISTS (\w+)/g)].flatMap(([, name]) => name ?? []),
  )

/** What features know of themselves. */
async function checkFeatures(config: Config, url: string, now: Date): Promise<Finding[]> {
  const { db, close } = openDatabase(url, { connections: 1 })
  const log = makeLog({ ...config, logLevel: 'silent' })
  try {
    const findings: Finding[] = []
    for (const { checkup } of product.features) findings.push(...((await checkup?.({ db, now, config, log })) ?? []))
    return findings
  } finally {
    await close()
  }
}
