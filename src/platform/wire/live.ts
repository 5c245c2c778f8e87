import { z } from 'zod'

/**
 * The header of what is answered to somebody who is signed in: how far the stream of changes was before the answer was
 * looked up. A browser opens its stream from there, so that nothing is missed in between.
 */
export const LIVE_HEADER = 'x-live-position'

/**
 * The header of a read that follows a change, made by the caller or heard of: it is answered by the database in which it was made, not by
 * one that follows. Only needed where several processes serve.
 */
export const NEWEST_HEADER = 'x-needs-newest'

/** For so long after a change somebody's reads need the newest, in milliseconds. */
export const AFTER_CHANGE_MS = 2_000

/**
 * The topics of which changes are published. Each feature adds its own, so that a misspelt one does not compile:
 * `declare module '../../platform/wire/live.ts' { interface Topics { tasks: true } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it, which a type alias does not allow.
export interface Topics {}

/** The name of a topic. */
export type Topic = keyof Topics

/**
 * One message of the live stream: which records of a topic changed, never what they are now.
 * An empty `ids` means "anything of this topic".
 */
export const LiveChange = z.object({ topic: z.string(), ids: z.array(z.int()) })
export type LiveChange = z.output<typeof LiveChange>

/** Name of the last event of a stream that ended because the same user opened too many newer ones. */
export const REPLACED = 'replaced'
