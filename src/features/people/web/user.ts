import { z } from 'zod'

/** The signed-in user as the browser keeps it. Fields that only single screens read are kept as they came. */
export const SignedInUser = z.looseObject({
  id: z.int(),
  agent_id: z.int().nullable(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  is_agent: z.boolean(),
  is_admin: z.boolean(),
  is_deals_admin: z.boolean(),
  is_possessed: z.boolean(),
  features: z.array(z.string()),
  permissions: z.array(z.string()),
  roles: z.array(z.looseObject({ name: z.string() })),
  google_scopes: z.array(z.string()),
  lead_transfers: z.array(z.unknown()),
  sent_transfers: z.array(z.unknown()),
  opportunitiesCount: z.int(),
  tasksCount: z.int(),
  token: z.string(),
})
export type SignedInUser = z.output<typeof SignedInUser>
