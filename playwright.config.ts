import { defineConfig, devices } from '@playwright/test'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--autoplay-policy=no-user-gesture-required',
]

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/globalSetup.ts',
  outputDir: 'test-results',
  fullyParallel: false,
  // Each worker has a product of its own (e2e/product.ts).
  workers: 2,
  // A test that needs its second try is counted as flaky in the report, with a trace of the first.
  retries: 1,
  // The longest takes half of this on two cores.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    permissions: ['microphone'],
    launchOptions: { executablePath: process.env.KEYTURN_CHROMIUM ?? '/usr/bin/chromium', args: flags },
  },
})
