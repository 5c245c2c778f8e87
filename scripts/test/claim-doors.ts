import { randomInt, randomUUID } from 'node:crypto'
import { DEMO_AUTH_TOKEN, DEMO_NUMBER, postHook } from '../../src/integrations/twilio/fake.ts'
import { pause } from '../../src/platform/server/embedded/process.ts'

/** The public address, for which hooks are signed. */
export const PUBLIC_URL = 'https://crm.crash.test'

/** Somebody who wants leads. */
export interface Claimer {
  agentId: number
  token: string
  phone: string
}

/** A lead that an agent was told is theirs. */
export interface Won {
  leadId: number
  agentId: number
  door: Door
}

/** What agents were told. */
export interface Tally {
  won: Won[]
  /** Requests without an answer: the lead may be theirs or not. */
  cutOff: number
  refused: number
}

interface Answer {
  status: number
  data: { data?: readonly { id: number; lead_id?: number }[]; lead?: { id: number } } | null
}

/** An agent at one of the servers. */
interface Visit {
  claimer: Claimer
  url: string
  get(path: string): Promise<Answer>
  post(path: string, body: object): Promise<Answer>
}

/** The lead that is the agent's now; `refused` when it is not, `nothing` where there was none to ask for. */
type Outcome = number | 'refused' | 'nothing'

const oneOf = <Item>(all: readonly Item[]): Item | undefined => all[randomInt(Math.max(1, all.length))]

/** Ways to get a lead. They throw when nobody answers. */
const doors = {
  async pool({ get, post }) {
    const lead = oneOf((await get('claim-leads?perPage=25')).data?.data ?? [])
    if (!lead) return 'nothing'
    return (await post(`claim-leads/${lead.id}/claim`, {})).status === 1 ? lead.id : 'refused'
  },
  async 'happy hour'({ post }) {
    await post('happy-hour/session', {})
    const { status, data } = await post('happy-hour/claim', {})
    return (status === 1 && data?.lead?.id) || 'refused'
  },
  async screen({ get, post }) {
    const lead = oneOf((await get('offers')).data?.data ?? [])?.lead_id
    if (lead === undefined) return 'nothing'
    // Some do not want what they are offered, which then goes on to the next.
    const accept = randomInt(4) > 0
    const { status } = await post(`lead/${lead}/accept`, { accept })
    if (!accept) return 'nothing'
    return status === 1 ? lead : 'refused'
  },
  async text({ url, claimer }) {
    const path = '/crm/hooks/twilio/sms'
    const text = { MessageSid: `SM${randomUUID()}`, From: claimer.phone, To: DEMO_NUMBER, Body: '1', NumMedia: '0' }
    const answer = await postHook({ url: `${PUBLIC_URL}${path}`, at: `${url}${path}`, token: DEMO_AUTH_TOKEN }, text)
    const lead = /It’s yours: .*\/leads\/\S*_(\d+)/s.exec(await answer.text())?.[1]
    return lead === undefined ? 'refused' : Number(lead)
  },
} satisfies Record<string, (visit: Visit) => Promise<Outcome>>

export type Door = keyof typeof doors
export const doorNames = Object.keys(doors) as Door[]

/** Everybody tries one door after the other, at one server or another, until told to stop. */
export function startClaiming(urls: readonly string[], claimers: readonly Claimer[]) {
  const tally: Tally = { won: [], cutOff: 0, refused: 0 }
  let isStopping = false
  const claiming = claimers.map(async claimer => {
    while (!isStopping) {
      await pause(randomInt(3_000))
      const door = oneOf(doorNames) ?? 'pool'
      await tryDoor(door, claimer, oneOf(urls) ?? '', tally)
    }
  })
  return {
    tally,
    async stop() {
      isStopping = true
      await Promise.all(claiming)
    },
  }
}

async function tryDoor(door: Door, claimer: Claimer, url: string, tally: Tally): Promise<void> {
  try {
    const outcome = await doors[door](visitOf(claimer, url))
    if (outcome === 'refused') tally.refused++
    else if (outcome !== 'nothing') tally.won.push({ leadId: outcome, agentId: claimer.agentId, door })
  } catch {
    tally.cutOff++
  }
}

function visitOf(claimer: Claimer, url: string): Visit {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${claimer.token}` }
  const ask = async (path: string, init: RequestInit): Promise<Answer> => {
    const answer = await fetch(`${url}/crm/${path}`, { ...init, headers, signal: AbortSignal.timeout(20_000) })
    return answer.json()
  }
  return {
    claimer,
    url,
    get: path => ask(path, {}),
    post: (path, body) => ask(path, { method: 'POST', body: JSON.stringify(body) }),
  }
}
