import { z } from 'zod'

/**
 * One message of the live stream: which records of a topic changed, never what they are now.
 * An empty `ids` means "anything of this topic".
 */
export const LiveChange = z.object({ topic: z.string(), ids: z.array(z.int()) })
export type LiveChange = z.output<typeof LiveChange>
