import { serveDemoMls } from '../src/integrations/mls/fake.ts'
import type { ODataRecord } from '../src/integrations/mls/odata.ts'
import { test as base } from './product.ts'

/** The test of a file whose product reads these homes, and what is added to them later, from a listing service of its own. */
export const withMarket = (market: readonly ODataRecord[]) =>
  base.extend({
    settings: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern that nothing else is needed
      async ({}, use) => {
        const service = await serveDemoMls({ properties: () => market })
        await use({ MLS_URL: service.url, MLS_TOKEN: service.token })
        await service.close()
      },
      { scope: 'worker' },
    ],
  })

export { expect } from './product.ts'
