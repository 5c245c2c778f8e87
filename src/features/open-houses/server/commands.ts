import type { Change } from '../../../platform/server/context.ts'
import { conflict, invalid } from '../../../platform/server/errors.ts'
import { hashOfToken, randomToken, secretsFor } from '../../../platform/server/secrets.ts'
import { region } from '../../../product/region/region.ts'
import { type PublicListing, publicListing } from '../../brokerage-listings/server/queries.ts'
import { splitName } from '../../intake/rules/mailFields.ts'
import { takeInVisitor } from '../../intake/server/commands/visitor.ts'
import { phoneAsE164 } from '../../leads/server/commands/contact.ts'
import { milestoneType } from '../../milestones/rules.ts'
import { addMilestones } from '../../milestones/server/commands.ts'
import { isActiveAgent } from '../../people/server/queries/users.ts'
import {
  closedSentence,
  consentWording,
  OPEN_HOUSE,
  OPEN_HOUSE_MODEL,
  signedAt,
  signInProblems,
  signInStateAt,
  takesWaiting,
} from '../rules.ts'
import { insertVisitor, type StoredOpenHouse, setLeadOfVisitor } from './queries.ts'

const secrets = (config: Change['config']) => secretsFor('links of open houses', config)

/** A new link: what it is found by, and what shows it again. */
export function newLink({ config }: Pick<Change, 'config'>): { token_hash: Buffer; sealed_token: string } {
  const token = randomToken()
  return { token_hash: hashOfToken(token), sealed_token: secrets(config).seal(token) }
}

/** The end of a link; `null` when it was closed under a secret that nobody has any more. */
export const tokenOf = ({ config }: Pick<Change, 'config'>, { sealed_token }: StoredOpenHouse): string | null =>
  secrets(config).open(sealed_token)

/** Says that open houses of a home, or their visitors, changed. */
export const publishOpenHouses = (ctx: Change, listingId: number): void =>
  ctx.changed('open_houses', [listingId], ['right:access_listings'])

/** What a visitor said on the tablet. */
export interface SignIn {
  sign_in_id: string
  name: string
  email: string
  phone: string
  has_agent: boolean | null
  agrees: boolean
  /** When it was, where it waited on the tablet for the network. */
  waited_since: Date | null
}

/**
 * Signs a visitor in, once for each sign-in however often it comes: they become a lead unless they are one, and the open house stands
 * on their timeline.
 */
export async function signVisitorIn(ctx: Change, house: StoredOpenHouse, given: SignIn): Promise<void> {
  refuseClosed(ctx, house, given)
  const phone = checkedPhone(given)
  const signed = given.waited_since ? signedAt(house, given.waited_since, ctx.now) : ctx.now
  const visitorId = await insertVisitor(ctx, {
    open_house_id: house.id,
    sign_in_id: given.sign_in_id,
    name: given.name,
    has_agent: given.has_agent,
    signed_at: signed.toISOString(),
  })
  if (visitorId === null) return
  const home = await publicListing(ctx, house.listing_id)
  const lead = await takeInVisitor(ctx, {
    source: OPEN_HOUSE,
    ...splitName(given.name),
    email: given.email || null,
    phone,
    home,
    agent_id: await hostOf(ctx, house),
    came_at: signed,
    agreed: given.agrees ? consentWording(ctx.config.siteName) : null,
  })
  await setLeadOfVisitor(ctx, visitorId, lead.id)
  await addMilestones(ctx, [
    {
      lead_id: lead.id,
      agent_id: lead.agent_id,
      milestone_type_id: milestoneType.progress,
      model_type: OPEN_HOUSE_MODEL,
      model_id: house.id,
      value: home.address,
      description: descriptionOf(given, home, phone),
      happened_at: signed.toISOString(),
    },
  ])
  ctx.audit({ subject: 'open_house', subject_id: house.id, after: { lead_id: lead.id } })
  publishOpenHouses(ctx, house.listing_id)
}

/** What waited on the tablet is taken for some days more: it was signed while the page was open. */
function refuseClosed(ctx: Change, house: StoredOpenHouse, { waited_since }: SignIn): void {
  if (waited_since !== null && takesWaiting(house, ctx.now)) return
  const state = signInStateAt(house, ctx.now)
  if (state !== 'open') throw conflict(closedSentence(state, house, region.zone))
}

/** The number as it is dialled. Of a sign-in that waited, nobody is there any more to correct the number. */
function checkedPhone(given: SignIn): string | null {
  const phone = given.phone === '' ? null : phoneAsE164(given.phone)
  const problems = signInProblems(given)
  if (given.phone !== '' && phone === null) problems.phone = ['Check this phone number.']
  if (given.waited_since !== null) delete problems.phone
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return phone
}

const hostOf = async (ctx: Change, { host }: StoredOpenHouse): Promise<number | null> =>
  host && (await isActiveAgent(ctx, host.id)) ? host.id : null

const agentSentence = (has_agent: boolean | null): string =>
  has_agent === null ? '' : has_agent ? 'Is working with an agent.' : 'Is not working with an agent.'

const descriptionOf = (given: SignIn, home: PublicListing, phone: string | null): string =>
  [
    `Signed in at the open house of ${home.address}.`,
    agentSentence(given.has_agent),
    given.phone !== '' && phone === null ? `Phone as typed: ${given.phone}` : '',
  ]
    .filter(Boolean)
    .join('\n')
