import { formOf, smallPdf, submissionFields } from '../../src/features/deal-submission/rights.ts'
import { pause } from '../../src/platform/server/embedded/process.ts'

/** What the server said is done. */
export interface Acknowledged {
  /** Marker of each lead, by its id. */
  created: Map<number, string>
  /** The last first name that was acknowledged, by lead. */
  renamed: Map<number, string>
  /** Leads that were sent to another agent. */
  transferred: Set<number>
  /** Which lead went up in which. */
  merged: Map<number, number>
  /** Marker of each deal, by its id. */
  deals: Map<number, string>
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

/** The person who writes: the token of the demo agent, and the agent to whom that one sends leads. */
export interface WriterAccount {
  token: string
  colleague: number
}

/** Several people who add leads, correct, merge and send them and submit deals, one after the other, whatever happens to the server. */
export function startWriters(url: string, account: WriterAccount, count = 8): Writers {
  const acknowledged: Acknowledged = {
    created: new Map(),
    renamed: new Map(),
    transferred: new Set(),
    merged: new Map(),
    deals: new Map(),
    failures: 0,
  }
  let isStopping = false
  const write = async (writer: number) => {
    for (let turn = 0; !isStopping; turn++) {
      const action = actions[(writer + turn) % actions.length] ?? addAndRename
      await action({ url, ...account, marker: `crash-${writer}-${turn}`, acknowledged })
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

interface Turn extends WriterAccount {
  url: string
  marker: string
  acknowledged: Acknowledged
}

async function addLead({ url, token, marker, acknowledged }: Turn): Promise<number | null> {
  const email = `${marker}@crash.test`
  const created = await post(`${url}/crm/lead`, token, { first_name: 'Before', last_name: marker, email })
  if (!created) {
    acknowledged.failures++
    await pause(100)
    return null
  }
  acknowledged.created.set(created.data.id, marker)
  return created.data.id
}

async function addAndRename(turn: Turn): Promise<void> {
  const { url, token, acknowledged } = turn
  const id = await addLead(turn)
  if (id === null) return
  if (await post(`${url}/crm/lead/${id}`, token, { first_name: 'After' })) acknowledged.renamed.set(id, 'After')
  else acknowledged.failures++
}

async function addAndSend(turn: Turn): Promise<void> {
  const { url, token, colleague, acknowledged } = turn
  const id = await addLead(turn)
  if (id === null) return
  if (await post(`${url}/crm/lead/${id}/reassign`, token, { agent: String(colleague) }))
    acknowledged.transferred.add(id)
  else acknowledged.failures++
}

async function addAndMerge(turn: Turn): Promise<void> {
  const { url, token, marker, acknowledged } = turn
  const [kept, other] = [await addLead(turn), await addLead({ ...turn, marker: `${marker}-too` })]
  if (kept === null || other === null) return
  if (await post(`${url}/crm/lead/${kept}/merge`, token, { with: String(other) })) acknowledged.merged.set(other, kept)
  else acknowledged.failures++
}

async function submitDeal({ url, token, marker, acknowledged }: Turn): Promise<void> {
  const fields = { ...submissionFields(3), street_name: marker }
  const submitted = await post(
    `${url}/crm/coop-deals/store`,
    token,
    formOf(fields, [['Form320.pdf', await smallPdf()]]),
  )
  if (submitted) acknowledged.deals.set(submitted.data.id, marker)
  else {
    acknowledged.failures++
    await pause(100)
  }
}

const actions: readonly ((turn: Turn) => Promise<void>)[] = [addAndRename, addAndSend, addAndMerge, submitDeal]

/** The answer, when there is one and it says that it is done. */
async function post(url: string, token: string, fields: Record<string, string> | FormData): Promise<Answer | null> {
  try {
    const headers = { authorization: `Bearer ${token}` }
    const body = fields instanceof FormData ? fields : new URLSearchParams(fields)
    const init = { method: 'POST', headers, body, signal: AbortSignal.timeout(10_000) }
    const answer: Answer = await (await fetch(url, init)).json()
    return answer.status === 1 ? answer : null
  } catch {
    return null
  }
}

/** Signs in as a demo agent who writes, and finds another agent. */
export async function signInToWrite(url: string): Promise<WriterAccount> {
  const token = await signIn(url)
  const headers = { authorization: `Bearer ${token}` }
  const { data } = await (await fetch(`${url}/crm/agents`, { headers })).json()
  const other = data.data.find((one: { email: string }) => one.email === 'agent2@keyturn.test') ?? data.data.at(-1)
  return { token, colleague: other.id }
}

/** Signs in by the manual form, as a demo agent or somebody with the same password. */
export async function signIn(url: string, email = 'agent@keyturn.test'): Promise<string> {
  const body = new URLSearchParams({ email, password: 'keyturn-demo' })
  const answer = await (await fetch(`${url}/crm/login/manual`, { method: 'POST', body })).json()
  const token = answer.data?.user?.token ?? answer.data?.token
  if (!token) throw new Error(`Nobody could sign in: ${JSON.stringify(answer).slice(0, 300)}`)
  return token
}

/** Calls as somebody who is signed in; answers the data, and throws what was refused. */
export async function callAs(url: string, token: string, path: string, body: object) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/crm/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { status, data, message } = await answer.json()
  if (status !== 1) throw new Error(`${path}: ${JSON.stringify(message)}`)
  return data
}
