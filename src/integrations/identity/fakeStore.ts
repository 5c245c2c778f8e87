import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'

/** More than a demo ever holds; a flood of begun sign-ins forgets the oldest. */
const MAX_RECORDS = 10_000

interface Stored {
  kind: string
  payload: AdapterPayload
  until: number
}

type Records = Map<string, Stored>

/** What the demo provider remembers: in memory, bounded, gone with the process, as everything else of it is. */
export function demoStore(): AdapterFactory {
  const records: Records = new Map()
  return kind => adapterOf(kind, records)
}

const ifFresh = (stored: Stored | undefined) => (stored && stored.until > Date.now() ? stored.payload : undefined)

function adapterOf(kind: string, records: Records): Adapter {
  const keyOf = (id: string) => `${kind} ${id}`
  const ofThisKind = () => [...records].filter(([, stored]) => stored.kind === kind)
  return {
    async upsert(id, payload, expiresIn) {
      const until = expiresIn ? Date.now() + expiresIn * 1000 : Number.POSITIVE_INFINITY
      records.delete(keyOf(id))
      records.set(keyOf(id), { kind, payload, until })
      const [oldest] = records.keys()
      if (records.size > MAX_RECORDS && oldest !== undefined) records.delete(oldest)
    },
    find: async id => ifFresh(records.get(keyOf(id))),
    findByUid: async uid => ifFresh(ofThisKind().find(([, { payload }]) => payload.uid === uid)?.[1]),
    findByUserCode: async () => undefined,
    async consume(id) {
      const payload = ifFresh(records.get(keyOf(id)))
      if (payload) payload.consumed = Math.floor(Date.now() / 1000)
    },
    async destroy(id) {
      records.delete(keyOf(id))
    },
    async revokeByGrantId(grantId) {
      for (const [key, { payload }] of ofThisKind()) if (payload.grantId === grantId) records.delete(key)
    },
  }
}
