import { z } from 'zod'
import { ForeignId } from '../../platform/wire/fields.ts'

/** A profile of an account; at present only individual ones may be used from outside. */
export const DotloopProfile = z.object({
  id: ForeignId,
  name: z.string(),
  type: z.string(),
  default: z.boolean().optional(),
})
export type DotloopProfile = z.output<typeof DotloopProfile>

/** A loop as lists have it. */
export const DotloopLoop = z.object({
  id: ForeignId,
  profileId: ForeignId,
  name: z.string(),
  transactionType: z.string().nullish(),
  status: z.string().nullish(),
  created: z.string(),
  updated: z.string(),
})
export type DotloopLoop = z.output<typeof DotloopLoop>

/** The details of a loop: sections by name, each with fields by name. All values are text, as people typed them. */
export const DotloopDetail = z.record(z.string(), z.record(z.string(), z.string().nullable()))
export type DotloopDetail = z.output<typeof DotloopDetail>

/** Somebody who takes part in a loop. Addresses may be empty. */
export const DotloopParticipant = z.object({
  id: ForeignId,
  fullName: z.string(),
  email: z.string().nullish(),
  role: z.string().nullish(),
})
export type DotloopParticipant = z.output<typeof DotloopParticipant>

/** A document of a loop; `updated` names its revision. */
export const DotloopDocument = z.object({
  id: ForeignId,
  folderId: ForeignId,
  name: z.string(),
  created: z.string().nullish(),
  updated: z.string().nullish(),
})
export type DotloopDocument = z.output<typeof DotloopDocument>

export const DotloopFolder = z.object({
  id: ForeignId,
  name: z.string(),
  documents: z.array(z.unknown()).nullish(),
})

/** What the service gives for a code or for a refresh token. */
export const DotloopTokens = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  /** Seconds; the service says about 12 hours. */
  expires_in: z.number().positive(),
})
export type DotloopTokens = z.output<typeof DotloopTokens>

/** Ids that the service writes as text or as a number. */
const AnyId = z.union([z.string().min(1).max(100), z.int()]).transform(String)
const LoopNumber = z.coerce.number().pipe(ForeignId)

/** Has the service post events to an address. */
export const DotloopSubscription = z.object({
  id: AnyId,
  /** It is switched off there, and stays so, once the account loses access to the profile. */
  enabled: z.boolean(),
  /** Our own name of it. */
  externalId: z.string().nullish(),
})
export type DotloopSubscription = z.output<typeof DotloopSubscription>

/** What an event is about: ids only. */
const EventSubject = z.object({ profileId: LoopNumber.nullish(), loopId: LoopNumber.nullish(), id: AnyId.nullish() })

/** An event as it is posted. Events come twice, late and in any order. */
export const DotloopEvent = z.object({
  eventId: AnyId,
  eventType: z.string().min(1).max(60),
  /** Milliseconds since 1970. */
  timestamp: z.number(),
  event: EventSubject.nullish(),
})
export type DotloopEvent = z.output<typeof DotloopEvent>

/** An event in the service's own list, which has those of the last 90 days, posted or not. */
export const DotloopLoggedEvent = z.object({
  id: AnyId,
  eventType: z.string().min(1).max(60),
  createdOn: z.string(),
  eventData: EventSubject.nullish(),
})
export type DotloopLoggedEvent = z.output<typeof DotloopLoggedEvent>
