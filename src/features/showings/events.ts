import { defineContribution, defineEvent } from '../../platform/server/events.ts'
import type { AskedViewing } from './rules.ts'

/** What leads want to see, as features further up know it. */
export interface WantedHomes {
  /** What was asked for and nobody has dealt with yet, newest first. */
  asked: readonly AskedViewing[]
  /** Ids of the homes that the lead keeps, newest first. */
  favourites: readonly number[]
}

/** Filled in by requests and alerts for the form that books a showing. */
export const wantedHomes = defineContribution<{ lead_id: number }, WantedHomes>({ asked: [], favourites: [] })

/** Showings that were booked, changed, answered by the client, deleted or brought back. */
export const showingsChanged = defineEvent<{ ids: readonly number[] }>('showings changed')
