import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { installedPostgres } from '../test/other-postgres.ts'
import { countingMail } from './campaigns.ts'
import { type Place, startCluster } from './cluster.ts'
import { addBridge, isBridgeThere, removeNetwork } from './network.ts'
import { installMissing, missingPackages } from './packages.ts'
import { startProduct } from './product.ts'
import { ended } from './programs.ts'
import { problemsOf, tableOf } from './report.ts'
import { lossNames, playRounds } from './rounds.ts'

const { values: options } = parseArgs({
  options: {
    /** Installs what is missing, as root on Debian; nothing is installed without being told to. */
    install: { type: 'boolean', default: false },
    /** Only these ways to lose something, with commas between. */
    only: { type: 'string', default: lossNames.join(',') },
    /** Takes away what a run left that could not do it itself. */
    clean: { type: 'boolean', default: false },
    /** Where to keep what the programs say; thrown away otherwise. */
    logs: { type: 'string' },
  },
})

/** What keeps this from being run here; `null` when nothing does. */
function obstacle(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'This makes network namespaces: run it as root on Linux.'
  if (options.install) installMissing()
  const missing = missingPackages()
  if (missing.length > 0)
    return `Missing: ${missing.join(', ')}. Add --install, or install them with: apt-get install --no-install-recommends ${missing.join(' ')}`
  if (options.clean) removeNetwork()
  if (isBridgeThere()) return 'Another run is under way, or one could not clean up: --clean takes away what it left.'
  return null
}

/** Runs everything in a folder of its own; what was started is ended by whoever calls. */
async function failover(place: Place): Promise<string[]> {
  addBridge()
  const mail = await countingMail()
  console.log('Starting etcd, Patroni and haproxy …')
  const cluster = await startCluster(place)
  console.log('Starting two web processes and two workers …')
  const product = await startProduct(place, { databaseUrl: cluster.url, mailUrl: mail.url })
  const rounds = await playRounds({ cluster, product, mail }, options.only.split(','))
  await mail.close()
  console.log(`\n${tableOf(rounds)}\n`)
  return [...rounds.flatMap(problemsOf), ...ended]
}

function newPlace(bin: string): Place {
  const folder = mkdtempSync(join(tmpdir(), 'keyturn-failover-'))
  // The account of PostgreSQL has to get to its own folder below.
  chmodSync(folder, 0o755)
  const logs = options.logs ?? join(folder, 'logs')
  mkdirSync(logs, { recursive: true })
  return { folder, logs, password: randomBytes(18).toString('hex'), bin }
}

const problem = obstacle()
const bin = problem === null ? installedPostgres() : null
if (problem !== null || bin === null) {
  console.log(problem ?? 'There is no PostgreSQL.')
  process.exit(2)
}
const place = newPlace(bin)
process.on('exit', () => {
  removeNetwork()
  rmSync(place.folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(130))
try {
  const problems = await failover(place)
  for (const sentence of problems) console.log(sentence)
  process.exit(problems.length > 0 ? 1 : 0)
} catch (error) {
  console.error(error)
  for (const sentence of ended) console.error(sentence)
  process.exit(1)
}
