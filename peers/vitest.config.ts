import { defineConfig } from 'vitest/config'

/** Tests against programs of other people. They are no part of `npm test`: `npm run test:peers` runs them. */
export default defineConfig({
  test: {
    name: 'peers',
    root: import.meta.dirname,
    include: ['*.peer.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
