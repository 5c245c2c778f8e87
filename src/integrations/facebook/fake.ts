import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FacebookLead, proofOf } from './client.ts'
import type { FacebookApp } from './config.ts'

/** What stands in for the Graph of Facebook. */
export interface FakeFacebook extends FacebookApp {
  /** Leads that it knows, by their ids. */
  leads: Map<string, FacebookLead>
  /** The ids that were asked for, in order. */
  asked: string[]
  /** Answers everything with this HTTP status, unless `null`. */
  fault: number | null
  /** A notice as Facebook sends it, and its signature. */
  notice(page: string, leads: readonly string[]): { body: string; signature: string }
  close(): Promise<void>
}

/** Starts it: it checks token and proof, and refuses what it does not know in the words of the Graph. */
export async function serveFakeFacebook(): Promise<FakeFacebook> {
  const app = { secret: 'demo-app-secret', token: 'demo-page-token' }
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(body))
    }
    const refuse = (status: number, message: string) => answer(status, { error: { message, type: 'OAuthException' } })
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    if (fake.fault !== null) return refuse(fake.fault, 'Service temporarily unavailable')
    if (request.headers.authorization !== `Bearer ${app.token}`) return refuse(400, 'Invalid OAuth access token.')
    if (searchParams.get('appsecret_proof') !== proofOf(app)) return refuse(400, 'Invalid appsecret_proof.')
    const id = decodeURIComponent(pathname.slice(1))
    if (id === 'me') return answer(200, { id: '1' })
    fake.asked.push(id)
    const lead = fake.leads.get(id)
    return lead ? answer(200, lead) : refuse(400, `Unsupported get request. Object with ID '${id}' does not exist.`)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const fake: FakeFacebook = {
    ...app,
    url: `http://127.0.0.1:${port}`,
    leads: new Map(),
    asked: [],
    fault: null,
    notice(page, leads) {
      const time = Math.floor(Date.now() / 1000)
      const changes = leads.map(leadgen_id => ({
        field: 'leadgen',
        value: { leadgen_id, page_id: page, form_id: '77001', ad_id: '88001', adgroup_id: '88001', created_time: time },
      }))
      const body = JSON.stringify({ object: 'page', entry: [{ id: page, time, changes }] })
      return { body, signature: `sha256=${createHmac('sha256', app.secret).update(body).digest('hex')}` }
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return fake
}
