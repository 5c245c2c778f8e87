import type { Change } from '../../../../platform/server/context.ts'
import { RentalProfile } from '../../contract/record.ts'
import { rentalProfileOf } from '../queries/leads.ts'
import { writeLead } from '../queries/writes.ts'
import { publishLeads } from './publish.ts'

/** Writes what a landlord asks of a renter. What is not said stays as it was. The lead must be locked. */
export async function setRentalProfile(
  ctx: Change,
  lead: { id: number; agent_id: number | null },
  given: { [Field in keyof RentalProfile]?: RentalProfile[Field] | undefined },
): Promise<RentalProfile> {
  const before = await rentalProfileOf(ctx, lead.id)
  const after = RentalProfile.parse({ ...noProfile, ...before, ...said(given) })
  await writeLead(ctx, lead.id, { rental_profile: JSON.stringify(after) })
  ctx.audit({
    subject: 'lead',
    subject_id: lead.id,
    before: { rental_profile: before },
    after: { rental_profile: after },
  })
  publishLeads(ctx, [{ id: lead.id, agents: [lead.agent_id] }])
  return after
}

const noProfile: RentalProfile = { employmentLetter: false, creditScore: null, annualIncome: null }

const said = (given: object) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
