import { homeModels, milestoneType } from '../../milestones/rules.ts'

interface TypeOfOpportunity {
  id: number
  name: string
  /** Which thresholds it has: how often something must have happened, and within or after how many days. */
  thresholds: readonly ('times' | 'days')[]
}

const type = <const Id extends number>(id: Id, name: string, ...thresholds: ('times' | 'days')[]) =>
  ({ id, name, thresholds }) satisfies TypeOfOpportunity

/** The reasons to contact a lead now, by the names that code uses (specification, business areas §3). */
const types = {
  favourite: type(1, 'Favourite'),
  backToSite: type(2, 'Back to Site', 'days'),
  highInterest: type(3, 'High Interest', 'times', 'days'),
  listingAlert: type(4, 'Set up Listing Alert', 'times', 'days'),
  buildingAlert: type(5, 'Set up Building Alert', 'times', 'days'),
  reactivated: type(6, 'Reactivated', 'days'),
  offerRequested: type(7, 'Offer Requested'),
  preconForm: type(8, 'Pre-Construction Form Submitted'),
  viewingRequest: type(9, 'Viewing Request'),
  contactRequest: type(10, 'Contact Agent Request'),
}

/** All types, in the order of their ids. */
export const opportunityTypes: readonly TypeOfOpportunity[] = Object.values(types)

/** The ids of the types, by the names that code uses. */
export const opportunityType = Object.fromEntries(Object.entries(types).map(([name, { id }]) => [name, id])) as {
  readonly [Name in keyof typeof types]: (typeof types)[Name]['id']
}

/** A type by its id. */
export const opportunityTypeOf = (id: number): TypeOfOpportunity | null =>
  opportunityTypes.find(known => known.id === id) ?? null

/** Model type of a milestone that records that a lead asked to be contacted; the description is what they wrote. */
export const CONTACT_REQUEST_MODEL = 'contact_request'

interface Recorded {
  milestone_type_id: number
  model_type: string | null
}

/** The type that a milestone raises by itself; `null` for those that raise none, or only together with others. */
export function raisedBy({ milestone_type_id, model_type }: Recorded): number | null {
  if (model_type === CONTACT_REQUEST_MODEL) return opportunityType.contactRequest
  switch (milestone_type_id) {
    case milestoneType.favourite:
      return opportunityType.favourite
    case milestoneType.viewingRequest:
      return opportunityType.viewingRequest
    case milestoneType.preconForm:
      return opportunityType.preconForm
    case milestoneType.offerSubmitted:
      // An agent records offers with the same type; what a lead asked for by a form names its request.
      return model_type === 'offer_submission' ? opportunityType.offerRequested : null
    default:
      return null
  }
}

/** Whether a milestone says that a home was looked at, not a building as a whole. */
export const isHome = (modelType: string | null): boolean => homeModels.some(model => model === modelType)
