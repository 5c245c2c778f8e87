import { aboutLead, nothing, type Requests, reachesNone } from '../ask.ts'

/** A pair of the account's own leads who may be one person. */
const aboutPair: Requests[string] = async (world, account) => {
  const [lead, other] = [await world.lead(account), await world.lead(account)]
  const id = await world.one(
    `INSERT INTO duplicate_pairs (lead_id, other_id, score, reasons) VALUES ($1, $2, 65, '{same_name}') RETURNING id`,
    [lead, other],
  )
  return { path: { id }, reachesNone }
}

/** Two of the account's own leads, the second of whom went into the first. */
const aboutMerge: Requests[string] = async (world, account) => {
  const [lead, other] = [await world.lead(account), await world.lead(account)]
  await world.one('UPDATE leads SET deleted_at = now(), merged_into = $1 WHERE id = $2 RETURNING id', [lead, other])
  const id = await world.one(
    `INSERT INTO lead_merges (lead_id, merged_id, before, after, merged)
     VALUES ($1, $2, '{}', '{}', '{"first_name": "Own", "last_name": "Lead", "deleted_at": null, "merged_into": null}') RETURNING id`,
    [lead, other],
  )
  return { path: { id }, reachesNone }
}

const twoLeads: Requests[string] = async (world, account) => ({
  path: { id: await world.lead(account) },
  body: { with: await world.lead(account) },
  reachesNone,
})

/** Leads who may be one person. */
export const duplicateRequests: Requests = {
  'duplicates.list': nothing,
  'duplicates.count': nothing,
  'duplicates.ofLead': aboutLead(),
  'duplicates.dismiss': aboutPair,
  'duplicates.offerAgain': aboutPair,
  'duplicates.compare': twoLeads,
  'duplicates.merge': twoLeads,
  'duplicates.merges': nothing,
  'duplicates.undo': aboutMerge,
}
