import { aboutLead, defineRights, leadPeople, nothing, type Request, reachesNone } from '../../testing/rights.ts'
import { duplicateCalls } from './contract.ts'

/** A pair of the account's own leads who may be one person. */
const aboutPair: Request = async (world, account) => {
  const [lead, other] = [await world.lead(account), await world.lead(account)]
  const id = await world.one(
    `INSERT INTO duplicate_pairs (lead_id, other_id, score, reasons) VALUES ($1, $2, 65, '{same_name}') RETURNING id`,
    [lead, other],
  )
  return { path: { id }, reachesNone }
}

/** Two of the account's own leads, the second of whom went into the first. */
const aboutMerge: Request = async (world, account) => {
  const [lead, other] = [await world.lead(account), await world.lead(account)]
  await world.one('UPDATE leads SET deleted_at = now(), merged_into = $1 WHERE id = $2 RETURNING id', [lead, other])
  const id = await world.one(
    `INSERT INTO lead_merges (lead_id, merged_id, before, after, merged)
     VALUES ($1, $2, '{}', '{}', '{"first_name": "Own", "last_name": "Lead", "deleted_at": null, "merged_into": null}') RETURNING id`,
    [lead, other],
  )
  return { path: { id }, reachesNone }
}

const twoLeads: Request = async (world, account) => ({
  path: { id: await world.lead(account) },
  body: { with: await world.lead(account) },
  reachesNone,
})

/** A valid request for each call, and who may make it. */
export const rights = defineRights(duplicateCalls, {
  list: [leadPeople, nothing],
  count: [leadPeople, nothing],
  ofLead: [leadPeople, aboutLead()],
  dismiss: [leadPeople, aboutPair],
  offerAgain: [leadPeople, aboutPair],
  compare: [leadPeople, twoLeads],
  merge: [leadPeople, twoLeads],
  merges: [leadPeople, nothing],
  undo: [leadPeople, aboutMerge],
})
