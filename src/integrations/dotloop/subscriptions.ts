import { z } from 'zod'
import { type Answer, readAs, readJson } from './answer.ts'
import type { Asked } from './patience.ts'
import { DotloopLoggedEvent, DotloopSubscription } from './records.ts'

/** What the service shall post, and where to. */
export interface WantedSubscription {
  url: string
  /** Our own name of it, by which it is found again. */
  externalId: string
  signingKey: string
  profileId: number
}

/** Subscriptions of the account, by which the service tells of what happens. */
export interface DotloopSubscriptions {
  /** All that the account has. */
  list(): Promise<DotloopSubscription[]>
  get(id: string): Promise<DotloopSubscription>
  create(wanted: WantedSubscription): Promise<DotloopSubscription>
  enable(id: string): Promise<void>
  remove(id: string): Promise<void>
  /** What happened since then, as far as the service still knows. */
  events(id: string, since: Date): Promise<DotloopLoggedEvent[]>
}

/** What is told of loops of a profile. The service has no events of documents. */
export const LOOP_EVENTS = [
  'LOOP_UPDATED',
  'LOOP_MERGED',
  'LOOP_PARTICIPANT_CREATED',
  'LOOP_PARTICIPANT_UPDATED',
  'LOOP_PARTICIPANT_DELETED',
] as const

/** That the service ended a subscription itself. */
export const SUBSCRIPTION_ENDS = ['SUBSCRIPTION_DISABLED', 'SUBSCRIPTION_REMOVED'] as const

/** A list ends sooner or later, even where a service sends its pages round in a circle. */
const MAX_PAGES = 50

const Page = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ next_cursor: z.string().nullish() }).nullish(),
})

/** Subscriptions, by whatever asks the service. */
export function subscriptionsBy(request: (asked: Asked) => Promise<Answer>): DotloopSubscriptions {
  async function* pages(path: string): AsyncGenerator<unknown[], void, undefined> {
    let cursor: string | null = null
    for (let page = 0; page < MAX_PAGES; page++) {
      const query: string = cursor === null ? '' : `?${new URLSearchParams({ next_cursor: cursor })}`
      const { data, meta } = readAs(Page, await readJson(await request({ path: path + query })))
      yield data
      cursor = meta?.next_cursor ?? null
      if (cursor === null) return
    }
  }
  const single = async (asked: Asked) =>
    readAs(z.object({ data: DotloopSubscription }), await readJson(await request(asked))).data
  const at = (id: string) => `/subscription/${encodeURIComponent(id)}`
  return {
    async list() {
      const all: DotloopSubscription[] = []
      for await (const page of pages('/subscription'))
        all.push(...page.flatMap(one => DotloopSubscription.safeParse(one).data ?? []))
      return all
    },
    get: id => single({ path: at(id) }),
    create: ({ url, externalId, signingKey, profileId }) =>
      single({
        path: '/subscription',
        method: 'POST',
        body: {
          url,
          externalId,
          signingKey,
          targetType: 'PROFILE',
          targetId: profileId,
          eventTypes: [...LOOP_EVENTS, ...SUBSCRIPTION_ENDS],
          enabled: true,
        },
      }),
    async enable(id) {
      await (await request({ path: at(id), method: 'PATCH', body: { enabled: true } })).drop()
    },
    async remove(id) {
      await (await request({ path: at(id), method: 'DELETE' })).drop()
    },
    async events(id, since) {
      const found: DotloopLoggedEvent[] = []
      // The newest come first: whatever is older than asked for ends the search.
      for await (const page of pages(`${at(id)}/event`)) {
        const events = page.flatMap(one => DotloopLoggedEvent.safeParse(one).data ?? [])
        const wanted = events.filter(({ createdOn }) => Date.parse(createdOn) >= since.getTime())
        found.push(...wanted)
        if (wanted.length < events.length) break
      }
      return found
    },
  }
}
