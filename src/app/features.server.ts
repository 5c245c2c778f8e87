import type { Product } from '../platform/server/process.ts'

/** Every feature of the product, from the lowest tier to the highest; the only list of them on the server. */
export const product: Product = {
  features: [],
  permissions: [],
  authenticate: async () => 'token_invalid',
  guards: [],
}
