import type { WriteContext } from '../../platform/server/context.ts'
import { agentAtWork } from '../brokerage.ts'
import { openTestOffice, type TestOffice } from '../office.ts'
import type { TestAnswer, TestClient } from '../server.ts'

/** The steps of a campaign that says nothing else. */
export const call = { step_type: 'phone_call', name: 'First call' }
export const later = { step_type: 'phone_call', name: 'Second call', delay_value: 2 }

/** An office whose agents make campaigns and start them on their leads. */
export interface CampaignOffice {
  office: TestOffice
  /** Does something as the agent in the product's own database, with everybody listening who listens in the product. */
  change<Result>(work: (ctx: WriteContext) => Promise<Result>): Promise<Result>
  /** Nobody has a campaign any more. */
  reset(): Promise<unknown>
  /** Adds a campaign of two calls; answers its id. */
  addCampaign(client: TestClient, fields?: object): Promise<number>
  /** Starts a campaign on a lead, as the agent unless somebody else is given. */
  start(lead: number, campaign: number, client?: TestClient): Promise<TestAnswer>
  /** The campaigns that a lead carries. */
  running(lead: number, client?: TestClient): Promise<TestAnswer['data']>
  /** How those of a lead that are over have ended, and why. */
  ended(lead: number, client?: TestClient): Promise<[string, string][]>
}

export async function openCampaignOffice(): Promise<CampaignOffice> {
  const office = await openTestOffice()
  const { agent } = office
  return {
    office,
    change: work =>
      agentAtWork(office.server.database, {
        agent_id: office.agentId('agent'),
        user_id: office.userId('agent'),
      }).writing(work),
    reset: () => office.rows('UPDATE campaigns SET deleted_at = now() WHERE deleted_at IS NULL'),
    async addCampaign(client, fields = {}) {
      const steps = [call, later]
      const { data, http, message } = await client.postJson('campaigns', { name: 'Follow-up', steps, ...fields })
      if (http !== 201) throw new Error(JSON.stringify(message))
      return data.id
    },
    start: (lead, campaign, client = agent) => client.post(`lead/${lead}/campaigns/${campaign}`),
    running: async (lead, client = agent) => (await client.get(`lead/${lead}`)).data.campaigns,
    async ended(lead, client = agent) {
      const { data } = await client.get(`lead/${lead}/campaigns`)
      return data.ended.map((one: { state: string; stop_reason: string }) => [one.state, one.stop_reason])
    },
  }
}
