import { z } from 'zod'
import { pause } from '../../src/platform/server/embedded/process.ts'
import type { Write } from './outage.ts'

const WRITERS_EACH = 2
const PAUSE_MS = 150
/** Nobody waits longer for a note to be stored. */
const PATIENCE_MS = 5_000

/** Somebody who is signed in. */
export interface Person {
  email: string
  token: string
}

/** People who write notes on leads of their own, and those who sign in beside them. */
export interface Writers {
  /** Every note that was tried. */
  writes: readonly Write[]
  /** Moments at which somebody signed in. */
  signedIn: readonly number[]
  /** Notes from now on carry this name. */
  name(round: string): void
  stop(): Promise<void>
}

const Added = z.object({ status: z.literal(1), data: z.object({ id: z.int() }) })
const SignedIn = z.object({
  data: z.union([z.object({ token: z.string() }), z.object({ user: z.object({ token: z.string() }) })]),
})

/** Signs in by the manual form; answers the token. */
export async function signInAs(url: string, email: string): Promise<string> {
  const body = new URLSearchParams({ email, password: 'keyturn-demo' })
  const signal = AbortSignal.timeout(PATIENCE_MS)
  const { data } = SignedIn.parse(
    await (await fetch(`${url}/crm/login/manual`, { method: 'POST', body, signal })).json(),
  )
  return 'user' in data ? data.user.token : data.token
}

/** Has people write, and others sign in, until they are stopped. */
export async function startWriters(url: string, people: readonly Person[]): Promise<Writers> {
  const writes: Write[] = []
  const signedIn: number[] = []
  let round = 'before'
  let isStopping = false
  let count = 0
  const write = async ({ token }: Person, lead: number) => {
    while (!isStopping) {
      const marker = `failover ${round} ${count++}`
      const status = await post(`${url}/crm/lead/${lead}/notes`, token, { description: marker })
      writes.push({
        marker,
        at: Date.now(),
        status: status.code,
        isAcknowledged: status.code === 200 || status.code === 201,
      })
      await pause(PAUSE_MS)
    }
  }
  const signIns = async () => {
    while (!isStopping) {
      await signInAs(url, 'agent2@keyturn.test').then(
        () => signedIn.push(Date.now()),
        () => {},
      )
      await pause(2_000)
    }
  }
  const working = [signIns()]
  for (const person of people)
    for (let one = 0; one < WRITERS_EACH; one++) {
      const fields = {
        first_name: 'Failover',
        last_name: `Lead ${one}`,
        email: `${one}-${person.email.replace('@', '-')}@over.test`,
      }
      const { data } = Added.parse((await post(`${url}/crm/lead`, person.token, fields)).body)
      working.push(write(person, data.id))
    }
  return {
    writes,
    signedIn,
    name(next) {
      round = next
    },
    async stop() {
      isStopping = true
      await Promise.all(working)
    },
  }
}

/** Posts as a person; the status is 0 where no answer came. */
async function post(url: string, token: string, fields: object): Promise<{ code: number; body: unknown }> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const init = { method: 'POST', headers, body: JSON.stringify(fields), signal: AbortSignal.timeout(PATIENCE_MS) }
  try {
    const answer = await fetch(url, init)
    return { code: answer.status, body: await answer.json().catch(() => null) }
  } catch {
    return { code: 0, body: null }
  }
}
