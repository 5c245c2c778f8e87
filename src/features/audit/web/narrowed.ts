import { z } from 'zod'

/** A person or a record whose entries alone are shown, as the address holds it. */
export const Narrowed = z
  .object({
    person: z.object({ id: z.int().positive(), name: z.string() }),
    record: z.object({ subject: z.string(), subject_id: z.string(), name: z.string() }),
  })
  .partial()
export type Narrowed = z.output<typeof Narrowed>
