import { defineConfig } from '@playwright/test'
import base from '../playwright.config.ts'

/** Tests against programs of other people that need a browser. They are no part of `npm test`: `npm run test:peers` runs them. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: '*.peer.browser.ts',
  globalSetup: '../e2e/globalSetup.ts',
  outputDir: '../test-results',
  workers: 1,
  retries: 0,
  use: {
    ...base.use,
    launchOptions: {
      ...base.use?.launchOptions,
      // Sound may be passed on by a server on this machine.
      args: [...(base.use?.launchOptions?.args ?? []), '--allow-loopback-in-peer-connection'],
    },
  },
})
