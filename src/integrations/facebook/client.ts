import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { FacebookApp } from './config.ts'

/** A lead of a form: its answers by the names of the questions. */
export const FacebookLead = z.object({
  id: z.string(),
  created_time: z.string(),
  ad_id: z.string().nullish(),
  campaign_id: z.string().nullish(),
  form_id: z.string().nullish(),
  field_data: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
})
export type FacebookLead = z.output<typeof FacebookLead>

/** Facebook did not give the lead, in a sentence that says why. */
export class FacebookError extends Error {}

/** What the product asks of Facebook. */
export interface FacebookClient {
  /** A lead by its id. Throws a `FacebookError`. */
  lead(id: string): Promise<FacebookLead>
  /** Why leads cannot be read; `null` when they can. */
  problem(): Promise<string | null>
}

const TIMEOUT_MS = 10_000
const FIELDS = 'id,created_time,ad_id,campaign_id,form_id,field_data'

const Problem = z.object({ error: z.object({ message: z.string() }) })

/** What proves that whoever uses a token also has the secret of the app. */
export const proofOf = ({ token, secret }: Pick<FacebookApp, 'token' | 'secret'>): string =>
  createHmac('sha256', secret).update(token).digest('hex')

/** Speaks to the Graph. The token travels in a header, so that no address holds it. */
export function connectFacebook(app: FacebookApp): FacebookClient {
  const read = async (id: string, fields: string): Promise<unknown> => {
    const address = new URL(`${app.url.replace(/\/$/, '')}/${encodeURIComponent(id)}`)
    address.searchParams.set('fields', fields)
    address.searchParams.set('appsecret_proof', proofOf(app))
    const response = await ask(address, app.token)
    const body: unknown = await response.json().catch(() => null)
    if (response.ok) return body
    const said = Problem.safeParse(body).data?.error.message.slice(0, 300)
    throw new FacebookError(said ?? `Facebook answered ${response.status}.`)
  }
  return {
    async problem() {
      try {
        await read('me', 'id')
        return null
      } catch (error) {
        if (error instanceof FacebookError) return error.message
        throw error
      }
    },
    async lead(id) {
      const lead = FacebookLead.safeParse(await read(id, FIELDS)).data
      if (!lead) throw new FacebookError('Facebook answered no lead.')
      return lead
    },
  }
}

async function ask(address: URL, token: string): Promise<Response> {
  try {
    return await fetch(address, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'error',
    })
  } catch (error) {
    throw new FacebookError('Facebook cannot be reached.', { cause: error })
  }
}
