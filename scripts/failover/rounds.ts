import { pause } from '../../src/platform/server/embedded/process.ts'
import { type Enroller, fatesOf, startEnrolling, withDatabase } from './campaigns.ts'
import type { Cluster } from './cluster.ts'
import { cutOff, killAllOn, plugIn } from './network.ts'
import { campaignFaults, comparisonOf, outageOf, reopeningsOf, slowestReturn } from './outage.ts'
import type { RunningProduct } from './product.ts'
import { until } from './programs.ts'
import type { Measured } from './report.ts'
import { type Streams, startStreams } from './streams.ts'
import { type Person, signInAs, startWriters, type Writers } from './writers.ts'

const PEOPLE = ['agent@keyturn.test', 'agent2@keyturn.test', 'teamlead@keyturn.test', 'admin@keyturn.test']
const STREAMS_EACH = 12
/** How long people work before something is lost, and after they can work again. */
const CALM_MS = 8_000
const AFTERWARDS_MS = 15_000

interface Stage {
  cluster: Cluster
  product: RunningProduct
  mail: { taken: ReadonlyMap<string, number> }
}

/** A way to lose something; answers how to bring it back. */
type Loss = (stage: Stage) => Promise<() => void>

const losses: Readonly<Record<string, Loss>> = {
  async killed({ cluster }) {
    const primary = await cluster.primary()
    killAllOn(primary)
    return () => cluster.startDatabase(primary)
  },
  async 'cut-off'({ cluster }) {
    const primary = await cluster.primary()
    cutOff(primary)
    return () => plugIn(primary)
  },
  async switchover({ cluster }) {
    await cluster.switchOver()
    return () => {}
  },
  async 'web-killed'({ product }) {
    const [web] = product.webs
    if (!web) throw new Error('There is no web process.')
    killAllOn(web)
    return () => product.startWeb(web)
  },
}

/** The names of all ways. */
export const lossNames: readonly string[] = Object.keys(losses)

/** What the people of a run do, and what they were told. */
interface Activity {
  people: readonly Person[]
  writers: Writers
  streams: Streams
}

/** What is known of a round before the notes and jobs of all of them are counted. */
type Observed = Omit<Measured, 'acknowledged' | 'lost' | 'doubledNotes' | 'enrolled' | 'doubledJobs' | 'leftOut'> & {
  addresses: ReadonlySet<string>
}

/** Loses one thing after the other while people work, then counts. */
export async function playRounds(stage: Stage, names: readonly string[]): Promise<Measured[]> {
  const { url } = stage.product
  const people: Person[] = []
  for (const email of PEOPLE) people.push({ email, token: await signInAs(url, email) })
  const tokens = people.map(({ token }) => token)
  const activity = {
    people,
    writers: await startWriters(url, people),
    streams: startStreams(url, tokens, STREAMS_EACH),
  }
  const observed: Observed[] = []
  for (const name of names) observed.push(await playRound(stage, activity, name))
  await activity.writers.stop()
  activity.streams.stop()
  return counted(stage, activity.writers, observed)
}

async function playRound(stage: Stage, activity: Activity, name: string): Promise<Observed> {
  const lose = losses[name]
  if (!lose) throw new Error(`There is no way to lose something that is called ${name}: ${lossNames.join(', ')}.`)
  console.log(`\n${name} …`)
  const { writers, streams, people } = activity
  const enroller = await enrollerOf(stage, people, name)
  writers.name(name)
  await pause(CALM_MS)
  const lostAt = Date.now()
  const losing = lose(stage)
  await pause(1_000)
  // Whoever opens a page while nothing works comes back by themselves, too.
  for (const { token } of people) streams.open(token)
  const bringBack = await losing
  await until('writes are acknowledged again', async () => isWorking(writers, lostAt), 120)
  await pause(AFTERWARDS_MS)
  const result = observe(activity, { name, lostAt, enroller })
  bringBack()
  await stage.cluster.whole()
  await enroller.stop()
  console.log(
    `  writes were refused for ${result.refusedSeconds.toFixed(1)} s; statuses ${statusesOf(writers, lostAt)}`,
  )
  return result
}

function enrollerOf({ product, cluster }: Stage, [agent]: readonly Person[], round: string): Promise<Enroller> {
  return startEnrolling({ url: product.url, token: agent?.token ?? '', databaseUrl: cluster.url, round })
}

/** Whether writes were acknowledged in each of the last seconds, some time after something was lost. */
function isWorking({ writes }: Writers, lostAt: number): boolean {
  const now = Date.now()
  const recent = writes.filter(({ at, isAcknowledged }) => isAcknowledged && at > now - 3_000)
  return (
    now > lostAt + 10_000 && [0, 1, 2].every(ago => recent.some(({ at }) => Math.floor((now - at) / 1_000) === ago))
  )
}

interface Round {
  name: string
  lostAt: number
  enroller: Enroller
}

function observe({ writers, streams }: Activity, { name, lostAt, enroller }: Round): Observed {
  const { milliseconds, backAt } = outageOf(writers.writes, lostAt)
  const refused = [...writers.writes.filter(({ at }) => at > lostAt).map(({ status }) => status)]
  const { streams: reopened, atOnce } = reopeningsOf(
    streams.logs.filter(({ broke }) => broke.some(at => at > lostAt)),
    lostAt,
  )
  return {
    round: name,
    refusedSeconds: milliseconds / 1_000,
    addresses: enroller.enrolled,
    streams: streams.logs.length,
    slowestStreamSeconds: slowestReturn(streams.logs, backAt) / 1_000,
    reopened,
    atOnce,
    signedOut: [...refused, ...streams.logs.flatMap(({ refusals }) => refusals)].filter(status => status === 401)
      .length,
    signIns: writers.signedIn.filter(at => at > backAt).length,
  }
}

/** How often which status was answered since a moment; 0 where no answer came. */
function statusesOf({ writes }: Writers, since: number): string {
  const counts = Map.groupBy(
    writes.filter(({ at }) => at > since),
    ({ status }) => status,
  )
  return [...counts].map(([status, { length }]) => `${status}: ${length}`).join(', ')
}

/** Adds what is stored after all rounds. */
async function counted(
  { cluster, mail }: Stage,
  { writes }: Writers,
  rounds: readonly Observed[],
): Promise<Measured[]> {
  const stored = await withDatabase(cluster.url, async client => {
    const { rows } = await client.query<{ description: string }>(
      "SELECT description FROM notes WHERE description LIKE 'failover %'",
    )
    return rows.map(({ description }) => description)
  })
  const fates = await fatesOf(cluster.url)
  return rounds.map(({ addresses, ...round }) => {
    const isOfRound = (marker: string) => marker.startsWith(`failover ${round.round} `)
    const notes = comparisonOf(
      writes.filter(({ marker }) => isOfRound(marker)),
      stored.filter(isOfRound),
    )
    const ofRound = fates.filter(({ email }) => email.startsWith(`${round.round}-`))
    const { doubled, leftOut } = campaignFaults(ofRound, mail.taken, addresses)
    return {
      ...round,
      acknowledged: notes.acknowledged,
      lost: notes.lost.length,
      doubledNotes: notes.doubled.length,
      enrolled: addresses.size,
      doubledJobs: doubled.length,
      leftOut: leftOut.length,
    }
  })
}
