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
  // A test that needs its second try is counted as flaky in the report.
  retries: 1,
  // The longest takes half of this on two cores.
  timeout: 120_000,
  // These end what hangs and say nothing about speed: a busy machine may take its time.
  expect: { timeout: 25_000 },
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    // To record every test takes more than a quarter of all computing. `--trace=retain-on-failure` for what only fails once.
    trace: 'on-first-retry',
    permissions: ['microphone'],
    // Installing it fetches the whole product, which takes three times the computing of a page, and when it takes the page
    // over everything is asked again: it is there in the tests of what it does (offline.spec.ts), and in a whole day.
    serviceWorkers: 'block',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    launchOptions: { executablePath: process.env.KEYTURN_CHROMIUM ?? '/usr/bin/chromium', args: flags },
  },
})
