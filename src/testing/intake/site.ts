import { createHmac } from 'node:crypto'
import type { TestOffice } from '../office.ts'
import type { TestAnswer } from '../server.ts'

/** A site that reports to a running product. */
export interface TestSite {
  /** Its key; assign a new one when it changes. */
  key: string
  /** The source, by its id. */
  source: number
  /** The signature of a body, by the key of the site unless another one is given. */
  sign(body: string, by?: string): string
  /** Sends a body as the site does. */
  send(body: unknown, headers?: Record<string, string>): Promise<TestAnswer>
}

/** Adds the site `lofts.test` with a key. */
export async function openTestSite(office: TestOffice): Promise<TestSite> {
  const [row] = await office.rows(
    `INSERT INTO sites (name, domain) VALUES ('lofts', 'lofts.test')
     ON CONFLICT (name) DO UPDATE SET domain = 'lofts.test' RETURNING id`,
  )
  const made = await office.admin.postJson('intake/sources', { kind: 'site', name: 'lofts.test', site_id: row?.id })
  const site: TestSite = {
    key: made.data.key,
    source: made.data.source.id,
    sign: (body, by = site.key) => createHmac('sha256', by).update(body).digest('hex'),
    async send(body, headers = {}) {
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      const response = await office.server.signedOut.raw('intake/events', {
        method: 'POST',
        body: text,
        headers: {
          'content-type': 'application/json',
          'x-intake-key': site.key,
          'x-intake-signature': site.sign(text),
          ...headers,
        },
      })
      return { ...(await response.json()), http: response.status, headers: response.headers }
    },
  }
  return site
}

let count = 0

interface TestEvent {
  source_event_id: string
  type: string
  occurred_at: string
  person: { first_name: string; last_name: string; email: string; phone: null }
}

/** An event of somebody new, with fields of its own. */
export const testEvent = <Fields extends object = object>(
  type: string,
  fields: Fields = {} as Fields,
): Omit<TestEvent, keyof Fields> & Fields => {
  count++
  const person = { first_name: 'Mina', last_name: 'Rao', email: `mina${count}@people.test`, phone: null }
  return { source_event_id: `e${count}`, type, occurred_at: new Date().toISOString(), person, ...fields }
}
