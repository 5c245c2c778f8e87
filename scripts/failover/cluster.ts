import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import pg from 'pg'
import { z } from 'zod'
import { root } from '../test/steps.ts'
import { addMachine, type Machine } from './network.ts'
import { jsonOf, startOn, until } from './programs.ts'

/** Where the configuration files for operators are: the test uses these, as they are. */
export const deployFolder = join(root, 'deploy/failover')

const ClusterState = z.object({
  members: z.array(z.object({ name: z.string(), role: z.string(), state: z.string() })),
})

/** What each run makes anew. */
export interface Place {
  folder: string
  logs: string
  password: string
  /** The programs of PostgreSQL. */
  bin: string
}

/** Three members of etcd, three machines with Patroni and PostgreSQL, and the haproxy that leads to the primary. */
export interface Cluster {
  /** For `DATABASE_URL`. */
  url: string
  primary(): Promise<Machine>
  startDatabase(machine: Machine): void
  /** Waits until all three machines are there and one of them follows synchronously. */
  whole(): Promise<void>
  /** Has the synchronous standby take over. */
  switchOver(): Promise<void>
}

/** Starts all of it and makes the database. */
export async function startCluster(place: Place): Promise<Cluster> {
  const etcds = [1, 2, 3].map(number => addMachine(`etcd${number}`, 10 + number))
  const databases = [1, 2, 3].map(number => addMachine(`db${number}`, 20 + number))
  const front = addMachine('dbfront', 30)
  for (const machine of etcds) startEtcd(place, machine, etcds)
  const startDatabase = (machine: Machine) => startPatroni(place, machine, etcds)
  // The repository may be where the account of PostgreSQL may not look.
  copyFileSync(join(deployFolder, 'patroni.yml'), join(place.folder, 'patroni.yml'))
  for (const machine of databases) {
    await newFolder(place, machine.name)
    startDatabase(machine)
  }
  startHaproxy(front, place, 'haproxy-database.cfg', addressesOf('KEYTURN_DB', databases))
  const members = () => membersOf(databases)
  const named = (name: string | undefined) => databases.find(machine => machine.name === name)
  const cluster: Cluster = {
    url: `postgres://keyturn:${place.password}@${front.address}:5432/keyturn`,
    startDatabase,
    async primary() {
      const found = named((await members()).find(({ role }) => role === 'leader')?.name)
      if (!found) throw new Error('There is no primary.')
      return found
    },
    whole: () =>
      until('all databases follow the primary, one of them synchronously', async () => isWhole(await members()), 120),
    async switchOver() {
      const all = await members()
      const leader = all.find(({ role }) => role === 'leader')?.name ?? ''
      const candidate = all.find(({ role }) => role === 'sync_standby')?.name ?? ''
      const names = ['--leader', leader, '--candidate', candidate, '--force', 'keyturn']
      // People write meanwhile: nothing here may wait in place.
      await promisify(execFile)('patronictl', ['-c', join(deployFolder, 'patroni.yml'), 'switchover', ...names], {
        env: { ...process.env, PATRONI_ETCD3_HOSTS: clientAddresses(etcds) },
      })
    },
  }
  await cluster.whole()
  await makeDatabase(`postgres://postgres:${place.password}@${front.address}:5432/postgres`, place.password)
  return cluster
}

/** haproxy with one of the files for operators. */
export function startHaproxy(machine: Machine, { logs }: Place, file: string, env: NodeJS.ProcessEnv): void {
  startOn(machine, logs, { command: ['haproxy', '-db', '-f', join(deployFolder, file)], env })
}

/** The addresses of machines, under the names that a configuration file asks for. */
export const addressesOf = (prefix: string, machines: readonly Machine[]): NodeJS.ProcessEnv =>
  Object.fromEntries(machines.map(({ address }, index) => [`${prefix}${index + 1}`, address]))

const clientAddresses = (etcds: readonly Machine[]) => etcds.map(({ address }) => `${address}:2379`).join(',')

function startEtcd({ folder, logs }: Place, machine: Machine, etcds: readonly Machine[]): void {
  const { name, address } = machine
  const peer = (one: Machine) => `http://${one.address}:2380`
  startOn(machine, logs, {
    command: ['etcd'],
    env: {
      ...parseEnv(readFileSync(join(deployFolder, 'etcd.env'), 'utf8')),
      ETCD_NAME: name,
      ETCD_DATA_DIR: join(folder, name),
      ETCD_LISTEN_PEER_URLS: peer(machine),
      ETCD_INITIAL_ADVERTISE_PEER_URLS: peer(machine),
      ETCD_LISTEN_CLIENT_URLS: `http://${address}:2379`,
      ETCD_ADVERTISE_CLIENT_URLS: `http://${address}:2379`,
      ETCD_INITIAL_CLUSTER: etcds.map(one => `${one.name}=${peer(one)}`).join(','),
    },
  })
}

function startPatroni({ folder, logs, password, bin }: Place, machine: Machine, etcds: readonly Machine[]): void {
  const { name, address } = machine
  startOn(machine, logs, {
    command: ['patroni', join(folder, 'patroni.yml')],
    asPostgres: true,
    cwd: join(folder, name),
    env: {
      PATRONI_NAME: name,
      PATRONI_ETCD3_HOSTS: clientAddresses(etcds),
      PATRONI_RESTAPI_CONNECT_ADDRESS: `${address}:8008`,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${address}:5432`,
      PATRONI_POSTGRESQL_DATA_DIR: join(folder, name, 'data'),
      PATRONI_POSTGRESQL_PGPASS: join(folder, name, 'pgpass'),
      PATRONI_POSTGRESQL_BIN_DIR: bin,
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: password,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: password,
      HOME: join(folder, name),
    },
  })
}

const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres']).toString())

async function newFolder({ folder }: Place, name: string): Promise<void> {
  mkdirSync(join(folder, name), { mode: 0o700 })
  await chown(join(folder, name), idOf('-u'), idOf('-g'))
}

type Member = z.output<typeof ClusterState>['members'][number]

/** The members as whichever of them answers first sees them. */
async function membersOf(databases: readonly Machine[]): Promise<Member[]> {
  const asked = databases.map(async ({ address }) => ClusterState.parse(await jsonOf(`http://${address}:8008/cluster`)))
  return (await Promise.any(asked)).members
}

const isWhole = (members: readonly Member[]): boolean =>
  members.length === 3 &&
  members.every(({ state }) => state === 'running' || state === 'streaming') &&
  members.some(({ role }) => role === 'leader') &&
  members.some(({ role }) => role === 'sync_standby')

async function makeDatabase(url: string, password: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(`CREATE ROLE keyturn LOGIN PASSWORD '${password}'`)
    await client.query('CREATE DATABASE keyturn OWNER keyturn')
  } finally {
    await client.end()
  }
}
