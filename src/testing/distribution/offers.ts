import { openTestOffice, type TestOffice } from '../office.ts'
import type { TestAnswer } from '../server.ts'

/** The agents to whom leads can be offered. */
export const accounts = ['agent', 'agent2', 'newagent', 'teamlead'] as const
export type Account = (typeof accounts)[number]

/** An office in which leads of one area and one site arrive and are offered. */
export interface OfferOffice {
  office: TestOffice
  area: number
  site: number
  /** Everybody takes everything, and nobody was ever asked. */
  reset(): Promise<void>
  /** Lets these agents take buyers and renters of the area and the site. */
  takes(who: readonly Account[]): Promise<unknown>
  /** A lead without an agent arrives; answers its id. */
  arrive(fields?: object): Promise<number>
  /** How a lead was distributed, as administrators see it. */
  distribution(id: number): Promise<TestAnswer['data']>
  offeredTo(id: number): Promise<Account | null>
  answer(id: number, account: Account, accept: number): Promise<TestAnswer>
  /** Everybody who is asked rejects. */
  rejectAll(id: number): Promise<void>
}

export async function openOfferOffice(): Promise<OfferOffice> {
  const office = await openTestOffice()
  const [{ id: area }] = await office.rows(`INSERT INTO areas (type, name) VALUES ('locality', 'Ajax') RETURNING id`)
  const [{ id: site }] = await office.rows(`INSERT INTO sites (name, domain) VALUES ('Ajax', 'ajax.test') RETURNING id`)
  let arrived = 0
  const takes = (who: readonly Account[]) =>
    office.rows(`UPDATE agents SET lead_types = '{buyer,rental}', area_ids = $1, site_ids = $2 WHERE id = ANY ($3)`, [
      [area],
      [site],
      who.map(office.agentId),
    ])
  const distribution = async (id: number) => (await office.admin.get(`lead/${id}/distribution`)).data
  const offeredTo = async (id: number): Promise<Account | null> => {
    const open = (await distribution(id)).offers.find((offer: { outcome: string | null }) => offer.outcome === null)
    return accounts.find(account => office.agentId(account) === open?.agent.id) ?? null
  }
  const answer = (id: number, account: Account, accept: number) => office[account].post(`lead/${id}/accept`, { accept })
  return {
    office,
    area,
    site,
    takes,
    distribution,
    offeredTo,
    answer,
    async reset() {
      office.server.clock.now = null
      await office.rows(
        `UPDATE distribution_offers SET outcome = 'withdrawn', answered_at = now() WHERE outcome IS NULL`,
      )
      await office.rows('DELETE FROM distribution_offers')
      await office.rows('DELETE FROM lead_distributions')
      await office.rows('DELETE FROM lead_transfers')
      await office.rows('DELETE FROM agent_availability')
      await office.rows(`DELETE FROM settings WHERE key = 'distribution'`)
      await office.rows(`UPDATE agents SET lead_types = '{}', area_ids = '{}', site_ids = '{}'`)
      await office.rows(`UPDATE leads SET last_contacted_at = now()`)
      await takes(accounts)
    },
    async arrive(fields = {}) {
      const { data } = await office.admin.post('lead', {
        first_name: 'Imran',
        last_name: 'Qureshi',
        email: `imran${++arrived}@people.test`,
        roles: ['buyer_lead'],
        agent_id: null,
        areas: JSON.stringify([{ area_id: area, area_type: 'locality' }]),
        ...fields,
      })
      return data.id
    },
    async rejectAll(id) {
      for (;;) {
        const account = await offeredTo(id)
        if (account === null) return
        await answer(id, account, 0)
      }
    },
  }
}
