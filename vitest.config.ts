import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

/** Tests of the database: they run on the embedded one, and once more on another PostgreSQL. */
const ofDatabase = '{src,scripts}/**/*.db.test.ts'

/** Tests that need modules, or a process, which nobody used before, and tests of a whole that one engine is enough for. */
const alone = [
  'src/app/demo/seed.test.ts',
  'src/app/fuzz.test.ts',
  'src/app/rights/*.test.ts',
  'src/features/imports/server/memory.test.ts',
  'src/platform/server/database/replica.test.ts',
  'src/platform/server/embedded/embedded.test.ts',
]

const common = {
  // What the page does first.
  setupFiles: ['src/testing/setup.ts'],
  // These end what hangs and say nothing about speed: a busy machine may take its time.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 25_000 } },
} satisfies TestProjectInlineConfiguration['test']

// To load the whole product for each file takes longer than its tests do. A server keeps its modules, too: what a test
// leaves behind in one would be found by somebody's second request.
const shared = { ...common, isolate: false } satisfies TestProjectInlineConfiguration['test']

const database = { globalSetup: ['src/testing/globalSetup.ts'] }

export default defineConfig({
  test: {
    // Two cores are the least that the product is tested on.
    maxWorkers: 2,
    projects: [
      { test: { ...common, ...database, name: 'alone', include: alone } },
      { test: { ...shared, ...database, name: 'database', include: [ofDatabase] } },
      { test: { ...shared, name: 'pure', include: ['{src,scripts}/**/*.test.ts'], exclude: [ofDatabase, ...alone] } },
      {
        test: {
          ...shared,
          name: 'jsdom',
          environment: 'jsdom',
          setupFiles: [...common.setupFiles, 'src/testing/browser/jsdom.ts'],
          include: ['src/**/*.test.tsx'],
        },
      },
    ],
  },
})
