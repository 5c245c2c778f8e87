import { pause } from '../../src/platform/server/embedded/process.ts'

/** What the server said is done. */
export interface Acknowledged {
  /** Marker of each lead, by its id. */
  created: Map<number, string>
  /** The last first name that was acknowledged, by lead. */
  renamed: Map<number, string>
  /** Writes without an answer, which may have happened or not. */
  failures: number
}

export interface Writers {
  acknowledged: Acknowledged
  stop(): Promise<void>
}

interface Answer {
  status: number
  data: { id: number }
}

/** Several people who add leads and correct them, one after the other, whatever happens to the server. */
export function startWriters(url: string, token: string, count = 8): Writers {
  const acknowledged: Acknowledged = { created: new Map(), renamed: new Map(), failures: 0 }
  let isStopping = false
  const write = async (writer: number) => {
    for (let turn = 0; !isStopping; turn++) {
      await addAndRename({ url, token, marker: `crash-${writer}-${turn}`, acknowledged })
    }
  }
  const writing = Array.from({ length: count }, (_, writer) => write(writer))
  return {
    acknowledged,
    async stop() {
      isStopping = true
      await Promise.all(writing)
    },
  }
}

interface Turn {
  url: string
  token: string
  marker: string
  acknowledged: Acknowledged
}

async function addAndRename({ url, token, marker, acknowledged }: Turn): Promise<void> {
  const email = `${marker}@crash.test`
  const created = await post(`${url}/crm/lead`, token, { first_name: 'Before', last_name: marker, email })
  if (!created) {
    acknowledged.failures++
    return pause(100)
  }
  acknowledged.created.set(created.data.id, marker)
  const renamed = await post(`${url}/crm/lead/${created.data.id}`, token, { first_name: 'After' })
  if (renamed) acknowledged.renamed.set(created.data.id, 'After')
  else acknowledged.failures++
}

/** The answer, when there is one and it says that it is done. */
async function post(url: string, token: string, fields: Record<string, string>): Promise<Answer | null> {
  try {
    const headers = { authorization: `Bearer ${token}` }
    const init = { method: 'POST', headers, body: new URLSearchParams(fields), signal: AbortSignal.timeout(10_000) }
    const answer: Answer = await (await fetch(url, init)).json()
    return answer.status === 1 ? answer : null
  } catch {
    return null
  }
}

/** Signs in by the manual form as a demo agent. */
export async function signIn(url: string): Promise<string> {
  const body = new URLSearchParams({ email: 'agent@keyturn.test', password: 'keyturn-demo' })
  const answer = await (await fetch(`${url}/crm/login/manual`, { method: 'POST', body })).json()
  const token = answer.data?.user?.token ?? answer.data?.token
  if (!token) throw new Error(`Nobody could sign in: ${JSON.stringify(answer).slice(0, 300)}`)
  return token
}
