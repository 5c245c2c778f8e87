import type { NotificationKind } from './kinds.ts'

/** What people send themselves to see how it looks. */
export const testKind: NotificationKind = {
  name: 'test',
  label: 'Test notifications',
  icon: 'bell',
  defaults: { screen: true, push: true, text: false, email: false },
  fallback: null,
  isAlwaysShown: true,
  isUrgent: true,
  isAnnounced: true,
}
