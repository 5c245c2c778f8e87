import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { root } from '../test/steps.ts'
import { addressesOf, type Place, startHaproxy } from './cluster.ts'
import { addMachine, HOST_ADDRESS, type Machine } from './network.ts'
import { startOn, until } from './programs.ts'

const PORT = 4000

/** Two web processes behind a haproxy, and two workers. */
export interface RunningProduct {
  /** Where people reach it. */
  url: string
  webs: readonly Machine[]
  startWeb(machine: Machine): void
}

interface Surroundings {
  databaseUrl: string
  mailUrl: string
}

/** Starts all of them, each on a machine of its own. */
export async function startProduct(place: Place, { databaseUrl, mailUrl }: Surroundings): Promise<RunningProduct> {
  const front = addMachine('front', 40)
  const webs = [1, 2].map(number => addMachine(`web${number}`, 40 + number))
  const workers = [1, 2].map(number => addMachine(`worker${number}`, 50 + number))
  const url = `http://${front.address}`
  const start = (machine: Machine, role: 'web' | 'worker') =>
    startOn(machine, place.logs, {
      command: [process.execPath, 'src/app/main.ts'],
      cwd: root,
      env: {
        KEYTURN_ROLE: role,
        DATABASE_URL: databaseUrl,
        MAIL_URL: mailUrl,
        KEYTURN_DATA: join(place.folder, 'keyturn'),
        KEYTURN_PUBLIC_URL: url,
        KEYTURN_TRUSTED_PROXIES: front.address,
        KEYTURN_POSTAL_ADDRESS: '1 Failover St',
        KEYTURN_EMAILS_PER_MINUTE: '6000',
        KEYTURN_EMAILS_PER_DAY: '1000000',
        KEYTURN_REQUESTS_PER_MINUTE: '0',
        KEYTURN_DEMO_LEADS: '60',
        KEYTURN_DEMO_LISTINGS: '0',
        KEYTURN_LOG: 'warn',
        HOST: '0.0.0.0',
        PORT: String(PORT),
      },
    })
  const startWeb = (machine: Machine) => start(machine, 'web')
  startHaproxy(front, place, 'haproxy-web.cfg', addressesOf('KEYTURN_WEB', webs))
  const [first] = webs
  if (first) {
    // It makes the tables and the demo brokerage; the others find them there.
    startWeb(first)
    await ready(first)
  }
  for (const machine of webs.slice(1)) startWeb(machine)
  for (const machine of workers) start(machine, 'worker')
  for (const machine of [...webs, ...workers]) await ready(machine)
  return { url, webs, startWeb }
}

const ready = ({ name, address }: Machine) =>
  until(`${name} is ready`, async () => (await fetch(`http://${address}:${PORT}/readyz`)).ok, 120)

/** Lets the machines reach a port that only this one reaches; answers the address for them. */
export async function passedOn(url: string): Promise<{ url: string; close(): void }> {
  const { protocol, hostname, port } = new URL(url)
  const server = createServer(socket => {
    const inner = connect(Number(port), hostname)
    for (const end of [socket, inner]) end.on('error', () => {})
    socket.pipe(inner).pipe(socket)
  })
  await new Promise<void>(resolve => server.listen(0, HOST_ADDRESS, resolve))
  const address = server.address()
  const outer = typeof address === 'object' && address ? address.port : 0
  return { url: `${protocol}//${HOST_ADDRESS}:${outer}`, close: () => void server.close() }
}
