import { body, defineRights, everybody, nothing } from '../../testing/rights.ts'
import { notificationCalls } from './contract.ts'

/** Nobody has it: to everybody it does not exist. */
const NO_DEVICE = 2_000_000_000

/** A valid request for each call, and who may make it. */
export const rights = defineRights(notificationCalls, {
  list: [everybody, nothing],
  seen: [everybody, body({ ids: [1] })],
  read: [everybody, body({})],
  unread: [everybody, body({ ids: [1] })],
  open: [everybody, () => ({ path: { id: 1 } })],
  preferences: [everybody, nothing],
  setPreference: [everybody, body({ kind: 'test', channel: 'email', is_on: true })],
  resetPreferences: [everybody, nothing],
  setSettings: [everybody, body({ is_quiet: false })],
  subscribe: [
    everybody,
    (_world, account) => ({
      body: {
        endpoint: `https://push.example.com/${account}`,
        p256dh: `B${'A'.repeat(86)}`,
        auth: 'A'.repeat(22),
      },
    }),
  ],
  unsubscribe: [everybody, () => ({ path: { id: NO_DEVICE }, reachesNone: everybody })],
  test: [everybody, nothing],
})
