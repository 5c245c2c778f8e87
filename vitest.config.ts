import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    globalSetup: ['src/testing/globalSetup.ts'],
    // Two cores are the least that the product is tested on.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // What is waited for comes in milliseconds; a busy machine may take its time.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: { name: 'node', environment: 'node', include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'jsdom', environment: 'jsdom', include: ['src/**/*.test.tsx'] },
      },
    ],
  },
})
