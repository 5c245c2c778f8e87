import type { AdminSection } from '../../settings/web/extensions.ts'

export const adminSections: readonly AdminSection[] = [
  {
    id: 'session-recordings',
    group: 'running',
    order: 85,
    label: 'Session recordings',
    note: 'What happened on the screens of people for whom recording is on. Everything about leads is masked.',
    permission: 'view_session_recordings',
    load: async () => (await import('./RecordingsPanel.tsx')).RecordingsPanel,
  },
]
